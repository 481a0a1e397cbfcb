import type { Finding, Rating } from "./report-document.ts";
import { citing, type Statement, wording } from "./statement.ts";
import { fixed } from "./values.ts";

/** Returns the headlines of the findings of rules, the worst first, at most so many; a fixed text where there is none. */
export function findingLines(
  findings: readonly Finding[],
  rules: readonly string[],
  most: number,
): readonly Statement[] {
  const found = findings.filter(({ rule_id: rule }) => rules.includes(rule)).slice(0, most);
  return found.length === 0
    ? [wording`No rule of this report has a finding on it.`]
    : found.map(({ headline }) => headline);
}

const ratingWords: readonly (readonly [Rating, string])[] = [
  ["red", "Red"],
  ["amber", "Amber"],
];

/** Lists what findings are about, by their rating: the table of findings tells the rest. Green ones are left out. */
export function topicLine(findings: readonly Finding[]): Statement {
  const parts = ratingWords.flatMap(([rating, word]) => {
    const topics = findings.flatMap(({ rating: own, topic }) => (own === rating ? [topic] : []));
    return topics.length === 0 ? [] : [`${word}: ${[...new Set(topics)].join(", ")}.`];
  });
  const told = findings.filter(({ rating }) => rating !== "green");
  const text = fixed(parts.join(" "), "topics of the rules");
  return citing(wording`${text}`, ...told.flatMap(({ headline }) => headline.evidence));
}
