import type { Finding } from "./report-document.ts";
import { type Statement, wording } from "./statement.ts";

/** Returns the statements of the findings of rules, the worst first, at most so many; a fixed text where there is none. */
export function findingLines(
  findings: readonly Finding[],
  rules: readonly string[],
  most: number,
): readonly Statement[] {
  const found = findings.filter(({ rule_id: rule }) => rules.includes(rule)).slice(0, most);
  return found.length === 0
    ? [wording`No rule of this report has a finding on it.`]
    : found.map(({ statement }) => statement);
}
