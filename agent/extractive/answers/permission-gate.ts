import { contentTerms } from "../../text/words.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { nameOf } from "./use-names.ts";
import type { UseProvision } from "./use-provisions.ts";

/**
 * Finds the provision on which a verdict may be asserted; undefined when the answer must quote instead.
 *
 * It must be a cell explained by its legend or a list item that opens with exactly the use asked about, bound to the
 * district asked about, and no other provision for that district may say otherwise.
 */
export function assertableProvision(
  question: QuestionReading,
  provisions: readonly UseProvision[],
): UseProvision | undefined {
  const all = provisions.filter((one) => isBound(question, one));
  // A cell under a head that names the district tells more than one of a table whose heads are lost.
  const bound = all.some((one) => isEntry(one) && isUnderDistrict(one)) ? all.filter((one) => !isUnlabelled(one)) : all;
  const entries = bound.filter(isEntry);
  // A blank cell that no legend explains is as often the fault of a broken table.
  const exact = entries.some(({ verdict }) => verdict) ? entries.filter((one) => !isUnexplainedBlank(one)) : entries;
  // An entry in the very words of the question tells more than one that means the same kind of use.
  const printed = entries.filter((one) => isPrinted(question, one));
  const [best] = printed.length > 0 && !exact.some((one) => printed.includes(one)) ? [] : exact;
  if (best?.verdict === undefined || exact.some(({ verdict }) => verdict !== best.verdict)) return undefined;
  // A use that is allowed or forbidden only in some place or size is neither allowed nor forbidden at large.
  if (best.name === "limited" && best.verdict !== "conditional") return undefined;
  if (best.isLeftOut && bound.some((one) => one.verdict !== best.verdict && one.name !== "other")) return undefined;
  const isContradicted = [...bound, ...provisions.filter(isGeneralBan)].some((one) => contradicts(one, best));
  return isContradicted ? undefined : best;
}

/** A cell or list item that opens with the use asked about. */
function isEntry({ kind, name }: UseProvision): boolean {
  return kind !== "clause" && (name === "exact" || name === "limited");
}

function isPrinted({ use, text }: QuestionReading, { evidence }: UseProvision): boolean {
  const name = contentTerms(nameOf(evidence.cell?.label ?? evidence.text));
  const asked = new Set(contentTerms(use ?? text));
  return name.length > 0 && name.length === asked.size && name.every((term) => asked.has(term));
}

function isUnexplainedBlank({ evidence, verdict }: UseProvision): boolean {
  return verdict === undefined && evidence.cell?.value.trim() === "";
}

function isUnderDistrict({ standing }: UseProvision): boolean {
  return standing.kind === "named" && standing.where === "column";
}

function isUnlabelled({ evidence }: UseProvision): boolean {
  return evidence.cell?.column === "";
}

/** Bound to the district asked about by its column, row, list or heading, or expressly set for every district. */
function isBound({ districts }: QuestionReading, { standing, evidence }: UseProvision): boolean {
  if (districts.length === 0) return standing.kind === "general" && evidence.passage.headingPath.length > 0;
  return standing.kind === "named" || (standing.kind === "general" && isForAllDistricts(evidence));
}

const everyDistrict = /\b(?:all|any|every|each)\s+(?:[\w-]+\s+){0,2}(?:districts?|zones?)\b/i;

function isForAllDistricts(one: Evidence): boolean {
  return [one.lead, ...headingsOf(one).slice(0, 2)].some((text) => everyDistrict.test(text));
}

/** A ban that names no district holds in the one asked about too. */
function isGeneralBan({ standing, verdict }: UseProvision): boolean {
  return standing.kind === "general" && verdict === "prohibited";
}

/**
 * Another verdict on the same use; what is said of a narrower use leaves the wider one as it is, and a sentence that lets a
 * use be in some place does not take away the approval that its entry asks for.
 */
function contradicts(one: UseProvision, best: UseProvision): boolean {
  const isMilder = one.kind === "clause" && one.verdict === "permitted" && best.verdict === "conditional";
  return (
    one.verdict !== undefined &&
    one.verdict !== best.verdict &&
    !isMilder &&
    (one.name === "exact" || (one.kind === "clause" && one.isPlainMention))
  );
}
