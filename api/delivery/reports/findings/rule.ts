import type { Finding, Rating } from "../document/report-document.ts";
import type { Statement } from "../document/statement.ts";
import type { SectionContext } from "../sections/context.ts";

/** What a rule says of one subject. */
export interface RuleOutcome {
  readonly rating: Rating;
  readonly statement: Statement;
  /** Who can settle it, and how; absent for a green one. */
  readonly next?: Statement;
  /** Tells several findings of a rule apart: a district, a layer. */
  readonly subject?: string;
}

/** A rule that rates what is known. It returns nothing where it does not apply. */
export interface FindingRule {
  readonly id: string;
  readonly section: string;
  evaluate(context: SectionContext): readonly RuleOutcome[];
}

/** Version of the rule table; it grows with every change of a rule. */
export const ruleTableVersion = 1;

const order: Readonly<Record<Rating, number>> = { red: 0, amber: 1, green: 2 };

/** Returns the findings of the rules, the worst first, then by rule. */
export function findingsOf(rules: readonly FindingRule[], context: SectionContext): readonly Finding[] {
  return rules
    .flatMap((rule) =>
      rule.evaluate(context).map(
        ({ rating, statement, next, subject }): Finding => ({
          finding_id: subject === undefined ? rule.id : `${rule.id}:${subject}`,
          rule_id: rule.id,
          rating,
          section_id: rule.section,
          statement: { ...statement, rule_id: rule.id },
          next_step: next ?? null,
        }),
      ),
    )
    .sort((one, other) => order[one.rating] - order[other.rating] || (one.finding_id < other.finding_id ? -1 : 1));
}
