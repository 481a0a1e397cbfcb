import { usesNamed } from "./rule-place.ts";

/** A size above which a use needs a special permit. */
export interface PermitSize {
  readonly value: number;
  readonly unit: "sq ft" | "dwelling units";
  /** The use as printed: "A warehouse or distribution building". */
  readonly words: string;
}

const over = String.raw`(?:more than|over|greater than|in excess of|exceed(?:s|ing)?|larger than|containing more than)`;
const units = String.raw`(square feet|sq\.?\s?ft\.?|dwelling units|units)`;
const permit = String.raw`(?:special (?:permits?|exceptions?|use permits?)|conditional use(?: permits?)?)`;
const sentence = new RegExp(
  String.raw`^\W*(?:\(?\w{1,3}[.)]\s+)?([A-Z][^.;:]{2,120}?)\s+(?:(?:of|with|that (?:has|contains?|have)|containing|having)\s+)?${over}\s+(?:\d+ (?:thousand|million) \()?([\d,]{1,9})\)?\s+${units}\b[^.;:]{0,80}?\b(?:needs?|requires?|(?:shall|must) (?:need|require|obtain|receive)|(?:is|are|shall be) (?:allowed|permitted) only (?:by|with|after|upon))\s+(?:an?|the)?\s*(?:approval of an? )?${permit}`,
);
const otherThings =
  /\b(?:signs?|fences?|accessory|excavat\w+|fill\w*|earth|cubic|lots?|parking|additions?|existing|no|not|sheds?|docks?|solar|wireless)\b/i;
const [least, mostSf] = [2, 2_000_000];

/**
 * Returns the size above which a sentence asks for a special permit: "A warehouse building of more than 100,000 square feet needs a
 * special permit." Undefined for other sentences.
 *
 * @param text with its numbers in digits
 */
export function permitSizeIn(text: string): PermitSize | undefined {
  const [, words, amount, unit] = sentence.exec(text) ?? [];
  if (words === undefined || amount === undefined || unit === undefined || otherThings.test(words)) return undefined;
  // "A building" in the note of a table is one of the uses that bear its mark.
  if (usesNamed(words).length === 0 && !/^(?:any|every|each)\b/i.test(words)) return undefined;
  const value = Number(amount.replaceAll(",", ""));
  if (!(value >= least && value <= mostSf)) return undefined;
  return { value, unit: /^sq/i.test(unit) ? "sq ft" : "dwelling units", words };
}
