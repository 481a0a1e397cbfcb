/**
 * Judges answers by numbers read with rules of their own: a judge that shared the agent's reading of numbers would
 * share its mistakes.
 */

const words: Readonly<Record<string, number>> = Object.fromEntries(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ")
    .map((word, value) => [word, value]),
);
const tens: Readonly<Record<string, number>> = Object.fromEntries(
  "twenty thirty forty fifty sixty seventy eighty ninety".split(" ").map((word, at) => [word, 20 + at * 10]),
);
const squareFeetInAcre = 43_560;
/** A label in acres and a text in square feet can differ by rounding. */
const roundingShare = 0.021;

/** Every number written in digits in a text; markers and the numbers of names such as R-2 are left out. */
export function numbersInDigits(text: string): number[] {
  const plain = text.replace(/\[\d+\]/g, " ").replace(/\b[A-Z]{1,5}-?\d+[A-Z]?\b/g, " ");
  return [...plain.matchAll(/\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+/g)].map((match) =>
    Number(match[0].replaceAll(",", "")),
  );
}

/** Every number of a text, those in words included; "40k" is 40,000, and each number of acres is there in square feet too. */
export function numbersIn(text: string): number[] {
  const thousands = text
    .replace(/(\d+(?:\.\d+)?)k\b/gi, (_, digits: string) => String(Number(digits) * 1_000))
    .replace(/(\d+)(?:\s?½|(?:-|\s(?:and\s)?)1\/2)/g, "$1.5");
  const inWords = [...thousands.toLowerCase().matchAll(/\b[a-z]+(?:[- ][a-z]+)*\b/g)].flatMap((match) =>
    wordNumbers(match[0]),
  );
  const acres = [...thousands.matchAll(/(\d+(?:\.\d+)?)\s*\(?\s*acres?\b/gi)].map(
    (match) => Number(match[1]) * squareFeetInAcre,
  );
  const acresInWords = [...thousands.toLowerCase().matchAll(/\b([a-z]+(?:-[a-z]+)?)\s+(?:\(\d+\)\s+)?acres?\b/g)]
    .flatMap((match) => wordNumbers(match[1] ?? ""))
    .map((value) => value * squareFeetInAcre);
  return [...numbersInDigits(thousands), ...inWords, ...acres, ...acresInWords];
}

function wordNumbers(phrase: string): number[] {
  const found: number[] = [];
  let current: number | undefined;
  const joined = phrase.replace(/\band (?:an?|one)[- ]half\b/g, "plushalf");
  for (const word of [...joined.split(/[- ]/), ""]) {
    const small = words[word] ?? tens[word];
    if (small !== undefined) current = (current ?? 0) + small;
    else if (word === "hundred" || word === "thousand") current = (current ?? 1) * (word === "hundred" ? 100 : 1_000);
    else if (current !== undefined) {
      found.push(word === "plushalf" ? current + 0.5 : current);
      current = undefined;
    }
  }
  return found;
}

/** Tells whether an answer states one of the labelled values. */
export function statesValue(answer: string, labels: readonly number[]): boolean {
  const stated = numbersIn(answer.replace(/\[\d+\]/g, " "));
  return labels.some((label) => stated.some((value) => Math.abs(value - label) <= roundingShare * label));
}

/**
 * Numbers in digits of an answer that no cited quote and no heading above it holds. Numbers of the question, and what a
 * rate of the answer makes of them, are supported: "1 space for each 75 square feet" makes 40 of 3,000.
 */
export function unsupportedNumbers(answer: string, sources: readonly string[], question = ""): number[] {
  const held = new Set(sources.flatMap((source) => [...numbersIn(source), ...numbersInDigits(source)]));
  const asked = new Set(numbersIn(question));
  const counted: number[] = [];
  const rates = [1, ...numbersIn(answer).filter((value) => held.has(value) && value > 0)];
  return numbersInDigits(answer).filter((value) => {
    if (held.has(value) || asked.has(value)) return false;
    const total = counted.reduce((sum, one) => sum + one, 0);
    const counts = [...asked].flatMap((amount) => rates.flatMap((of) => rates.map((per) => (amount * of) / per)));
    const sums = counted.length === 0 ? [] : [...counted, total, ...rates.map((one) => total + one)];
    const count = [...counts, ...sums].find((one) => Math.abs(one - value) < (Number.isInteger(value) ? 1 : 0.0051));
    if (count !== undefined) counted.push(count);
    return count === undefined;
  });
}

/** What an answer decides on a use. */
export type Decision = "permitted" | "conditional" | "restricted";

const decisionLabels: Readonly<Record<string, Decision>> = {
  allowed: "permitted",
  likely_allowed: "permitted",
  permitted: "permitted",
  conditional: "conditional",
  prohibited: "restricted",
  likely_prohibited: "restricted",
  restricted: "restricted",
};

/**
 * Reads a labelled decision; undefined for `unknown`.
 *
 * @throws TypeError for a word that is no decision
 */
export function decisionOfLabel(label: string): Decision | undefined {
  const decision = decisionLabels[label];
  if (decision === undefined && label !== "unknown")
    throw new TypeError(
      `metadata.decision_in holds "${label}"; write ${Object.keys(decisionLabels).join(", ")} or unknown`,
    );
  return decision;
}

const restricting =
  /^no(?=[,.:;]|$)|^not (?:permitted|allowed|listed)|\bprohibited\b|\b(?:is|are) not (?:allowed|permitted)\b|\bmay not\b/i;
const conditioning =
  /\bspecial\b|\bconditional\b|^depends\b|^yes, (?:under conditions|with an?)\b|^subject to\b|\bif (?:the|it|they|approved)\b/i;
const permitting = /^yes\b|\b(?:permitted|allowed)\b|\bby right\b|\bas of right\b|\bmay\b|^no (?:permit|permission)\b/i;

/** Reads an answer's decision from its first line; `undecided` where that says nothing of permission. */
export function decisionOf(answer: string): Decision | "undecided" {
  const [first = ""] = answer.split("\n");
  if (restricting.test(first)) return "restricted";
  if (conditioning.test(first)) return "conditional";
  return permitting.test(first) ? "permitted" : "undecided";
}

/**
 * Tells whether a citation stands in a section that a label names, or in a part of it: `155-4` is neither `155-40` nor
 * `1155-4`, and `5.5` holds `5.5.2` and `5.5(b)`.
 */
export function isInSection(
  { section, headingPath }: { readonly section: string | null; readonly headingPath: readonly string[] },
  reference: string,
): boolean {
  const plain = (text: string) => text.replace(/[–—‑]/g, "-").replace(/\s+/g, " ").trim().toLowerCase();
  const number = plain(reference).replace(/^(?:§+|sections?\b|sec\.|s\.)\s*/, "");
  const escaped = number.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const named = new RegExp(`(?<![\\w.-])${escaped}(?!\\w|-\\d)`);
  return [section ?? "", ...headingPath].some((where) => named.test(plain(where)));
}
