import { fact, wording } from "../document/statement.ts";
import { named } from "../document/values.ts";
import { conceptKey, overrideText } from "../sections/concept.ts";
import { label } from "../sections/context.ts";
import type { FindingRule, RuleOutcome } from "./rule.ts";

/** Whether the concept breaks a rule. */
export const conceptConflicts: FindingRule = {
  id: "FE-CONCEPT-01",
  section: "concept",
  evaluate(context) {
    const { concept } = context.evidence;
    if (concept === null) return [];
    const key = conceptKey(context, concept);
    const overrides = concept.decisions.flatMap(({ rule, reason }): RuleOutcome[] => {
      if (rule === null) return [];
      const why =
        reason === null ? wording` No reason is given.` : fact` Reason of the user: ${named(`“${reason}”`, key)}`;
      const statement = fact`The program overrides a rule. ${overrideText(rule, key)}${why}`;
      const next = wording`Obtain the relief before the plan relies on it, or keep to the rule.`;
      return [{ rating: "amber", subject: `override-${rule.name}`, statement, next }];
    });
    if (concept.conflicts.length === 0) {
      const open = Object.values(concept.metrics).filter(({ marker }) => marker !== null).length;
      const isChecked = open === 0;
      const rest = isChecked
        ? wording``
        : fact` For ${named(String(open), key, "metrics whose limit has a marker")} ${label(open === 1 ? "measure" : "measures")} no limit was located, and nothing was evaluated.`;
      const statement = fact`Revision ${named(String(concept.revision), key)} of the concept breaks no rule that was found.${rest}`;
      const next = wording`Have the standards without a value settled, then compile the concept again.`;
      return [...overrides, isChecked ? { rating: "green", statement } : { rating: "amber", statement, next }];
    }
    const broken = concept.conflicts.map(({ code, severity, statement, zoneId }, at): RuleOutcome => {
      const next =
        severity === "hard"
          ? wording`Change the program or the plan.`
          : wording`Ask for a variance, or change the plan.`;
      return {
        ...{ rating: severity === "hard" ? "red" : "amber", subject: `${code}-${zoneId ?? "site"}-${at}` },
        ...{ statement: fact`The concept breaks a rule: ${named(statement, key)}`, next },
      };
    });
    return [...overrides, ...broken];
  },
};
