import { ruleName } from "../../../../ingest/index.ts";
import { fact, type SourceKey, type Statement, wording } from "../document/statement.ts";
import { named } from "../document/values.ts";
import type { ReportConcept } from "../evidence/plan-evidence.ts";
import { chosenLimits, isMeasured, overrideText, programGap, ruleVerdict, useFault } from "../sections/concept.ts";
import { conceptKey } from "../sections/concept-words.ts";
import { label, type SectionContext } from "../sections/context.ts";
import { onMappedLand } from "../sections/mapped-land.ts";
import type { FindingRule, RuleOutcome } from "./rule.ts";

/** Whether the concept breaks a rule. */
export const conceptConflicts: FindingRule = {
  id: "FE-CONCEPT-01",
  section: "concept",
  topic: "concept",
  affects: "The plan and its path of approval.",
  evaluate(context) {
    const { concept } = context.evidence;
    if (concept === null) return [];
    const key = conceptKey(context, concept);
    const checked = concept.conflicts.length === 0 ? [keeps(context, concept, key)] : broken(concept, key);
    return [...checked, ...otherOverrides(concept, key), ...shortOfProgram(context, concept, key)];
  },
};

/** A concept that breaks nothing is green only where every limit was read from the ordinance. */
function keeps(context: SectionContext, concept: ReportConcept, key: SourceKey): RuleOutcome {
  // A separate finding reports what the program asks for beyond the concept.
  const overridden = concept.decisions.flatMap(({ rule }) => (rule === null ? [] : [rule.name]));
  const verdict = ruleVerdict(context, concept, overridden);
  const isOpen =
    useFault(context, concept).length > 0 ||
    chosenLimits(concept).length > 0 ||
    programGap(context, concept, key).length > 0 ||
    Object.keys(onMappedLand(concept, key)).length > 0 ||
    Object.values(concept.metrics).some(({ marker }) => marker !== null);
  const statement = fact`Concept, revision ${named(String(concept.revision), key)}: ${verdict}`;
  const next = wording`Have the standards without a value settled, then compile the concept again.`;
  return isOpen ? { rating: "amber", statement, next } : { rating: "green", statement };
}

/** One outcome for each broken rule, with the reason that the user gave for keeping it. */
function broken(concept: ReportConcept, key: SourceKey): RuleOutcome[] {
  return concept.conflicts.map(({ code, rule, severity, statement, zoneId }, at): RuleOutcome => {
    const override = concept.decisions.find((decision) => decision.rule?.name === rule);
    const reason = override?.reason ?? null;
    const why = reason === null ? wording`` : fact` Kept by the user: ${named(`“${reason}”`, key)}`;
    const isHard = severity === "hard";
    const headline = fact`The concept breaks the rule on ${label(ruleName(rule).toLowerCase())}: ${named(statement, key)}`;
    return {
      ...{ rating: isHard ? "red" : "amber", subject: `${code}-${zoneId ?? "site"}-${at}`, headline },
      statement: fact`${headline}${why}`,
      next: isHard
        ? wording`Change the program or the plan.`
        : wording`Obtain the relief that the section on approvals names before the plan relies on it, or keep to the rule.`,
    };
  });
}

/** What the program asks for and the concept does not reach. */
function shortOfProgram(context: SectionContext, concept: ReportConcept, key: SourceKey): RuleOutcome[] {
  return programGap(context, concept, key).map((statement, at): RuleOutcome => {
    const next = wording`Reduce the program, or settle which rule is to be relaxed, then compile the concept again.`;
    return { rating: "amber", subject: `program-${at}`, statement, next };
  });
}

/** Of mapped land that is built on nowhere; that a plan keeps the distance from a wetland is not measured. */
const offMappedLand: Readonly<Record<string, Statement>> = {
  wetland: wording`The program overrides a rule. The plan builds on no mapped wetland; whether it keeps the buffer was not measured.`,
  floodplain: wording`The program overrides a rule. The plan builds on no mapped flood hazard area.`,
};

/** Says how the plan, as it is drawn, stands to a rule that the program overrides, where that is measured. */
function standing(concept: ReportConcept, rule: string, key: SourceKey): Statement {
  const relied = onMappedLand(concept, key)[rule];
  if (relied) return fact`The program overrides a rule, and the plan relies on it: ${relied}`;
  const land = offMappedLand[rule];
  if (land) return land;
  return isMeasured(concept, rule)
    ? wording`The program overrides a rule to which the plan, as it is drawn, keeps.`
    : wording`The program overrides a rule.`;
}

/** Overrides of rules that no measure of the plan breaks. */
function otherOverrides(concept: ReportConcept, key: SourceKey): RuleOutcome[] {
  const isBroken = (name: string) => concept.conflicts.some(({ rule }) => rule === name);
  return concept.decisions.flatMap(({ rule, reason }): RuleOutcome[] => {
    if (rule === null || isBroken(rule.name)) return [];
    const why = reason === null ? wording`` : fact` Reason of the user: ${named(`“${reason}”`, key)}`;
    const headline = fact`${standing(concept, rule.name, key)} ${overrideText(rule, key)}`;
    const next = wording`Obtain the relief before the plan relies on it, or withdraw the override.`;
    return [{ rating: "amber", subject: `override-${rule.name}`, headline, statement: fact`${headline}${why}`, next }];
  });
}
