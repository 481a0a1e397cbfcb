import type { UncountedLandId } from "../../../../ingest/index.ts";
import { difference, intersection, soundRegion, union } from "./kernel.ts";
import type { GridRegion } from "./plan-geometry.ts";
import type { SiteConstraint, SiteInput, UncountedLand } from "./plan-input.ts";

/** The constraints that are land of a kind; a floodway lies inside its floodplain and may be mapped apart from it. */
const kinds: Readonly<Record<UncountedLandId, readonly SiteConstraint["kind"][]>> = {
  ...{ wetland: ["wetland"], watercourse: ["stream"], floodway: ["floodway"], floodplain: ["floodplain", "floodway"] },
  ...{ slope: ["steep_slope"], easement: ["easement"], right_of_way: ["right_of_way"] },
};

/** Returns the part of a region on which a limit is computed: without the land that the rule takes out and the site has on its map. */
export function countedPart(
  region: GridRegion,
  lands: readonly UncountedLand[],
  { constraints }: SiteInput,
): GridRegion {
  const left = constraints.filter(({ kind, effect }) => {
    // What a survey found to be no wetland is none.
    const isSurveyed = kind === "wetland" && effect === "note";
    return !isSurveyed && lands.some(({ land }) => kinds[land].includes(kind));
  });
  if (left.length === 0) return region;
  return difference(region, intersection(union(left.map((each) => soundRegion(each.region))), region));
}

/** Returns what a rule takes out and no map of the site has. */
export const unmapped = (
  lands: readonly UncountedLand[],
  { mapped, constraints }: SiteInput,
): readonly UncountedLand[] =>
  lands.filter(({ land }) => !mapped.includes(land) && !constraints.some(({ kind }) => kinds[land].includes(kind)));

const names: Readonly<Record<Exclude<UncountedLandId, "slope">, string>> = {
  ...{ wetland: "wetlands", watercourse: "watercourses", floodway: "floodway", floodplain: "floodplain" },
  ...{ easement: "easements", right_of_way: "rights-of-way" },
};

/** Returns the kinds of land in words: "wetlands, slopes from 25 %". */
export const landWords = (lands: readonly UncountedLand[]): string =>
  lands.map(({ land, value }) => (land === "slope" ? `slopes from ${value} %` : names[land])).join(", ");
