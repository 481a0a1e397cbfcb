import type { DistrictUse } from "../../../retrieval/index.ts";
import type { MarkedPassage } from "../../evidence-desk.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { matchDistrict } from "../question/districts.ts";
import type { QuestionReading } from "../question/read-question.ts";
import type { SourceSpan } from "./answer.ts";
import type { DistrictStanding } from "./district-match.ts";
import { type DocumentPlace, holderOf } from "./rule-evidence.ts";
import { provisionOfCell, provisionOfItem, type UseProvision } from "./use-provisions.ts";

/** What was read at ingest of the uses of a district, and the passages that hold it. */
export interface UsesRead {
  readonly uses: readonly DistrictUse[];
  readonly passages: readonly MarkedPassage[];
}

/** The rules read at ingest that name the use asked about, as provisions of the district asked about. */
export function provisionsOfRules(question: QuestionReading, { uses, passages }: UsesRead): UseProvision[] {
  return uses.flatMap((rule): UseProvision[] => {
    const district = question.districts.find((one) =>
      rule.districts.some((code) => matchDistrict(code, one, true) === "named"),
    );
    const held = holderOf(rule, passages);
    if (!district || !held) return [];
    const where = rule.binding === "column" ? "column" : rule.binding === "sentence" ? "lead" : "heading";
    const read = provisionOf(question, rule, { held, passages, standing: { kind: "named", where, district } });
    return read.name === "other" ? [] : [read];
  });
}

/** Provisions of both readings: what both read of one place is taken from the rules. */
export function withRules(rules: readonly UseProvision[], read: readonly UseProvision[]): UseProvision[] {
  const isKnown = ({ evidence }: UseProvision) =>
    rules.some(
      ({ evidence: one }) =>
        one.passage.documentId === evidence.passage.documentId &&
        one.charStart < evidence.charEnd &&
        evidence.charStart < one.charEnd,
    );
  return [...rules, ...read.filter((one) => !isKnown(one))].sort((a, b) => b.nearness - a.nearness);
}

function provisionOf(
  question: QuestionReading,
  rule: DistrictUse,
  {
    held,
    passages,
    standing,
  }: {
    readonly held: MarkedPassage;
    readonly passages: readonly MarkedPassage[];
    readonly standing: DistrictStanding;
  },
): UseProvision {
  const { source, cell, words, group, verdict, charStart, charEnd } = rule;
  const { marker, passage } = held;
  const own = { marker, passage, charStart, charEnd, before: "", position: 0 };
  const span = source?.span ? spanIn({ ...source.span, documentId: rule.documentId }, passages) : undefined;
  if (cell === null) {
    const isBeside = span !== undefined && span.marker === marker;
    const lead = source?.span ? source.words : "";
    const one: Evidence = { ...own, text: words, lead, leadSpan: isBeside ? span : null, cell: null };
    return provisionOfItem(question, one, { standing, listed: verdict });
  }
  const one: Evidence = {
    ...{ ...own, text: passage.text.slice(charStart - passage.charStart, charEnd - passage.charStart) },
    ...{ lead: "", leadSpan: null },
    cell: {
      ...{ label: words, group, qualifier: "", column: cell.column, labelHead: "", value: cell.value },
      ...{ lineStart: charStart, lineEnd: charEnd, valueStart: cell.charStart, valueEnd: cell.charEnd, header: null },
    },
  };
  const explained = source && span ? { meaning: source.said, span } : undefined;
  return provisionOfCell(question, { one, explained }, standing, verdict);
}

function spanIn(place: DocumentPlace, passages: readonly MarkedPassage[]): SourceSpan | undefined {
  const held = holderOf(place, passages);
  return held && { marker: held.marker, charStart: place.charStart, charEnd: place.charEnd };
}
