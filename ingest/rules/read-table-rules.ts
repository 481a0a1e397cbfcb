import type { RowCell, RowSentence } from "../corpus.ts";
import type { DimensionEntry } from "../lexicon/dimensions.ts";
import {
  byMeasure,
  dimensionOf,
  dimensionsOf,
  isBareLabel,
  isOnSeveralSides,
  measuredFrom,
  withSideLines,
} from "./dimension-of-label.ts";
import type { DistrictRegister } from "./district-register.ts";
import { headingDistricts } from "./heading-districts.ts";
import { wordsOf } from "./label-words.ts";
import { rowsByLot } from "./rows-by-lot.ts";
import type { DimensionRule, RuleBinding } from "./rule.ts";
import type { RuleChunk } from "./rule-chunk.ts";
import { amountsIn, amountsOfLimit, inUnitOf, saysNone, unitInLabel } from "./values-in.ts";

/** How often rules of a binding are right on the labelled codes that were not worked on; see `evals`. */
const confidences: Readonly<Record<RuleBinding, number>> = {
  ...{ column: 0.94, row: 0.95, caption: 0.9, heading: 0.9, sentence: 0.85, all: 0.85 },
};

/** Returns the standards in the tables of a chunk: districts are rows, or columns, or named above the table. */
export function readTableRules(chunk: RuleChunk, register: DistrictRegister): DimensionRule[] {
  const heading = chunk.headingPath.at(-1) ?? "";
  const ofSection = register.inLabel(heading);
  const ofLots = chunk.rows.filter(({ caption = "" }) => !isOfSigns(caption));
  const titleOf = titlesAbove(ofLots);
  const read = ofLots.flatMap(rowsByLot).flatMap(({ row, lots }) => {
    const inRow = register.inLabel(row.label);
    const compared = row.cells.flatMap(({ column }) => register.inLabel(column));
    const hasDistrictColumns = compared.length > 0;
    const isSchedule = isOfLots(row);
    const title = titleOf.get(row.charStart) ?? "";
    return row.cells.flatMap((cell, at) => {
      const printed = sideOfRange(cell.column.trim(), row.cells[at - 1]?.column.trim());
      const columnLabel = isSchedule ? ofLot(printed) : printed;
      const inColumn = register.inLabel(columnLabel);
      const before = labelCells(row.cells.slice(0, at));
      const ofColumn = ofUnit(dimensionsOf(columnLabel), columnLabel, cell.value);
      const ofRow = entriesOfRow(row, { title, hasOwnColumn: inColumn.length > 0 });
      // Beside columns of districts, a column that names none known is of another district.
      if (hasDistrictColumns && inColumn.length === 0 && columnLabel !== "" && ofColumn.length === 0) return [];
      const fromCenter = centerLine.exec(`${row.label} ${columnLabel}`)?.[0];
      return combined(ofColumn, ofRow).flatMap(([entryOfColumn, entryOfRow]) => {
        const bound = bind({ chunk, row, columnLabel, register, inRow, inColumn, entryOfColumn, entryOfRow });
        if (!bound) return [];
        const { entry, districts, binding, labels, cases } = bound;
        // A table in the section of another district is about lots of that one: its heading is a case. A table with a column
        // for the section's own district beside others compares them.
        const isOfOther =
          ofSection.length > 0 && !ofSection.some((code) => districts.includes(code) || compared.includes(code));
        const conditions = [...cases, ...before, ...(lots ? [lots] : []), ...(isOfOther ? [heading] : [])];
        return rulesOfCell(cell, { entry, labels, row }).map((one) => ({
          fromCenter,
          rule: {
            ...{ kind: "dimension" as const, districts, binding },
            ...{ ...one, conditions, notes: notesOf(cell), confidence: confidences[binding] },
            evidence: { chunk: chunk.ordinal, charStart: row.charStart, charEnd: row.charEnd },
          },
        }));
      });
    });
  });
  return centerLinesApart(read);
}

/** The standards that a row names by its label with its group, else with the title or the caption over it. */
function entriesOfRow(row: RowSentence, { title, hasOwnColumn }: { title: string; hasOwnColumn: boolean }) {
  const { label, caption = "" } = row;
  if (ofAccessory.test(title)) return [];
  const group = groupOf(row);
  const inGroup = entryInGroup(label, group || title);
  if (inGroup) return [inGroup];
  const above = measuredFrom.test(label) ? title : "";
  const ofLabel = dimensionsOf([above, group, label].filter((part) => part !== "").join(" / "));
  const isOfOther = title !== "" && dimensionOf(label) !== undefined;
  return ofLabel.length > 0 || hasOwnColumn || isOfOther ? ofLabel : dimensionsOf(`${caption} ${label}`);
}

const ofAccessory = /\baccessory\b/i;

