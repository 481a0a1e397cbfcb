import type { CompiledPlan } from "./engine/compiled-plan.ts";

/** Fewest homes of a row of townhouses. Source: International Residential Code 2021, R202. */
const homesOfRow = 3;
const smallerDwellings: Readonly<Record<number, string>> = { 1: "a single-family", 2: "a two-family" };

/**
 * Returns which rows of townhomes are too short to be townhouses, in words, each length once: another use of the ordinance may
 * govern them.
 *
 * @param zoneIds the zones of townhomes
 * @param isRuled whether a rule on rows is checked with the plan; then only homes that stand alone are named
 */
export function shortRows(
  { objects }: Pick<CompiledPlan, "objects">,
  zoneIds: readonly string[],
  isRuled = false,
): string[] {
  const lengths = objects.flatMap(({ objectType, zoneId, measurements: { units } }) =>
    objectType === "building" && zoneId !== null && zoneIds.includes(zoneId) && typeof units === "number"
      ? [units]
      : [],
  );
  return [...new Set(lengths)]
    .filter((homes) => homes < (isRuled ? 2 : homesOfRow))
    .flatMap((homes) => {
      const dwelling = smallerDwellings[homes];
      const drawn = homes === 1 ? "One home stands alone" : "Two homes stand in a row";
      return dwelling === undefined
        ? []
        : [
            `${drawn}; codes commonly count townhouses from three in a row. Check whether ${dwelling} dwelling is governed by other rules.`,
          ];
    });
}
