import type { CompiledPlan } from "./engine/compiled-plan.ts";
import { squareFeet } from "./engine/kernel.ts";
import { covered } from "./engine/metrics.ts";
import { landWords, unmapped } from "./engine/net-area.ts";
import { squareFeetPerAcre } from "./engine/plan-geometry.ts";
import type { PlanInput } from "./engine/plan-input.ts";

const whole = (value: number) => Math.round(value).toLocaleString("en-US");

/**
 * Returns on which land the density of a plan is counted, in words: without that which the ordinance takes out, and of it that
 * which no map shows. Where the ordinance was not read to take any out, what the density would be without the mapped wetlands and
 * floodways, as many ordinances count buildable land only. Nothing where the ordinance limits no density.
 */
export function densityBasis(
  { objects, metrics }: Pick<CompiledPlan, "objects" | "metrics">,
  { rules, site }: Pick<PlanInput, "rules" | "site">,
): string[] {
  const { density, site_area: area, net_site_area: net, units } = metrics;
  if (!density || density.limit === null || !area || !units?.value) return [];
  const { density: lands } = rules.uncounted;
  const [first] = lands;
  if (first && net) {
    const missing = unmapped(lands, site);
    const kept =
      missing.length === 0 ? "" : ` Not taken out, because no map of the site shows it: ${landWords(missing)}.`;
    const basis = `Density is counted on ${whole(net.value)} sq ft of the ${whole(area.value)} sq ft of the site: the ordinance takes out ${landWords(lands)} (${first.source.statement}).`;
    return [`${basis}${kept}`];
  }
  const lostSf = squareFeet(covered(objects, ["wetland", "floodway"]));
  const landSf = area.value - lostSf;
  if (lostSf < 1 || landSf < 1) return [];
  const told = ((units.value * squareFeetPerAcre) / landSf).toLocaleString("en-US", { maximumFractionDigits: 2 });
  return [
    `Density is measured on the whole site. Without its mapped wetland and floodway (${whole(lostSf)} sq ft) it is ${told} du/ac, of at most ${density.limit.toLocaleString("en-US")}: check which land the ordinance counts.`,
  ];
}