/**
 * The title over each row, by where the row begins. In a table without heads a row of one text is the title of those behind it; in
 * any table "9. Accessory structures" is that of "9A. Height". A title ends where another number does not go on with its own.
 */
function titlesAbove(rows: readonly RowSentence[]): ReadonlyMap<number, string> {
  let title = "";
  return new Map(
    rows.map(({ label, cells, charStart }) => {
      const [own, number] = [numberOf(title), numberOf(label)];
      const isUnheaded = cells.every(({ column }) => column === "");
      const isAlone = isUnheaded && cells.every(({ value }) => value === "" || value === label);
      const goesOn = own === "" || number === "" ? isUnheaded : `${number}.`.startsWith(`${own}.`);
      if (!goesOn) title = "";
      const above = isAlone ? "" : title;
      if (isAlone || (number !== "" && ofAccessory.test(label))) title = label;
      return [charStart, above];
    }),
  );
}

const numberOf = (label: string) => /^\W*(\d+(?:\.\d+)*)/.exec(label)?.[1] ?? "";

/** A table of signs, which may name the districts that allow them; one of lots can have a column for signs. */
const isOfSigns = (caption: string) =>
  /\bsigns?\b|\bsignage\b/i.test(caption) && !/\b(?:lots?|yards?|setbacks?|bulk|dimension\w*)\b/i.test(caption);

