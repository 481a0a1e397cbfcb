import type { Finding, Numbered, Rating } from "../document/report-document.ts";
import { type Statement, wording } from "../document/statement.ts";
import { date } from "../document/values.ts";
import type { PreviousFindings } from "../evidence/report-evidence.ts";
import type { SectionContext } from "../sections/context.ts";

/** What a rule says of one subject. */
export interface RuleOutcome {
  readonly rating: Rating;
  readonly statement: Statement;
  /** The statement in one or two lines; absent where it is as short already. */
  readonly headline?: Statement;
  /** Who can settle it, and how; absent for a green one. */
  readonly next?: Statement;
  /** Tells several findings of a rule apart: a district, a layer. */
  readonly subject?: string;
}

/** A rule that rates what is known. It returns nothing where it does not apply. */
export interface FindingRule {
  readonly id: string;
  readonly section: string;
  /** What its findings are about, in a few words, as a summary lists them. */
  readonly topic: string;
  /** What its findings move. */
  readonly affects: string;
  evaluate(context: SectionContext): readonly RuleOutcome[];
}

/** Version of the rule table; it grows with every change of a rule. */
export const ruleTableVersion = 6;

const order: Readonly<Record<Rating, number>> = { red: 0, amber: 1, green: 2 };

/** Returns the findings of the rules, the worst first, then by rule. */
export function findingsOf(rules: readonly FindingRule[], context: SectionContext): readonly Finding[] {
  return rules
    .flatMap((rule) => rule.evaluate(context).map((outcome) => findingOf(rule, outcome, context.evidence)))
    .sort((one, other) => order[one.rating] - order[other.rating] || (one.finding_id < other.finding_id ? -1 : 1));
}

function findingOf(
  rule: FindingRule,
  outcome: RuleOutcome,
  { previous, report_time: now }: SectionContext["evidence"],
): Finding {
  const { rating, statement, headline = statement, next, subject } = outcome;
  const id = subject === undefined ? rule.id : `${rule.id}:${subject}`;
  const isSame = previous === null || previous.findings[id] === fingerprint({ rating, statement });
  return {
    ...{ finding_id: id, rule_id: rule.id, rating, section_id: rule.section },
    ...{ headline, topic: rule.topic, affects: rule.affects },
    statement: { ...statement, rule_id: rule.id },
    next_step: next ?? null,
    changed_since: isSame ? null : changedSince(previous, now),
  };
}

function changedSince({ report_time: at }: PreviousFindings, now: string): Statement {
  const before = date(at, null, "time of the report before this one");
  return before.text === date(now, null).text
    ? wording`Changed since the earlier report of the same day.`
    : wording`Changed since the report of ${before}.`;
}

const fingerprint = ({ rating, statement: { text } }: { rating: Rating; statement: { text: string } }) =>
  `${rating}: ${text}`;

/** Returns findings in the form in which the next report compares its own with them. */
export const comparable = (findings: readonly Numbered<Finding>[]): PreviousFindings["findings"] =>
  Object.fromEntries(findings.map((finding) => [finding.finding_id, fingerprint(finding)]));
