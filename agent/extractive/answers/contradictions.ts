import { rememberLast } from "../../text/remember-last.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { sizeFit } from "./range-rows.ts";
import { labelsOf } from "./value-told.ts";

/** Tells whether evidence is about a case that excludes the one asked about: another size of home, another yard. */
export function contradicts(question: QuestionReading, evidence: Evidence): boolean {
  return (
    contradictsSize(question.text, evidence) ||
    contradictsYard(question, evidence) ||
    sizeFit(question.text, evidence) === "excludes"
  );
}

/** A rule for things in front yards does not hold in back yards; which setback is meant the dimension tells. */
function contradictsYard({ text, dimension, measure }: QuestionReading, evidence: Evidence): boolean {
  if ((dimension ?? measure) === null || / setback$|^setbacks$/.test(dimension?.id ?? "")) return false;
  const asked = yardsAsked(text);
  const held = yardsIn(evidence.cell ? labelsOf(evidence.cell) : evidence.text);
  return asked.length > 0 && held.length > 0 && !asked.some((yard) => held.includes(yard));
}

function yardsIn(text: string): ("front" | "back")[] {
  const isFront = /\bfront\s*(?:yards?|set-?backs?|lot lines?)\b|\bin front of\b/i.test(text);
  const isBack =
    /\bback\s?yards?\b|\b(?:rear|side)(?:\s*(?:,|or|and)\s*\w+)?\s*(?:yards?|set-?backs?|lot lines?)\b/i.test(text);
  return [...(isFront ? (["front"] as const) : []), ...(isBack ? (["back"] as const) : [])];
}

const yardsAsked = rememberLast(yardsIn);

/** A row for homes with another number of bedrooms than asked about is no answer. */
function contradictsSize(question: string, { cell, text, lead }: Evidence): boolean {
  const [wanted] = bedroomsAsked(question);
  const held = bedroomsIn(cell ? labelsOf(cell) : text.length < longestRow ? `${lead} ${text}` : "");
  if (wanted === undefined || held.length === 0) return false;
  return !held.some(({ least, most }) => wanted.least >= least && wanted.most <= most);
}

const longestRow = 160;
const numbers = ["studio", "one", "two", "three", "four", "five", "six"];
const bedroomWord = /bed-?\s?rooms?(?:\s+or\s+(?:more|fewer|less))?/gi;
const countsBefore =
  /\b(?:(?:studio|efficiency|one|two|three|four|five|six|\d)(?:[\s,-]|\b(?:or|and|to|more|fewer|less)\b)*)+$/i;
const studioWord = /\b(?:studio|efficiency)\b/gi;
/** The counts before "bedrooms" are read no further back than this: "one-, two- and three-bedroom". */
const longestCounts = 80;

/** Returns how many bedrooms the homes have that a text speaks of, one range for each mention, in the order of the text. */
function bedroomsIn(text: string): { least: number; most: number }[] {
  const phrases: { start: number; end: number; phrase: string }[] = [];
  let readTo = 0;
  for (const { index, 0: word } of text.matchAll(bedroomWord)) {
    const before = text.slice(Math.max(readTo, index - longestCounts), index);
    const counts = countsBefore.exec(before)?.[0];
    if (counts === undefined) continue;
    readTo = index + word.length;
    phrases.push({ start: index - counts.length, end: readTo, phrase: `${counts}${word}` });
  }
  const apart = [...text.matchAll(studioWord)].filter(
    ({ index }) => !phrases.some(({ start, end }) => start <= index && index < end),
  );
  const all = [...phrases, ...apart.map(({ index, 0: phrase }) => ({ start: index, end: index, phrase }))];
  return all.sort((a, b) => a.start - b.start).flatMap(({ phrase }) => rangeOf(phrase) ?? []);
}

const bedroomsAsked = rememberLast(bedroomsIn);

function rangeOf(phrase: string): { least: number; most: number } | undefined {
  const values = [...phrase.toLowerCase().matchAll(/studio|efficiency|one|two|three|four|five|six|\d/g)].map((match) =>
    /\d/.test(match[0]) ? Number(match[0]) : Math.max(numbers.indexOf(match[0]), 0),
  );
  if (values.length === 0) return undefined;
  return {
    least: /\b(?:fewer|less)\b/i.test(phrase) ? 0 : Math.min(...values),
    most: /\bmore\b/i.test(phrase) ? 99 : Math.max(...values),
  };
}
