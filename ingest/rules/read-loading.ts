import { siteMeasureOf } from "../lexicon/site-standards.ts";
import { beforeException, clausesOutsideTables } from "./clauses.ts";
import type { DistrictRegister } from "./district-register.ts";
import {
  asksForLoading,
  floorAreaWords,
  type LoadingNeed,
  loadingNeedIn,
  loadingNeedOfRow,
  loadingSizeIn,
} from "./loading-spaces.ts";
import { inDigits } from "./number-words.ts";
import { notesOf } from "./read-table-rules.ts";
import type { RuleEvidence, SiteRule } from "./rule.ts";
import type { RuleChunk } from "./rule-chunk.ts";
import { districtsAt, specialChapterOf, usesAt } from "./rule-place.ts";

const confidence = 0.9;
const longestSentence = 500;
const onLoading = /\bloading\b|\bparking\b/i;

/** Returns how many loading spaces buildings need by their floor area, and the size of one, as the tables and sentences of a chunk state. */
export function readLoading(chunk: RuleChunk, register: DistrictRegister): SiteRule[] {
  const path = chunk.headingPath.join(" ");
  if (/\bdefinitions?\b/i.test(path)) return [];
  const inTables = chunk.rows.flatMap((row) =>
    row.cells.flatMap((cell) => {
      const isOfLoading = /\bloading\b/i.test(`${row.caption ?? ""} ${cell.column}`);
      const need = isOfLoading ? loadingNeedOfRow(row.label, cell.value) : undefined;
      return need ? [ruleOf(need, { chunk, register, span: row, text: "", notes: notesOf(cell) })] : [];
    }),
  );
  const inClauses = clausesOutsideTables(chunk, longestSentence).flatMap(({ text, start, end }) => {
    const at = { chunk, register, span: { charStart: start, charEnd: end }, text, notes: [] };
    const need = loadingNeedIn(inDigits(beforeException(text)));
    const size = loadingSizeIn(inDigits(beforeException(text)));
    return [
      ...(need ? [ruleOf(need, at)] : asksForLoading(text) ? [sizeRule("loading_asked", 1, at)] : []),
      ...(size
        ? (["loading_w", "loading_l"] as const).map((standard, side) => sizeRule(standard, size[side] ?? 0, at))
        : []),
    ];
  });
  return [...inTables, ...inClauses];
}

interface Place {
  readonly chunk: RuleChunk;
  readonly register: DistrictRegister;
  readonly span: Pick<RuleEvidence, "charStart" | "charEnd">;
  /** The words that may name districts and uses. */
  readonly text: string;
  readonly notes: readonly string[];
}

const ruleOf = (need: LoadingNeed, place: Place): SiteRule => ({
  ...{ kind: "site", standard: "loading", ...siteMeasureOf("loading"), value: need.value, confidence },
  ...{ floorArea: need.floorArea, ...boundAt(place, [floorAreaWords(need.floorArea)]) },
});

const sizeRule = (standard: "loading_w" | "loading_l" | "loading_asked", value: number, place: Place): SiteRule => ({
  ...{ kind: "site", standard, ...siteMeasureOf(standard), value, confidence, ...boundAt(place, []) },
});

function boundAt({ chunk, register, span, text, notes }: Place, conditions: readonly string[]) {
  const stand = { headingPath: chunk.headingPath, text, subject: onLoading };
  const { districts, binding } = districtsAt(stand, register);
  const special = specialChapterOf(stand, register) ?? usesAt(stand, districts);
  return {
    ...{ districts, binding, notes, conditions: [...conditions, ...(special === null ? [] : [special])] },
    evidence: { chunk: chunk.ordinal, charStart: span.charStart, charEnd: span.charEnd },
  };
}
