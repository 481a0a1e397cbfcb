const flagLot = /\b(?:flag|panhandle|pork\s?chop|rear|interior)\s+lots?\b(?!\s+lines?)/i;
const strip = String.raw`(?:access(?:\s?way)?|driveway|accessway|panhandle|pole)(?:\s+strips?|\s+ways?|s)?`;
/** "Exclusive of its accessway", "without the access strip", "access strips shall not be included". */
const isWithoutStrip = new RegExp(
  String.raw`\b(?:exclusive of|excluding|without|not including|not counting)\s+(?:(?:the|its|any|such|area|of)\s+)*${strip}\b|\b${strip}\b[^.;]{0,40}\b(?:shall|may|must|will)\s+not\s+be\s+(?:included|counted|used|considered)\b`,
  "i",
);
const times = /(?<![\d.])(\d(?:\.\d{1,2})?)\s+times\s+(?:(?:the|required|minimum|that)\s+)*(?:lot\s+)?area\b/i;
const twice = /\b(?:twice|double)\s+(?:(?:the|required|minimum)\s+)*(?:lot\s+)?area\b/i;
const ofLotArea =
  /\b(?:minimum|required)\b[^.;]{0,30}\barea\b|\barea\b[^.;]{0,30}\b(?:minimum|required|requirements?)\b/i;
const otherThings = /\b(?:frontage|width|may|waive\w*|if|unless|buildings?|structures?)\b/i;

/**
 * Returns how many times the least lot area of its district a flag lot has without the strip by which it reaches its street; undefined
 * for a sentence that counts the strip or says nothing of it.
 *
 * @param sentence with its numbers in digits
 * @param path headings of its section, which may name the flag lot
 */
export function flagLotAreaIn(sentence: string, path: string): number | undefined {
  if (!flagLot.test(`${path} ${sentence}`) || !isWithoutStrip.test(sentence) || !ofLotArea.test(sentence)) {
    return undefined;
  }
  if (otherThings.test(sentence.slice(0, sentence.search(/\barea\b/i))) || !/\b(?:shall|must|will)\b/i.test(sentence)) {
    return undefined;
  }
  const factor = Number(times.exec(sentence)?.[1] ?? (twice.test(sentence) ? 2 : 1));
  return factor >= 1 && factor <= 5 ? factor : undefined;
}
