/** Words that part one case of a use from its opposite. */
const opposed: readonly (readonly [RegExp, RegExp])[] = [
  [/\bheavy\b|\bmajor\b/i, /\blight\b|\bminor\b/i],
  [/\bindoors?\b|\benclosed\b|\binside\b/i, /\boutdoors?\b|\bopen[- ]air\b|\boutside\b/i],
  [
    /\bground[- ]mounted\b|\butility[- ]scale\b|\bsolar farm/i,
    /\broof(?:top)?(?:[- ]mounted)?\b|\bon (?:my|the|a) roof\b|\baccessory\b/i,
  ],
  [/\bwholesale\b/i, /\bretail\b/i],
  [/\bpublic\b/i, /\bprivate\b/i],
  [/\bdetached\b/i, /\battached\b/i],
];

/** A business served in cars is a case of its own, which says nothing of one that is not. */
const servedInCars =
  /\bwith (?:an? )?drive|^\W*(?:fast[- ]food )?drive-?\s?(?:in|through|thru|up)\s+(?:restaurant|eating|bank|business|establishment)/i;

/** Tells whether an entry speaks of the opposite case of what is asked: "light manufacturing" for a heavy plant. */
export function isOppositeCase(question: string, entry: string): boolean {
  if (servedInCars.test(entry) && !/\bdrive|\bcars?\b/i.test(question)) return true;
  return opposed.some(
    ([one, other]) =>
      (one.test(question) && !other.test(question) && other.test(entry) && !one.test(entry)) ||
      (other.test(question) && !one.test(question) && one.test(entry) && !other.test(entry)),
  );
}
