import { quantitiesIn, unitNamedIn } from "../../text/quantities.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { TableCellEvidence } from "../evidence/table-cells.ts";
import type { District } from "../question/districts.ts";
import { type AnswerSentence, asLabel, asSentence, spansWithLabels } from "./answer.ts";
import type { DistrictStanding } from "./district-match.ts";
import { withWord } from "./ruling.ts";

const unitWords: Readonly<Record<string, readonly [one: string, many: string]>> = {
  sqft: ["square foot", "square feet"],
  sqm: ["square metre", "square metres"],
  acre: ["acre", "acres"],
  percent: ["percent", "percent"],
  story: ["story", "stories"],
  ft: ["foot", "feet"],
  inch: ["inch", "inches"],
  m: ["metre", "metres"],
  space: ["space", "spaces"],
  perAcre: ["unit per acre", "units per acre"],
};
/** A unit in brackets at the end of a label: "(square feet)", "(in acres)", "[%]". */
const bracketed = /\s*[([]\s*([^()[\]]{1,24})\s*[)\]]/g;
const longestPlainValue = 120;

/**
 * Words a table value as a sentence: "In the R-2 district the minimum lot area is 8,000 square feet."
 *
 * The dimension comes from the label or the column that does not name the district; a unit that only the labels name
 * follows the value, once.
 */
export function sentenceOfCell(
  evidence: Evidence,
  cell: TableCellEvidence,
  standing: DistrictStanding,
): AnswerSentence {
  const { dimension, subject } = partsOf(evidence, cell, standing);
  const value = withUnit(valueWithoutMarker(cell.value), cell, dimension);
  const place = standing.kind === "named" ? placeFor(standing.district.printed) : "";
  const head = [place, subject].filter((part) => part !== "").join(", ");
  return {
    text: asSentence(stated(head, asDimension(dimension), value)),
    spans: spansWithLabels(evidence, { header: cell.column !== "" }),
    evidence: [evidence],
  };
}

/** A value of a table without the mark of its footnote: "8,000 (1)" and "30*" are 8,000 and 30. */
export function valueWithoutMarker(value: string): string {
  const bare = value
    .trim()
    .replace(/\s*[*†‡§^¹²³⁴⁵⁶⁷⁸⁹]+$/u, "")
    .replace(/^(.*(?:\d|none|n\/a|%)[^()\d]{0,14})\s*(?:\(\d{1,2}\)|\[\d{1,2}\])$/i, "$1")
    .trim();
  return bare === "" ? value.trim() : bare;
}

function partsOf(
  evidence: Evidence,
  cell: TableCellEvidence,
  standing: DistrictStanding,
): { dimension: string; subject: string } {
  const where = standing.kind === "named" ? standing.where : null;
  const group = asLabel(cell.group);
  const label = asLabel(cell.label);
  const column = asLabel(cell.column);
  const qualified = cell.qualifier === "" ? "" : forWhom(asLabel(cell.qualifier));
  if (where === "label") {
    const isBeside = standing.kind === "named" && !namesIn(label, standing.district) && group !== label;
    const whom = qualified === "" && isBeside && !measured.test(label) ? forWhom(label) : qualified;
    const whole = measured.test(label) && column === "" ? label : column;
    const above = measured.test(group) && group !== label ? group : asLabel(headingsOf(evidence)[0] ?? "value");
    return { dimension: whole || above, subject: whom };
  }
  const own =
    group === "" ||
    (measured.test(label) && !measured.test(group)) ||
    /^(?:dimensions?|standards?|requirements?)$/i.test(group) ||
    isWithin(group, label)
      ? label
      : joined(group, label);
  if (where === "column" && !measured.test(own)) return { dimension: "", subject: forWhom(own) };
  if (where === "column" || column === "") return { dimension: own, subject: qualified };
  const isColumnDimension = measured.test(column) && !measured.test(label);
  return isColumnDimension
    ? { dimension: column, subject: forWhom(own) }
    : { dimension: own, subject: /^(?:requirements?|standards?|value|all)$/i.test(column) ? "" : forWhom(column) };
}

const measured =
  /\b(?:min|max|minimum|maximum|area|width|depth|height|setbacks?|yards?|coverage|frontage|spaces|parking|ratio|density|number|required|requirements?|feet|ft|acres?|percent|limit)\b/i;

function isWithin(group: string, label: string): boolean {
  return label.toLowerCase().includes(group.toLowerCase()) || group.length > 80;
}

/** "Minimum yards" over "Front" is the minimum front yard. */
function joined(group: string, label: string): string {
  const isSide =
    /^(?:front|side|rear|interior|exterior|each|both|one|street|corner|primary|secondary)(?:\s+(?:front|side|rear|street|sides?))?$/i.test(
      label.replace(bracketed, ""),
    );
  const noun = /\b(setbacks?|yards?)\b/i.exec(group);
  if (!isSide || !noun) return `${group}, ${label}`;
  return `${group.slice(0, noun.index)}${label.replace(bracketed, "").toLowerCase()} ${(noun[1] ?? "").replace(/s$/i, "")}${group.slice(noun.index + noun[0].length)}`;
}

