import type { Jurisdiction } from "../providers.ts";
import { textIn, valuesIn } from "../read-value.ts";
import { stateName } from "../us-states.ts";

/** States in which townships or towns govern zoning outside of incorporated places, by FIPS code. */
const townshipStates = new Set([
  ...["09", "23", "25", "33", "44", "50"], // New England
  ...["26", "34", "36", "42"], // Michigan, New Jersey, New York, Pennsylvania
]);

/**
 * Returns the governments of a point from the areas of the Census Bureau that contain it; undefined when no state does.
 *
 * The incorporated place governs zoning where there is one, else the county, or in some states the county subdivision.
 * Census designated places are no governments.
 *
 * areas  lists of areas by the name of their layer, such as "Incorporated Places" or "2020 Counties"
 */
export function jurisdictionFrom(areas: Readonly<Record<string, unknown>>): Jurisdiction | undefined {
  const state = firstOf(areas, "States");
  const county = firstOf(areas, "Counties");
  const place = firstOf(areas, "Incorporated Places");
  const subdivision = firstOf(areas, "County Subdivisions");
  const stateId = textIn(state?.GEOID) ?? textIn(county?.STATE);
  const name = nameOf(state);
  if (name === null && county === undefined) return undefined;
  const isTownship = stateId !== null && townshipStates.has(stateId) && isActive(subdivision);
  return {
    municipality: nameOf(place) ?? (isTownship ? nameOf(subdivision) : null),
    county: nameOf(county),
    state: name === null ? null : (stateName(name) ?? name),
  };
}

/** "Detroit" rather than "Detroit city". */
function nameOf(area: Readonly<Record<string, unknown>> | undefined): string | null {
  return textIn(area?.BASENAME) ?? textIn(area?.NAME);
}

/** A functional status of A is a government of its own; B and C are governments too, in part or together with another. */
function isActive(area: Readonly<Record<string, unknown>> | undefined): boolean {
  const status = textIn(area?.FUNCSTAT);
  return area !== undefined && (status === null || "ABC".includes(status));
}

/** Names of layers begin with a year in some editions. */
function firstOf(areas: Readonly<Record<string, unknown>>, layer: string) {
  const entry = Object.entries(areas).find(([key]) => key.replace(/^\d{4} /, "") === layer);
  const [first] = Array.isArray(entry?.[1]) ? entry[1] : [];
  return first === undefined ? undefined : valuesIn(first);
}
