import { centerOf, grown, holds } from "./clip.ts";
import { toDegrees } from "./frame.ts";
import { addressOf, type Parcel } from "./land/parcels.ts";
import { type ScenarioName, scenarioNames } from "./land/scenarios.ts";
import { ordinancePaths } from "./ordinance/ordinance-site.ts";
import { viewerPath } from "./services/portal.ts";
import { notice, place, townCadastre } from "./town.ts";

/** A parcel of the town and what it shows. */
export interface TownScenario {
  readonly name: ScenarioName;
  readonly description: string;
  /** What to look up. */
  readonly address: string;
  readonly apn: string;
  readonly ll_uuid: string;
  readonly latitude: number;
  readonly longitude: number;
  /** The other parcel of the site; null where the site has one. */
  readonly also: string | null;
  readonly ordinance_url: string | null;
  readonly gis_url: string | null;
}

/** The town as it is told of. */
export interface TownDescription {
  readonly town: string;
  readonly notice: string;
  readonly scenarios: readonly TownScenario[];
}

const descriptions: Readonly<Record<ScenarioName, string>> = {
  plain: "A house lot in the village without constraints; the sources of its zoning agree.",
  zoning_conflict: "The zoning map and the parcel record name different districts: a person has to decide.",
  zoning_unknown: "No source knows the zoning.",
  wetland: "Part of the lot is a mapped wetland.",
  floodway: "Part of the lot is floodway.",
  flood_fringe: "Part of the lot is special flood hazard area outside the floodway.",
  steep: "The ground is steep.",
  flood_not_published: "The agency publishes no flood map of this place.",
  no_contours: "The elevation service has no data of this place.",
  multi_parcel: "An address whose site is two adjoining parcels.",
  ambiguous: "A street name without a number, which fits several parcels.",
  corner: "A corner lot, with two streets to keep away from.",
  flag: "A flag lot behind another one, with a narrow way to the street.",
  narrow: "A lot narrower than its district asks for.",
  large: "Forty acres or more in a district that allows multifamily dwellings.",
  industrial: "Five acres or more in the industrial district.",
  commercial: "Five acres or more on the commercial road.",
  gis_viewer: "A web viewer leads to map data that no index lists; pass its address as a GIS source.",
  blocked_publisher: "The publisher of the ordinance forbids programs; pass its address as the ordinance.",
  ordinance_pdf: "The ordinance is one PDF file of 60 pages or more; pass its address as the ordinance.",
};

/** Where the ordinance is for scenarios that are about the way in which it is published. */
const ordinancePathOf: Partial<Record<ScenarioName, string>> = {
  blocked_publisher: ordinancePaths.closed,
  ordinance_pdf: ordinancePaths.book,
};

/** Describes the town and its scenarios, with the addresses of its sites on this origin. */
export function describeTown(origin: string): TownDescription {
  const { scenarios, second } = townCadastre();
  return {
    town: place.town,
    notice,
    scenarios: scenarioNames.map((name) => {
      const parcel = scenarios[name];
      const [longitude, latitude] = toDegrees(placeIn(parcel));
      const line = name === "ambiguous" ? parcel.street : addressOf(parcel);
      return {
        ...{
          name,
          description: descriptions[name],
          address: `${line}, ${place.town}, ${place.stateCode} ${place.zip}`,
        },
        ...{ apn: parcel.apn, ll_uuid: parcel.llUuid, latitude, longitude },
        also: name === "multi_parcel" ? second.llUuid : null,
        ordinance_url: ordinancePathOf[name] ? `${origin}${ordinancePathOf[name]}` : null,
        gis_url: name === "gis_viewer" ? `${origin}${viewerPath}` : null,
      };
    }),
  };
}

/** A place inside of a parcel: its centre, or for a bent one the centre of its widest part. */
function placeIn({ area }: Parcel) {
  for (let inward = 0; inward < 200; inward += 8) {
    const center = centerOf(grown(area, -inward));
    if (holds(area, center)) return center;
  }
  return centerOf(area);
}