/** A label as the subject of a sentence: without its unit, abbreviations written out, in lower case. */
function asDimension(label: string): string {
  const [first = "", ...rest] = label
    .replace(bracketed, (found, inside: string) => (unitNamedIn(inside) || isLimit(inside) ? "" : found))
    .split(/\s+\/\s+/);
  const limit = [...label.matchAll(bracketed)].map((match) => match[1] ?? "").find(isLimit);
  const whole = rest.reduce((above, below) => joined(above, below), first);
  const plain = [limit ?? "", whole]
    .join(" ")
    .replace(/\bmax\b\.?/gi, "maximum")
    .replace(/\bmin\b\.?/gi, "minimum")
    .replace(/,\s*(?:in\s+)?(?:square feet|feet|acres|percent|stories|%)\s*$/i, "")
    .replace(/^\s*%\s+(?:of\s+)?/, "")
    .replace(/^(.*),\s*(minimum|maximum)\s*$/i, "$2 $1")
    .replace(/[\s*†‡^]+$/u, "")
    .replace(/\s+/g, " ")
    .trim();
  const whose = /\b(?:front|side|rear)$/i.test(plain) ? `${plain} setback` : plain;
  return whose.replace(/(?<![A-Za-z-])[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
}

function isLimit(text: string): boolean {
  return /^(?:min|max)(?:imum)?\.?$/i.test(text.trim());
}

function withUnit(value: string, cell: TableCellEvidence, dimension: string): string {
  const quantities = quantitiesIn(value);
  if (quantities.length === 0 || quantities.some((one) => one.unit !== null)) return value;
  const [first = "", second = "", ...more] = value.split("/").map((part) => part.trim());
  const pair = first !== "" && second !== "" && more.length === 0;
  const pairUnits = pair ? unitPairOf([dimension, cell.column, cell.label, cell.group]) : null;
  if (pair && pairUnits && quantities.length === 2) return `${first} ${pairUnits[0]} / ${second} ${pairUnits[1]}`;
  if (/\bper\b|\/|[a-z]{4}/i.test(value) || /\bratio\b|\bF\.?A\.?R\b/i.test(dimension)) return value;
  const named = [dimension, cell.column, cell.label, cell.group].map(unitOfLabel).find((unit) => unit);
  const words = named ? unitWords[named.unit] : undefined;
  if (!words) return value;
  return `${value} ${quantities.length === 1 && quantities[0]?.value === 1 ? words[0] : words[1]}`;
}

/** The two units of a label for values in pairs: "Height (stories/ft)". */
function unitPairOf(labels: readonly string[]): readonly [string, string] | null {
  for (const label of labels) {
    const inside = /[([]\s*([^()[\]/]+)\/([^()[\]/]+)\s*[)\]]/.exec(label);
    const [one, other] = [inside?.[1], inside?.[2]].map((part) => unitWords[unitNamedIn(part ?? "")?.unit ?? ""]?.[1]);
    if (one !== undefined && other !== undefined) return [one, other];
  }
  return null;
}

/** The unit a label gives its values: the one in brackets, because "Height, first story (ft)" is not counted in stories. */
function unitOfLabel(printed: string): ReturnType<typeof unitNamedIn> {
  const label = printed.replace(equation, " ");
  if (isAmount(label)) return null;
  const inBrackets = [...label.matchAll(bracketed)].flatMap((match) => unitNamedIn(match[1] ?? "") ?? []);
  return inBrackets.at(-1) ?? unitNamedIn(label);
}

/** A note of conversion names two units: "1 acre = 43,560 (square feet)". */
const equation = /\b\d+\s*[a-z. ]{2,14}=\s*[\d,.]+\s*[([]?\s*[a-z. ]*\s*[)\]]?/i;

/** A label that is an amount itself gives no unit to its values: "6,001 to 7,000 SF" over ratios. */
function isAmount(label: string): boolean {
  return quantitiesIn(label).some(({ unit }) => unit !== null);
}

function namesIn(text: string, { codes, names }: District): boolean {
  return [...codes, ...names].some((name) => text.toLowerCase().includes(name.toLowerCase()));
}

function placeFor(district: string): string {
  return `in the ${withWord(district)}`;
}

function forWhom(subject: string): string {
  const plain = subject.replace(bracketed, (found, inside: string) => (unitNamedIn(inside) ? "" : found)).trim();
  if (/^(?:all|any)(?: permitted)?(?: uses?)?$/i.test(plain)) return "";
  const isOneThing =
    !/^(?:any|all|other|each|every|no)\b/i.test(plain) &&
    /^[A-Z][a-z]+(?:[- ][a-z]+){0,3}$/.test(plain) &&
    !/s$|\b(?:and|or|of|storage|retail)$/.test(plain);
  return isOneThing
    ? `for ${/^(?!one|uni)[aeiou]/i.test(plain) ? "an" : "a"} ${plain.toLowerCase()}`
    : `for “${plain}”`;
}

function stated(head: string, dimension: string, value: string): string {
  const opened = head === "" ? "" : `${capital(head)}${head.includes(",") || head.startsWith("for") ? "," : ""} `;
  const article = /^(?:the|a|an|no|each|every|total|one)\b/i.test(dimension) ? "" : "the ";
  const subject = head === "" ? capital(`${article}${dimension}`) : `${article}${dimension}`;
  if (dimension === "" || value.length > longestPlainValue || dimension.length > 90) {
    return `${opened.trim().replace(/,$/, dimension === "" ? "" : ",")}${dimension === "" ? "" : `${head === "" ? "" : " "}${subject}`}: ${value}`;
  }
  if (
    /^(?:none|no (?:minimum|maximum|limit|requirement)|n\/?a|not (?:applicable|required|regulated)|-+|–|—)\b/i.test(
      value,
    )
  ) {
    return `${opened}${subject} is given as “${value}”`;
  }
  return `${opened}${subject} ${/\b(?:setbacks|yards|spaces)(?: required)?$/.test(dimension) && !/\bnumber of\b/.test(dimension) ? "are" : "is"} ${value}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
