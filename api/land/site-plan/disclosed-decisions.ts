import type { Static } from "@sinclair/typebox";
import type { CitationView } from "../../http/citation.model.ts";
import { valueWords } from "../interview/answer-words.ts";
import type { PlanDecision } from "./plan-decisions.repository.ts";
import type { Program } from "./planning.ts";
import type { StoredConflict } from "./proposals.repository.ts";
import type { DisclosedDecision } from "./stored-concept.ts";

const kinds: Readonly<Record<string, "wetland" | "floodplain">> = {
  "site.wetland_treatment": "wetland",
  "site.floodplain": "floodplain",
};

/** Returns the decisions that have to be shown with the concept: on wetlands and floods, overrides, and suspended ones. */
export function disclosedDecisions(
  decisions: readonly PlanDecision[],
  { program, conflicts }: { readonly program: Program; readonly conflicts: readonly StoredConflict[] },
): DisclosedDecision[] {
  const rules = new Set(conflicts.map(({ rule }) => rule));
  const latest = new Map<string, PlanDecision>();
  for (const decision of decisions) if (decision.kind === "override") latest.set(decision.key, decision);
  return decisions.flatMap((decision): DisclosedDecision[] => {
    const { seq, key, reason, decided_at: decidedAt, status } = decision;
    const isSuspended = status === "suspended";
    const common = { seq, decidedAt, isSuspended, reason };
    if (decision.kind === "override") {
      if (!rules.has(key) || latest.get(key) !== decision) return [];
      return [
        {
          ...common,
          kind: "override",
          statement: "Rule overridden",
          source: clauseOf(decision),
          rule: ruleOf(decision),
        },
      ];
    }
    const kind = decision.kind === "answer" ? kinds[key] : undefined;
    if (kind) return [{ ...common, kind, statement: wordsOf(decision, program), source: null, rule: null }];
    return isSuspended ? [{ ...common, kind: "other", statement: decision.statement, source: null, rule: null }] : [];
  });
}

function wordsOf({ key, value, unit, statement }: PlanDecision, { walk }: Program): string {
  const question = walk.questions.find(({ questionId }) => questionId === key);
  const name = kinds[key] === "wetland" ? "Mapped wetland" : "Mapped flood hazard area";
  return question ? `${name}: ${valueWords(value, question.data.schema, unit)}` : statement;
}

function ruleOf({ key, value }: PlanDecision): DisclosedDecision["rule"] {
  const conflict = (value ?? {}) as Readonly<Record<string, unknown>>;
  const told = (amount: unknown) =>
    amount === null || amount === undefined ? "none" : `${amount} ${conflict.unit ?? ""}`.trim();
  return { name: key, limit: told(conflict.limit), proposed: told(conflict.proposed) };
}

/** The clause of the rule that was overridden: "Zoning Ordinance, 4.1"; null where the conflict cites none. */
function clauseOf({ value }: PlanDecision): string | null {
  const { citations } = (value ?? {}) as { readonly citations?: readonly Static<typeof CitationView>[] };
  const [citation] = citations ?? [];
  if (!citation) return null;
  return [citation.source_document, ...(citation.section === null ? [] : [citation.section])].join(", ");
}
