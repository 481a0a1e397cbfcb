import type { CriterionField } from "../../api/land/design-criteria/criteria.ts";
import { criteriaOf } from "../../api/land/design-criteria/criteria-fields.ts";
import { type DocumentRules, isSameCode, type RuleChunk, readDocument } from "../../ingest/index.ts";
import type { Citation } from "../../retrieval/index.ts";
import type { CriteriaSet, CriterionLabel, LabelledTown } from "../criteria-labels.ts";
import { plainWords } from "../plain-words.ts";

/** "several": the criteria list values of which none is chosen. */
type CriterionOutcome = "right" | "wrong" | "several" | "missed";

/** A labelled standard and what the design criteria state for it. */
export interface JudgedCriterion {
  readonly label: CriterionLabel;
  readonly outcome: CriterionOutcome;
  /** Why it is missed; null where it is not. */
  readonly cause: string | null;
  readonly stated: string;
}

/** The labelled standards of a town, judged. */
export interface TownCriteria {
  readonly set: CriteriaSet["name"];
  readonly town: string;
  readonly judged: readonly JudgedCriterion[];
}

/** How many of the labelled standards came out how. */
type CriteriaCounts = Readonly<Record<CriterionOutcome, number>>;

/** Counts the outcomes of judged standards. */
export function countCriteria(judged: readonly JudgedCriterion[]): CriteriaCounts {
  const of = (outcome: CriterionOutcome) => judged.filter((one) => one.outcome === outcome).length;
  return { right: of("right"), wrong: of("wrong"), several: of("several"), missed: of("missed") };
}

/** Share of the stated values that are right; 1 where none is stated. */
export const precisionOf = ({ right, wrong }: CriteriaCounts) => (right + wrong === 0 ? 1 : right / (right + wrong));

/** Share of the labelled standards that are stated rightly. */
export const recallOf = ({ right, wrong, several, missed }: CriteriaCounts) =>
  right / Math.max(1, right + wrong + several + missed);

/** Reads the law of each labelled town and judges what the design criteria state; towns come in the order of the set. */
export async function* measureCriteria(sets: readonly CriteriaSet[], only?: string): AsyncGenerator<TownCriteria> {
  for (const { name, towns, labels } of sets) {
    for (const town of towns) {
      const own = labels.filter((label) => label.town === town.town);
      if (own.length === 0 || (only !== undefined && town.town !== only)) continue;
      const { chunks, read } = await readTown(town);
      yield { set: name, town: town.town, judged: own.map((label) => judge(label, read, chunks)) };
    }
  }
}

async function readTown({ bytes, mediaType, filename }: LabelledTown) {
  const { document, chunks, rules } = await readDocument({ bytes }, { mediaType, filename });
  if (!rules) throw new Error(`the rules of ${filename} were not read with it`);
  const texts = chunks.map(
    (chunk): RuleChunk => ({
      ...chunk,
      text: document.text.slice(chunk.charStart, chunk.charEnd),
    }),
  );
  return { chunks: texts, read: rules };
}

function judge(label: CriterionLabel, read: DocumentRules, chunks: readonly RuleChunk[]): JudgedCriterion {
  const code = registeredCode(label, read);
  const cited = read.rules
    .flatMap((rule) => (rule.kind === "use" ? [] : [rule]))
    .map((rule) => ({
      rule,
      citation: { ...rule.evidence, documentId: "" } as unknown as Citation,
      notes: [],
    }));
  const { fields } = criteriaOf(code ?? label.district, cited);
  const found = label.fields
    .map((name) => name.split(".").reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], fields))
    .find((field) => field !== undefined && !isMissing(field as CriterionField)) as CriterionField | undefined;
  if (!found) return { label, outcome: "missed", cause: causeOf(label, { code, read, chunks }), stated: "" };
  const stated = statedBy(found);
  const outcome = outcomeOf(label, found);
  return { label, outcome, cause: null, stated };
}

const isMissing = (field: CriterionField) => "marker" in field && field.marker === "NOT_LOCATED_IN_INDEXED_ORDINANCE";

function statedBy(field: CriterionField): string {
  if ("marker" in field) return "none";
  if ("values" in field) return field.values.map(({ value, condition }) => `${value} (${condition ?? "-"})`).join(", ");
  return `${field.value}${field.basis === null ? "" : ` [${field.basis.slice(0, 60)}]`}`;
}

function outcomeOf({ values }: CriterionLabel, field: CriterionField): CriterionOutcome {
  if ("marker" in field) return values.includes("none") ? "right" : "wrong";
  const isLabelled = (stated: number | string) =>
    values.some((value) => value !== "none" && Math.abs(Number(stated) - value) <= 0.02 * value);
  if ("value" in field) {
    if (!isLabelled(field.value)) return "wrong";
    // A value of one case is not the value of all of them, unless the other cases are told beside it.
    return values.every((value) => isLabelled(value) && told(field, value)) ? "right" : "several";
  }
  const all = field.values.map(({ value }) => Number(value));
  return values.length > 1 && values.every((value) => all.some((one) => Math.abs(one - Number(value)) <= 0.02 * one))
    ? "right"
    : "several";
}

function told(field: Extract<CriterionField, { value: unknown }>, value: number | "none"): boolean {
  if (value === "none") return false;
  return Math.abs(Number(field.value) - value) <= 0.02 * value || (field.basis ?? "").includes(String(value));
}

function registeredCode({ district, districtName }: CriterionLabel, { districts }: DocumentRules): string | undefined {
  const plainName = (name: string | null) =>
    (name ?? "").toLowerCase().replaceAll(/\b(?:districts?|zones?)\b|[^a-z0-9]/g, "");
  const wanted = [plainName(district), plainName(districtName)].filter((name) => name.length > 3);
  return (
    districts.find(({ code }) => isSameCode(code, district)) ??
    districts.find(({ code, name }) => wanted.includes(plainName(name)) || wanted.includes(plainName(code)))
  )?.code;
}

interface CauseInput {
  readonly code: string | undefined;
  readonly read: DocumentRules;
  readonly chunks: readonly RuleChunk[];
}

/** Tells which step of the reading lost a labelled standard. */
function causeOf({ district, quote, fields }: CriterionLabel, { code, read, chunks }: CauseInput): string {
  if (fields[0]?.startsWith("parking_ratio.")) return "parking ratio not read";
  if (code === undefined && district !== "ALL") return "district not registered";
  const isOfField = fields.some((field) =>
    read.rules.some((rule) => rule.kind === "dimension" && rule.dimension === field),
  );
  if (quote === null) return isOfField ? "standard read, not for this district" : "standard read nowhere";
  const start = plainWords(quote).slice(0, 40);
  const chunk = chunks.find(({ text }) => plainWords(text).includes(start));
  if (!chunk) return "words not in one piece";
  const row = chunk.rows.find(({ sentence }) => {
    const words = plainWords(sentence);
    return start.split(" ").filter((word) => words.includes(word)).length >= start.split(" ").length * 0.7;
  });
  if (row) return row.cells.every(({ column }) => column === "") ? "table header lost" : "row of a table not bound";
  if (/\|/.test(quote)) return "table not read";
  return "clause not bound";
}
