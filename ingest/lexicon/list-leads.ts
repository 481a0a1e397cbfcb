import { type LabelFeatures, type LabelModel, likelihoodsUnder, readLabelModel } from "./label-model.ts";
import { remembered } from "./remembered.ts";

/** The file that ships: made by `evals/train/train-list-leads.ts`, described in `list-leads.md`. */
export const shippedLeadModel = new URL("./list-leads.json", import.meta.url);

/** What a line of a section on a district opens: a list of uses that are allowed, allowed with an approval, forbidden, or accessory; a part on another matter. */
export const leadKinds = ["permitted", "conditional", "prohibited", "accessory", "other"] as const;
export type LeadKind = (typeof leadKinds)[number];

const mark =
  /^\W*(?:(?:sec(?:tion|s)?\.?|§+|art(?:icle)?\.?)\s*)?(?:(?:\(?(?:[a-zA-Z]{1,2}|\d{1,3}|[ivxIVX]{1,5})[.)]|\d+[A-Z]?(?:[.-]\w{1,5})+[.:]?|\(\d{1,2}\))\s+[-–—]?\s*)+/i;
const eachWord =
  /(?<code>\b[A-Z]{1,4}-?\d+[A-Z]?\b|\b[A-Z]{1,3}-[A-Z0-9]{1,3}\b)|(?<number>\d[\d,.]*)|(?<word>[a-z]+)/gi;
const wordsRead = 45;

/** Returns the features of a line: its words, pairs and threes, how it begins and ends, and how long it is. */
export function leadFeatures(line: string): LabelFeatures {
  const text = line.replace(/\s+/g, " ").trim();
  const own = text.replace(mark, "");
  const words = [...own.matchAll(eachWord)]
    .map(({ 0: said, groups = {} }) => (groups.code ? "CODE" : groups.number ? "NUMBER" : said.toLowerCase()))
    .slice(0, wordsRead);
  const run = (count: number) => words.slice(count - 1).map((_, at) => words.slice(at, at + count).join(" "));
  const end = /[:;.,\-–—]$/.exec(text)?.[0] ?? (/\b(?:and|or)$/i.test(text) ? "and" : "none");
  const isCapital = /[A-Z]{3}/.test(own) && own === own.toUpperCase();
  const begins = [1, 2, 3].map((count) => `^${words.slice(0, count).join(" ")}`);
  const size = sizeOf(words.length);
  const kindOfMark = text === own ? "(no mark)" : kindOfMarkIn(text);
  return {
    parts: [],
    whole: [
      ...new Set([
        ...words,
        ...run(2),
        ...run(3),
        ...begins,
        `$${words.at(-1)} ${end}`,
        `(end) ${end}`,
        `(size) ${size}`,
        `(size, end) ${size} ${end}`,
        kindOfMark,
        `${kindOfMark} ${size}`,
        ...(isCapital ? ["(capitals)"] : []),
      ]),
    ],
  };
}

/** The least of these sizes that a number of words does not exceed. */
const sizes = [0, 1, 2, 3, 6, 12, 25];
const sizeOf = (count: number) => String(sizes.find((most) => count <= most) ?? "more");

const marks: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["(section)", /^\W*(?:sec|§|art)/i],
  ["(letter)", /^\W*\(?[a-z]{1,2}[.)]/],
  ["(capital)", /^\W*\(?[A-Z][.)]/],
];
const kindOfMarkIn = (text: string) => marks.find(([, pattern]) => pattern.test(text))?.[0] ?? "(number)";

let shipped: LabelModel | undefined;

/** Returns what a line opens and how likely that is (0..1); undefined where the line is more likely to open nothing. */
export const readLead = remembered(
  (line: string): { readonly kind: LeadKind; readonly likelihood: number } | undefined => {
    shipped ??= readLabelModel(shippedLeadModel);
    const { ids } = shipped;
    const likely = likelihoodsUnder(shipped, leadFeatures(line));
    const [best] = ids
      .map((id, at) => ({ kind: leadKinds.find((one) => one === id), likelihood: likely[at] ?? 0 }))
      .toSorted((one, other) => other.likelihood - one.likelihood);
    return best?.kind === undefined || best.likelihood < 0.5
      ? undefined
      : { kind: best.kind, likelihood: best.likelihood };
  },
);
