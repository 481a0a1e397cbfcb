import { type Quantity, quantitiesIn, unitNamedIn } from "../../text/quantities.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { TableCellEvidence } from "../evidence/table-cells.ts";
import { dimensions } from "../question/dimensions.ts";
import type { QuestionReading } from "../question/read-question.ts";

/** What labels a value of a table, in one line. */
export function labelsOf({ group, label, qualifier, column }: TableCellEvidence): string {
  return [group, label, qualifier, column].filter((part) => part !== "").join(" ");
}

const itemMark = /^\s*(?:\(?(?:[a-zA-Z]|\d{1,3}|[ivx]{1,5})[.)]|\d+(?:[.-]\d+)+\.?)\s+/;

/** A text without the mark of the item it is. */
export function withoutItemMark(text: string): string {
  return text.replace(itemMark, "");
}

/** How plainly a piece of evidence is about the dimension asked: in its own words, in its lead, in its heading. */
export function toldBy(question: QuestionReading, evidence: Evidence): number {
  const told = question.dimension?.told ?? question.measure?.told;
  if (!told) return 0;
  const notTold = question.dimension?.notTold;
  const { cell } = evidence;
  const [heading] = headingsOf(evidence);
  const lead = withoutItemMark(evidence.lead);
  const own = cell ? [`${cell.group} ${cell.label}`, cell.column] : [nearValue(question, evidence.text)];
  if (question.dimension?.id === "parking" && headingsOf(evidence).some((above) => notTold?.test(above))) return 0;
  if (notTold && own.some((text) => notTold.test(text))) return 0;
  if (cell) {
    const isOwnDimension = /\b(?:min|max)(?:imum)?\b/i.test(cell.label);
    if (told.test(statedIn(question, cell.label)) || (told.test(cell.column) && !isOwnDimension)) return 1;
    if (told.test(`${cell.group} ${cell.label}`)) return 0.95;
    if (told.test(`${lead} ${cell.label}`) && !notTold?.test(lead)) return 0.85;
    if (question.dimension?.id === "parking" && told.test(cell.value)) return isAboutParking(evidence) ? 1 : 0.9;
    const isSaidBeside = valuesIn(question, cell.value).length > 0 && told.test(cell.value);
    if (isSaidBeside && !notTold?.test(cell.value)) return 0.9;
  } else if (told.test(statedIn(question, evidence.text)))
    return question.dimension ? nearness(question, evidence.text) : 0.85;
  if (namesOtherDimension(question, cell ? labelsOf(cell) : evidence.text)) return 0;
  if (told.test(lead) && !notTold?.test(lead)) return isLabelled(evidence) ? 1 : 0.85;
  if (goesOn.test(evidence.text) && told.test(evidence.before) && !notTold?.test(evidence.before)) return 0.85;
  return heading && told.test(heading) && !notTold?.test(heading) ? 0.8 : 0;
}

/** A sentence that goes on from the one before without naming the dimension again. */
const goesOn =
  /\b(?:minimum|maximum|requirement|limit|figure)\s+(?:is|are|shall be)\b|\bth(?:is|e same|ese)\s+(?:minimum|maximum|requirement|limit|distance|height|area|width|depth|setback)s?\b/i;

/** The statement of a sentence: without its item mark and its opening condition, and without stories that only sort buildings. */
function statedIn(question: QuestionReading, text: string): string {
  const plain = withoutCondition(withoutItemMark(text));
  return question.dimension?.units.includes("story") ? plain.replace(sortedByStories, " ") : plain;
}

/** What stands in "For a building more than two stories high, …" is no rule. */
function withoutCondition(text: string): string {
  return text.replace(/^\W*(?:for|where|when|if)\b[^,;:]{3,160}\b(?:than|exceed\w*|over|under)\b[^,;:]{1,80},\s*/i, "");
}

