import { parkingUses } from "../lexicon/parking-uses.ts";
import { wordsOf } from "./label-words.ts";
import { notesOf } from "./read-table-rules.ts";
import type { ParkingRule } from "./rule.ts";
import type { RuleChunk } from "./rule-chunk.ts";

const confidence = 0.9;
const number = String.raw`(\d+(?:\.\d+)?|one|two|three|four|five|one and one-half|1\s?1\/2|1½)`;
const spaces = String.raw`(?:\([\d.]+\)\s*)?(?:parking\s+)?(?:spaces?|stalls?)?\s*`;
const ratioPattern = new RegExp(
  String.raw`^\W*(?:minimum\s+of\s+|at\s+least\s+)?${number}\s*${spaces}(?:per|for\s+each|for\s+every|\/)\s*(?:([\d,]+)\s*)?(?:gross\s+)?(dwelling\s+units?|units?|d\.?u\.?|sq(?:uare)?\.?\s*f(?:ee|oo)?t\.?|s\.?f\.?|guest\s*rooms?|rooms?|sleeping\s+rooms?|seats?|beds?|dwelling)\b`,
  "i",
);
const inWords: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, "one and one-half": 1.5, "1½": 1.5 },
};

/** Rows for a part of a use: they are added to the ratio, or hold for some of it. */
const cases =
  /\b(?:visitors?|guests?(?!\s*rooms?)|employees?|additional|studio|efficiency|bedrooms?|accessory|drive-?(?:in|through|thru)|(?:over|under|less|more|greater|up to)\s+(?:than\s+)?[\d,]+|first|each)\b/i;

/** Returns the parking ratios in the tables of a chunk; a ratio with an alternative or an addition has it as a condition. */
export function readParkingRules(chunk: RuleChunk): ParkingRule[] {
  const about = [...chunk.headingPath, ...chunk.rows.slice(0, 1).map(({ caption = "" }) => caption)].join(" ");
  const isAbout = /\bparking\b/i.test(about);
  return chunk.rows.flatMap((row) => {
    const use = useOf(row.label);
    if (use === undefined) return [];
    const cells = row.cells.filter(({ column }) => !/\b(?:maximum|max|bicycle|loading|accessible)\b/i.test(column));
    const isParking = isAbout || cells.some(({ column }) => /\b(?:parking|spaces|stalls)\b/i.test(column));
    const cell = cells.find(({ value }) => ratioPattern.test(value));
    const read = isParking && cell ? ratioOf(cell.value) : undefined;
    if (!cell || !read) return [];
    return [
      {
        ...{ kind: "parking", use, words: row.label, ...read, districts: [], binding: "row", confidence },
        conditions: [...read.conditions, ...(cases.test(row.label) ? [row.label] : [])],
        notes: notesOf(cell),
        evidence: { chunk: chunk.ordinal, charStart: row.charStart, charEnd: row.charEnd },
      },
    ];
  });
}

function useOf(label: string): string | undefined {
  const plain = ` ${wordsOf(label).join(" ")} `;
  return parkingUses.find(
    ({ any, none }) =>
      any.some((words) => plain.includes(` ${words}`)) && !none.some((word) => plain.includes(` ${word}`)),
  )?.key;
}

function ratioOf(text: string): Pick<ParkingRule, "value" | "unit" | "conditions"> | undefined {
  const match = ratioPattern.exec(text);
  if (!match) return undefined;
  const [whole, count = "", amount, base = ""] = match;
  const stalls = inWords[count.toLowerCase()] ?? (/1\s?1\/2/.test(count) ? 1.5 : Number(count));
  const per = amount === undefined ? 1 : Number(amount.replaceAll(",", ""));
  if (!Number.isFinite(stalls) || !(per > 0)) return undefined;
  const rest = text.slice(match.index + whole.length).trim();
  const conditions = /\b(?:plus|or|whichever|and|for the first|additional)\b/i.test(rest) ? [rest.slice(0, 200)] : [];
  const lower = base.toLowerCase();
  if (/^(?:sq|s\.?f)/.test(lower)) {
    return per < 20 ? undefined : { value: round((stalls * 1000) / per), unit: "stalls per 1,000 sq ft", conditions };
  }
  const value = round(stalls / per);
  if (/room/.test(lower)) return { value, unit: "stalls per room", conditions };
  if (/seat/.test(lower)) return { value, unit: "stalls per seat", conditions };
  if (/bed/.test(lower)) return { value, unit: "stalls per bed", conditions };
  return { value, unit: "stalls per dwelling unit", conditions };
}

const round = (value: number) => Math.round(value * 1000) / 1000;
