import type { InterviewContext } from "../interview/interview-context.ts";
import type { UncountedLand } from "./engine/plan-input.ts";

/**
 * Returns the most acres on which a limit can be counted: the site without the largest of the mapped lands that the rule takes
 * out. They may overlap, so that a plan, which knows their shapes, is counted on no more.
 */
export function countedAcres(
  { siteAcres, flood, wetlandShare }: Pick<InterviewContext, "siteAcres" | "flood" | "wetlandShare">,
  lands: readonly UncountedLand[],
): number {
  const shares: Readonly<Record<string, number>> = {
    ...{ wetland: wetlandShare, floodway: flood.floodway, floodplain: flood.hazardArea },
  };
  return siteAcres * (1 - Math.max(0, ...lands.map(({ land }) => shares[land] ?? 0)));
}