/** "Buildings of two stories", "each story over the first", "one-story": stories by which another dimension is set. */
const sortedByStories =
  /\b(?:each|every|per|additional|first|second|ground|upper|\d+\s?(?:st|nd|rd|th))\s+stor(?:y|ey)\b|\b(?:buildings?|structures?|dwellings?)\s+of\s+(?:[\w-]+\s+){1,4}stor(?:y|ey|ies|eys)\b|\b(?:one|two|three|four|single|multi|\d)-stor(?:y|ey)\b/gi;

/** A sentence that names a dimension of its own is about that one, whatever its heading says. */
function namesOtherDimension(question: QuestionReading, text: string): boolean {
  return dimensions.some(
    (other) =>
      other.id !== question.dimension?.id &&
      !(other.id === "setbacks" && / setback$/.test(question.dimension?.id ?? "")) &&
      other.told.test(text) &&
      !other.notTold?.test(text) &&
      /\b(?:area|yard|setback|height|width|depth|frontage|coverage|spaces|ratio|density)s?\b/i.test(
        other.told.exec(text)?.[0] ?? "",
      ),
  );
}

const longestLabel = 60;

/** A value under a label of its own: "Lot area minimum" over "4,000 sq. ft.", "Front." before "Twenty feet". */
export function isLabelled({ cell, text, lead }: Pick<Evidence, "cell" | "text" | "lead">): boolean {
  if (cell !== null || lead === "" || lead.length > longestLabel) return false;
  return /^\d/.test(text) || (/^[A-Z][a-z]+/.test(text) && quantitiesIn(text)[0]?.start === 0);
}

/** The clause of a sentence that holds the value asked for. */
function nearValue(question: QuestionReading, text: string): string {
  const value = valuesIn(question, text)[0];
  if (!value) return text;
  const start = Math.max(text.lastIndexOf(";", value.start), 0);
  const end = text.indexOf(";", value.end);
  return text.slice(start, end < 0 ? undefined : end);
}

function nearness(question: QuestionReading, text: string): number {
  const match = question.dimension?.told.exec(text);
  const start = match?.index ?? 0;
  const end = start + (match?.[0].length ?? 0);
  const gaps = valuesIn(question, text).map((value) => Math.max(value.start - end, start - value.end, 0));
  const distance = Math.min(...gaps);
  return distance <= 60 ? 1 : distance <= 140 ? 0.9 : 0.75;
}

/** Tells whether a piece of evidence states a value in a unit of the dimension. */
export function hasValue(question: QuestionReading, evidence: Evidence): boolean {
  const { cell } = evidence;
  const units = question.dimension?.units ?? question.measure?.units ?? [];
  if (!cell) return valuesIn(question, evidence.text).length > 0;
  if (
    /^(?:none|n\/?a|no (?:minimum|maximum|limit|requirement)|not (?:applicable|required|permitted|regulated))\b/i.test(
      cell.value,
    )
  )
    return true;
  const values = quantitiesIn(cell.value);
  if (values.length === 0) return false;
  if (question.dimension?.id === "parking") {
    const isSpaces = values.some((value) => value.unit === "space");
    return isSpaces || (isAboutParking(evidence) && values[0]?.unit !== "ft" && values[0]?.unit !== "percent");
  }
  if (values.some((value) => value.unit !== null))
    return values.some((value) => value.unit !== null && units.includes(value.unit));
  const named = [cell.label, cell.column, cell.group].flatMap((label) => unitNamedIn(label) ?? [])[0];
  return named === undefined ? question.dimension?.allowsBare === true : units.includes(named.unit);
}

function isAboutParking({ cell, lead, passage }: Evidence): boolean {
  return /\bparking\b|\bspaces\b/i.test(`${cell?.column} ${cell?.label} ${lead} ${passage.headingPath.at(-1)}`);
}

function valuesIn(question: QuestionReading, text: string): Quantity[] {
  const units = question.dimension?.units ?? question.measure?.units ?? [];
  const allowsBare = question.dimension?.id === "floor area ratio";
  return quantitiesIn(text).filter((value) => (value.unit === null ? allowsBare : units.includes(value.unit)));
}
