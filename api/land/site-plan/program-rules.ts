import { districtOf, type InterviewContext } from "../interview/interview-context.ts";
import { governingCode, settledMix } from "../interview/recommend.ts";
import type { Walk } from "../interview/walk.ts";
import { type RuleInputs, ruleInputs } from "./rule-inputs.ts";

/** Returns the rules of a program: standards of the governing district, answers, stated assumptions. */
export function rulesOf({ walk, context }: { readonly walk: Walk; readonly context: InterviewContext }): RuleInputs {
  const answer = (questionId: string) => walk.settled(questionId, null);
  return ruleInputs({
    criteria: districtOf(context, governingCode({ context, settled: answer })),
    answer,
    uses: walk.zones.flatMap(({ zoneId, workflow }) => {
      const settled = (id: string) => walk.settled(id, walk.zones.length > 1 ? zoneId : null);
      const mix = settledMix({ workflow, settled });
      return workflow.uses.map((use) => ({ ...use, zoneId, mix }));
    }),
  });
}
