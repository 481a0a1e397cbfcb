import { rewriteFollowUp } from "../../agent/index.ts";
import type { EvalQuery } from "../eval-folder.ts";
import type { Configuration } from "./configurations.ts";

/**
 * Returns the questions in the words a configuration searches with. A follow-up is searched as the agent rewrites it
 * unless the configuration names another wording; questions that have no such wording are left out.
 */
export function wordQueries(queries: readonly EvalQuery[], { wording }: Configuration): readonly EvalQuery[] {
  if (wording === "as asked") return queries;
  return queries.flatMap((query): EvalQuery[] => {
    if (!query.followUp) return [query];
    const { previous, standalone } = query.followUp;
    if (wording === undefined) return [{ ...query, text: rewriteFollowUp(previous, query.text).text }];
    return standalone === null ? [] : [{ ...query, text: standalone }];
  });
}
