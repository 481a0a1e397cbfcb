import type { RowCell, RowSentence, Span } from "../corpus.ts";
import { siteMeasureOf } from "../lexicon/site-standards.ts";
import { beforeException, clausesOutsideTables } from "./clauses.ts";
import type { DistrictRegister } from "./district-register.ts";
import { type NeighborDistance, neighborDistancesIn, neighborsIn, neighborWords } from "./neighbor-distances.ts";
import { inDigits } from "./number-words.ts";
import { notesOf } from "./read-table-rules.ts";
import type { SiteRule } from "./rule.ts";
import type { RuleChunk } from "./rule-chunk.ts";
import { districtsAt, specialChapterOf, usesAt } from "./rule-place.ts";

const confidence = 0.9;
const longestSentence = 500;
const onYards =
  /\b(?:buffer\w*|setbacks?|yards?|dimension\w*|landscap\w+|screen\w+|bulk|area requirements|transition\w*|standards)\b/i;
const otherChapters = /\bdefinitions?\b|\bsigns?\b|\baccessory\b|\boff-?street parking\b|\bnonconform\w*/i;
const ofBuffers = /\bbuffers?\b/i;
const ofNeighbors = /\b(?:abut\w*|adjoin\w*|adjacent|neighbor\w*)\b/i;
const anyUse = /^(?:any|all|every)\s+(?:uses?|lots?|developments?)\b/i;
const anyLot = /\b(?:lots?|sites?|parcels?|developments?|premises|propert\w+)\b/i;
/** Uses or districts that words name by their class. */
const someClass = /\b(?:business(?:es)?|commercial|industrial|office|institution\w*|non-?residential|multi-?family)\b/i;

/**
 * Returns the distances that a chunk asks for beside lots of other districts: deeper yards and planted buffers, in sentences and
 * in tables whose columns are the districts of the neighbors.
 */
export function readNeighborRules(chunk: RuleChunk, register: DistrictRegister): SiteRule[] {
  if (chunk.headingPath.some((heading) => otherChapters.test(heading))) return [];
  const inClauses = clausesOutsideTables(chunk, longestSentence).flatMap(({ text, start, end }) =>
    neighborDistancesIn(inDigits(beforeException(text)), register).flatMap((stated) =>
      ruleOf({ chunk, register, span: { charStart: start, charEnd: end } }, stated),
    ),
  );
  const inTables = chunk.rows.flatMap((row) =>
    row.cells.flatMap((cell) => {
      const stated = fromCell(row, cell, { register, heading: chunk.headingPath.at(-1) ?? "" });
      return stated ? ruleOf({ chunk, register, span: row, cell }, stated) : [];
    }),
  );
  return [...inTables, ...inClauses];
}

/** The width of a buffer that the lot of a row provides along a lot of the district of the column. */
function fromCell(
  { label, caption = "" }: RowSentence,
  { column, value }: RowCell,
  { register, heading }: { readonly register: DistrictRegister; readonly heading: string },
): NeighborDistance | undefined {
  const about = `${caption} ${heading}`;
  if (!ofBuffers.test(`${about} ${column}`) || !ofNeighbors.test(`${about} ${column}`)) return undefined;
  const width = /^(\d{1,3})(?:\s*(?:feet|foot|ft\.?|['′’]))?$/i.exec(value.trim())?.[1];
  const isInFeet = /\b(?:feet|foot|ft)\b|['′’]/i.test(`${caption} ${column} ${value}`);
  const neighbors = neighborsIn(column, register);
  if (width === undefined || !isInFeet || neighbors.length === 0) return undefined;
  return { standard: "buffer_by_adjacency", value: Number(width), neighbors, lots: label };
}

interface RuleSpan {
  readonly chunk: RuleChunk;
  readonly register: DistrictRegister;
  readonly span: Span;
  /** Of a table. */
  readonly cell?: RowCell;
}

/** The rule of a distance; none where nothing says for which lots it holds. */
function ruleOf(
  { chunk, register, span: { charStart, charEnd }, cell }: RuleSpan,
  { standard, value, neighbors, lots }: NeighborDistance,
): SiteRule[] {
  const stand = { headingPath: chunk.headingPath, text: lots, subject: onYards };
  const { districts, binding } = districtsAt(stand, register);
  if (districts.length === 0 && !anyLot.test(lots)) return [];
  const isOfUse = cell ? !anyUse.test(lots) : districts.length === 0 && someClass.test(lots);
  const special = specialChapterOf(stand, register) ?? (isOfUse ? lots.slice(0, 200) : usesAt(stand, districts));
  return [
    {
      ...{ kind: "site", standard, ...siteMeasureOf(standard), value, districts, binding, confidence, neighbors },
      notes: cell ? notesOf(cell) : [],
      conditions: [neighborWords(neighbors), ...(special === null ? [] : [special])],
      evidence: { chunk: chunk.ordinal, charStart, charEnd },
    },
  ];
}
