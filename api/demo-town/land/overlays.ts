import { around, difference, type FeetArea, grown, intersection, union } from "../clip.ts";
import { makeBlocks } from "./blocks.ts";
import { type DistrictCode, districtNames } from "./districts.ts";
import type { Parcel } from "./parcels.ts";
import { floodMapEnds, type ScenarioName } from "./scenarios.ts";
import { floodAreas, townLand } from "./waters.ts";

/** A polygon of the zoning map. */
export interface ZoningArea {
  readonly code: string;
  readonly name: string;
  readonly isOverlay: boolean;
  readonly area: FeetArea;
}

/** Districts reach this far into the streets beside their blocks, which is half the width of the narrowest street. */
const intoStreet = 25;

/** Returns the base districts: the blocks of each, without the parcel that no source knows the zoning of. */
export function baseDistricts(scenarios: Readonly<Record<ScenarioName, Parcel>>): ZoningArea[] {
  const blocks = makeBlocks();
  const codes = Object.keys(districtNames) as DistrictCode[];
  const unknown = scenarios.zoning_unknown.area;
  return codes.map((code) => {
    const own = blocks.filter(({ district }) => district === code).map(({ area }) => grown(area, intoStreet));
    const area = difference(intersection(union(...own), townLand), unknown);
    return { code, name: districtNames[code], isOverlay: false, area };
  });
}

/** Returns the land east of which no flood map is published. */
export function mappedForFloods(): FeetArea {
  return [
    [
      [
        [-200, -200],
        [floodMapEnds, -200],
        [floodMapEnds, 10_300],
        [-200, 10_300],
      ],
    ],
  ];
}

/** Returns the overlay districts: floodplain, aquifer protection and historic. */
export function overlayDistricts(): ZoningArea[] {
  const { floodway, fringe } = floodAreas();
  const floodplain = intersection(union(floodway, fringe), mappedForFloods());
  const aquifer = intersection(
    around(
      [
        [2500, 1300],
        [3300, 1500],
      ],
      900,
    ),
    townLand,
  );
  const historic = intersection(
    around(
      [
        [4270, 3800],
        [4330, 5000],
      ],
      330,
    ),
    townLand,
  );
  return [
    { code: "FP", name: "Floodplain Overlay", isOverlay: true, area: floodplain },
    { code: "AP", name: "Aquifer Protection Overlay", isOverlay: true, area: aquifer },
    { code: "HD", name: "Historic Overlay", isOverlay: true, area: historic },
  ];
}
