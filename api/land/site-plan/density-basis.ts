import type { CompiledPlan } from "./engine/compiled-plan.ts";
import { squareFeet } from "./engine/kernel.ts";
import { covered } from "./engine/metrics.ts";
import { squareFeetPerAcre } from "./engine/plan-geometry.ts";

/**
 * Returns what the density of a plan is without the mapped wetlands and floodways of its site, in words; nothing where there are
 * none, or where the ordinance limits no density. The metric is measured on the whole site, but many ordinances count buildable
 * land only.
 */
export function densityBasis({ objects, metrics }: Pick<CompiledPlan, "objects" | "metrics">): string[] {
  const { density, site_area: site, units } = metrics;
  const lostSf = squareFeet(covered(objects, ["wetland", "floodway"]));
  if (!density || density.limit === null || !site || !units?.value || lostSf < 1) return [];
  const landSf = site.value - lostSf;
  if (landSf < 1) return [];
  const [lost, limit] = [Math.round(lostSf), density.limit].map((value) => value.toLocaleString("en-US"));
  const told = ((units.value * squareFeetPerAcre) / landSf).toLocaleString("en-US", { maximumFractionDigits: 2 });
  return [
    `Density is measured on the whole site. Without its mapped wetland and floodway (${lost} sq ft) it is ${told} du/ac, of at most ${limit}: check which land the ordinance counts.`,
  ];
}