const bareSide = /^\W*(?:front|sides?|rear)\b(?=\W*(?:\(|$))/i;
const bareWidth = /^\W*(?:width|depth)\b(?=\W*(?:\(|$))/i;

/** Whether the columns of a row are those of a schedule of lots: "Lot area, Width, Front, Side, Rear". */
function isOfLots({ cells }: RowSentence): boolean {
  const sides = cells.filter(({ column }) => bareSide.test(column));
  return sides.length >= 2 && cells.some(({ column }) => /\b(?:lot|area)\b/i.test(column));
}

/** The bare head of a schedule of lots with what it is of: "Front" is the front yard, "Width" that of the lot. */
const ofLot = (label: string): string =>
  label
    .replace(bareSide, (side) => `${side} yard`)
    .replace(bareWidth, (length) => `Lot ${length.trim().toLowerCase()}`);

/** Of a head that a scan put together, "Lot area frontage", the unit of the value tells which standard it is of. */
function ofUnit(entries: DimensionEntry[], label: string, value: string): DimensionEntry[] {
  const [length] = /\bfrontage\b|\bwidth\b/i.exec(label) ?? [];
  if (length === undefined || !/\blot\b/i.test(label) || !/\barea\b/i.test(label)) return entries;
  const units = new Set(amountsIn(value).map(({ unit }) => unit));
  if (units.size !== 1) return entries;
  if (units.has("sq ft") || units.has("acres")) return dimensionsOf("lot area");
  return units.has("ft") ? dimensionsOf(`lot ${length}`) : entries;
}

/** The standards that a column and a row name, a pair for each where one of them names several. */
function combined(
  ofColumn: readonly DimensionEntry[],
  ofRow: readonly DimensionEntry[],
): (readonly [DimensionEntry | undefined, DimensionEntry | undefined])[] {
  if (ofColumn.length > 1) return ofColumn.map((entry) => [entry, ofRow[0]]);
  return ofRow.length > 1 ? ofRow.map((entry) => [ofColumn[0], entry]) : [[ofColumn[0], ofRow[0]]];
}

/** "From centerline of street". */
const centerLine =
  /\b(?:from\s+)?(?:the\s+)?cent(?:er|re)[- ]?lines?\b(?:\s+of\s+(?:the\s+)?(?:street|road|highway)s?)?/i;

/** A yard that is measured from the center of the street, is a separate case where the table also has one from the lot line. */
function centerLinesApart(
  read: readonly { readonly fromCenter: string | undefined; readonly rule: DimensionRule }[],
): DimensionRule[] {
  const fromLine = new Set(
    read.flatMap(({ fromCenter, rule }) =>
      fromCenter ? [] : rule.districts.map((code) => `${rule.dimension} ${code}`),
    ),
  );
  return read.map(({ fromCenter, rule }) => {
    const hasOther = rule.districts.some((code) => fromLine.has(`${rule.dimension} ${code}`));
    return fromCenter && hasOther ? { ...rule, conditions: [...rule.conditions, fromCenter] } : rule;
  });
}

/** "Front setback (min/max)" stands over two cells: the first is the least, the second the most. */
function sideOfRange(label: string, before: string | undefined): string {
  if (!/\bmin\.?\s?\/\s?max\b/i.test(label)) return label;
  return label.replace(/\bmin\.?\s?\/\s?max\b/i, before === label ? "max" : "min");
}

interface BindInput {
  readonly chunk: RuleChunk;
  readonly row: RowSentence;
  readonly columnLabel: string;
  readonly register: DistrictRegister;
  readonly inRow: readonly string[];
  readonly inColumn: readonly string[];
  readonly entryOfColumn: DimensionEntry | undefined;
  readonly entryOfRow: DimensionEntry | undefined;
}

interface Bound {
  readonly entry: DimensionEntry;
  readonly districts: readonly string[];
  readonly binding: RuleBinding;
  readonly labels: string;
  /** Cases that the labels name beside the standard. */
  readonly cases: readonly string[];
}

/** The nearest source decides: the column, the row, the caption, the heading. A table with district columns never takes the heading. */
function bind(input: BindInput): Bound | undefined {
  const { chunk, row, columnLabel, register, inRow, inColumn, entryOfColumn, entryOfRow } = input;
  const caption = row.caption ?? "";
  if (inColumn.length > 0 && entryOfRow) {
    const cases = isBareLabel(row.label, entryOfRow) ? [] : casesIn(row.label, entryOfRow);
    return { entry: entryOfRow, districts: inColumn, binding: "column", labels: `${row.label} ${caption}`, cases };
  }
  if (inRow.length > 0 && entryOfColumn) {
    const last = row.cells.length > 0 ? lastPart(row.label, inRow) : "";
    return {
      entry: entryOfColumn,
      districts: inRow,
      binding: "row",
      labels: labelsOf(row, entryOfColumn, caption),
      cases: last === "" ? [] : [last],
    };
  }
  if (inRow.length > 0 && inColumn.length === 0 && row.cells.every(({ column }) => column.trim() === "")) {
    return bindList({ chunk, row, inRow });
  }
  if (inColumn.length > 0 || inRow.length > 0) return undefined;
  const entry = entryOfColumn ?? entryOfRow ?? entryOfSection(chunk, row);
  // Beside columns with heads a cell without one is for a case that is not known.
  const isUnheaded = columnLabel === "" && row.cells.some(({ column }) => column.trim() !== "");
  if (!entry || (entryOfColumn === undefined && isUnheaded)) return undefined;
  const inCaption = register.inLabel(caption);
  const above = inCaption.length > 0 ? inCaption : headingDistricts(chunk.headingPath, register);
  if (above.length === 0) return undefined;
  const ofColumn = plainCases.test(columnLabel) ? [columnLabel] : [];
  const ofRow = entryOfRow ? casesIn(row.label, entry) : [row.label].filter((label) => label.trim() !== "");
  const cases = entryOfColumn ? [row.label].filter((label) => label.trim() !== "") : [...ofRow, ...ofColumn];
  const binding = inCaption.length > 0 ? "caption" : "heading";
  return { entry, districts: above, binding, labels: `${row.label} ${caption}`, cases };
}

/** The standard that the heading of a section names, for rows that name the cases of it: "Minimum Lot Area", "Served by public water". */
function entryOfSection({ headingPath }: RuleChunk, { label }: RowSentence): DimensionEntry | undefined {
  const heading = headingPath.at(-1) ?? "";
  const entry = dimensionOf(heading);
  return entry && isBareLabel(heading, entry) && plainCases.test(label) ? entry : undefined;
}

/** A table without heads that lists a value for each district: its caption or heading names the standard. */
function bindList({ chunk, row, inRow }: Pick<BindInput, "chunk" | "row" | "inRow">): Bound | undefined {
  const heading = chunk.headingPath.at(-1) ?? "";
  const entry = dimensionOf(row.caption ?? "") ?? dimensionOf(heading);
  // Without a unit of its own a value may belong to another table of the page.
  const hasUnit = row.cells.some(({ value }) => amountsIn(value).some(({ unit }) => unit !== null));
  if (!entry || !hasUnit || row.cells.length !== 1 || lastPart(row.label, inRow) !== "") return undefined;
  return { entry, districts: inRow, binding: "row", labels: heading, cases: [] };
}

/**
 * A group such as "Frontage lots" or "Residential" does not change what its rows are of, unless it excludes it. "Minimum
 * street frontage" makes no street side of a side yard below it, and the limit of "Minimum yards" none of a height.
 */
function entryInGroup(label: string, group: string): DimensionEntry | undefined {
  const own = dimensionOf(label);
  const other = dimensionOf(group);
  const isSetback = ({ id }: DimensionEntry) => id.startsWith("setback_");
  if (own && other && isSetback(own) && !isSetback(other)) return own;
  const words = isOnSeveralSides(group) && own && isSetback(own) ? [] : wordsOf(group);
  const isOfYards = words.some((word) => /^(?:yard|setback)s?$/.test(word)) && own !== undefined && !isSetback(own);
  const around = new Set(isOfYards ? words.filter((word) => !/^(?:min|max)(?:imum)?$/.test(word)) : words);
  return own && !own.none.some((word) => around.has(word)) ? own : undefined;
}

const labelsOf = (row: RowSentence, entry: DimensionEntry, caption: string) =>
  `${row.cells.find(({ column }) => dimensionOf(column)?.id === entry.id)?.column ?? ""} ${caption}`;

/** What a row's label has beside its districts: "R-2, two-family". */
function lastPart(label: string, districts: readonly string[]): string {
  let rest = label.replaceAll(/\(\s*\w{1,2}\s*\)/g, " ");
  for (const district of districts) rest = rest.replace(district, " ");
  // "R-40 os" is a form of R-40 with standards of its own.
  const [, form] = /^\s+([A-Za-z]{2,3})\s*$/.exec(rest) ?? [];
  if (form !== undefined && !/^(?:and|or|zone)$/i.test(form)) return form;
  const words = rest.replaceAll(/\b(?:districts?|zones?|and|or)\b|[^A-Za-z ]/gi, " ").trim();
  return words.length < 4 || /^[A-Z][a-z]+(?: [A-Z][a-z]+)* (?:Residential|Business|Commercial|Industrial)$/.test(words)
    ? ""
    : words;
}

const plainCases =
  /\b(?:corner|interior|abutting|adjoining|adjacent|sewer|water|single|two|multi|family|townhouses?|townhomes?|duplex|apartments?|nonresidential|non-residential|commercial|subdivisions?|created|other|accessory|church|school|cluster|attached|detached|except|with|without|if|where|when|each|one|total)\b/i;

/** A label that names a case of a standard: "Side yard, corner lot". "Each side" is the plain case. */
function casesIn(label: string, entry: DimensionEntry): string[] {
  const side = withSideLines(label).replaceAll(
    /\b(?:each|one|per|either)\s+(?:side|lot|yard)s?\b|\bleast\s+one\b/gi,
    " ",
  );
  const rest =
    entry.id === "setback_side_interior" ? side.replaceAll(/\binterior\b|\bor other (?:property|lot)\b/gi, " ") : side;
  const told =
    entry.id === "impervious_max" || entry.id === "coverage_max" ? rest.replaceAll(/\btotal\b/gi, " ") : rest;
  return !isBareLabel(told, entry) && plainCases.test(told) ? [label] : [];
}

const longestGroup = 60;

/** The label of a group of rows, which the parser puts before the row's own label in its sentence. */
export function groupOf({ sentence, label }: RowSentence): string {
  const places = label === "" ? [] : [`, ${label}, `, `, ${label}: `].map((words) => sentence.indexOf(words));
  const at = places.find((place) => place > 0 && place <= longestGroup) ?? 0;
  return sentence.slice(0, at);
}

/** Texts between the label of a row and the cell say what the row is of. */
function labelCells(cells: readonly RowCell[]): string[] {
  return cells
    .filter(({ column, value }) => dimensionOf(column) === undefined && /[A-Za-z]{4}/.test(value) && !/\d/.test(value))
    .map(({ value }) => value)
    .filter((value) => plainCases.test(value) && value.length <= 80);
}

/** Returns the notes that a cell points to. */
export const notesOf = ({ notes = [] }: RowCell): string[] =>
  notes.map(({ marker, text }) => `note ${marker}: ${text.slice(0, 200)}`);

function rulesOfCell(
  cell: RowCell,
  { entry, labels, row }: { readonly entry: DimensionEntry; readonly labels: string; readonly row: RowSentence },
): Pick<DimensionRule, "dimension" | "limit" | "unit" | "value" | "isNone">[] {
  const standard = ({ id, limit, unit }: DimensionEntry) => ({ dimension: id, limit, unit });
  // The label of a row that is printed twice may contain its section number, which is not a value.
  if (cell.value === row.label) return [];
  if (saysNone(cell.value)) return [{ ...standard(entry), value: null, isNone: true }];
  const labelled = unitInLabel(cell.column) ?? unitInLabel(labels) ?? unitInLabel(row.label);
  return byMeasure(entry, amountsOfLimit(cell.value, entry.limit)).flatMap((part) => {
    const values = part.amounts.flatMap((amount) => inUnitOf(amount, part.entry, unitFor(labelled, part.entry)) ?? []);
    const [value] = values;
    // More than one amount of the same unit is a choice or a formula: it is not one value.
    return value !== undefined && new Set(values).size === 1 ? [{ ...standard(part.entry), value, isNone: false }] : [];
  });
}

/** A caption may speak of other columns' units: only a unit that the standard can have counts. */
const unitFor = (labelled: ReturnType<typeof unitInLabel>, { unit }: DimensionEntry) =>
  labelled === unit || (labelled === "acres" && unit === "sq ft") || (labelled === "%" && unit === "ratio")
    ? labelled
    : null;
