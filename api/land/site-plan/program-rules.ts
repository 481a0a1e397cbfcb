import { districtOf, type InterviewContext } from "../interview/interview-context.ts";
import { governingCode, settledMix } from "../interview/recommend.ts";
import type { Walk } from "../interview/walk.ts";
import { type RuleInputs, ruleInputs } from "./rule-inputs.ts";

/** A program as its interview was answered, with what is known of the site. */
interface Answered {
  readonly walk: Walk;
  readonly context: InterviewContext;
}

/** Returns the zoning code that governs a program; null where the district of the site is not known. */
export const codeOf = ({ walk, context }: Answered): string | null =>
  governingCode({ context, settled: (id) => walk.settled(id, null) });

/** Returns the standards of the district that governs a program. */
export const governingDistrict = (program: Answered) => districtOf(program.context, codeOf(program));

/** Returns the rules of a program: standards of the governing district, answers, stated assumptions. */
export function rulesOf({ walk, context }: Answered): RuleInputs {
  return ruleInputs({
    criteria: governingDistrict({ walk, context }),
    answer: (questionId) => walk.settled(questionId, null),
    uses: walk.zones.flatMap(({ zoneId, workflow }) => {
      const settled = (id: string) => walk.settled(id, walk.zones.length > 1 ? zoneId : null);
      const mix = settledMix({ workflow, settled });
      return workflow.uses.map((use) => ({ ...use, zoneId, mix }));
    }),
  });
}
