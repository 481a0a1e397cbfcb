import proj4 from "proj4";
import type { Position } from "./geojson.ts";
import { hasCounty } from "./state-plane-counties.ts";
import { type StatePlaneZone, statePlaneZones } from "./state-plane-zones.ts";

/** A zone of the State Plane Coordinate System, in feet. */
export interface StatePlane {
  /** "NAD83 / Connecticut (ftUS)". */
  readonly name: string;
  /** Of the coordinates in feet; null where EPSG lists the zone in metres only. */
  readonly epsg: number | null;
  /** US survey feet, or international feet where the state's law says so. */
  readonly unit: "us_survey_foot" | "foot";
  /** True where the boxes of several zones contain the point, and the county does not tell which of them it is in. */
  readonly isApproximate: boolean;
  /** Easting and northing in feet. The step from WGS 84 to NAD 83, 1 to 2 m, is left out, as is usual in planning. */
  forward(position: Position): readonly [easting: number, northing: number];
  inverse(point: readonly [easting: number, northing: number]): Position;
}

/** Where a point is by name; null where that is not known. */
export interface PlaceNames {
  readonly state: string | null;
  readonly county: string | null;
}

/**
 * Returns the zone for a point; undefined outside of all zones. The name of the state leaves the zones of its neighbours
 * out, and the county chooses among those of the state, since zones follow county lines.
 */
export function statePlaneAt([longitude, latitude]: Position, place: PlaceNames): StatePlane | undefined {
  const { state, county } = place;
  const holding = statePlaneZones.filter(({ name, box: [west, south, east, north] }) => {
    const isIn = west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
    return isIn && latitude >= south && latitude <= north && (state === null || name.startsWith(state));
  });
  const distanceTo = ({ box: [west, south, east, north] }: StatePlaneZone) =>
    Math.hypot((west + east) / 2 - longitude, (south + north) / 2 - latitude);
  const ofCounty = county === null || state === null ? [] : holding.filter(({ name }) => hasCounty(name, county));
  const [zone] = ofCounty.length > 0 ? ofCounty : holding.toSorted((a, b) => distanceTo(a) - distanceTo(b));
  if (!zone) return state === null ? undefined : statePlaneAt([longitude, latitude], { state: null, county: null });
  const { name, epsgSurveyFeet: surveyFeet, epsgFeet: feet, projection } = zone;
  const isInternational = surveyFeet === null && feet !== null;
  const units = isInternational ? "ft" : "us-ft";
  const converter = proj4("WGS84", `${projection} +ellps=GRS80 +towgs84=0,0,0 +units=${units} +no_defs`);
  return {
    name: `NAD83 / ${name} (${isInternational ? "ft" : "ftUS"})`,
    epsg: surveyFeet ?? feet,
    unit: isInternational ? "foot" : "us_survey_foot",
    isApproximate: holding.length > 1 && ofCounty.length !== 1,
    forward: ([east, north]) => pairOf(converter.forward([east, north])),
    inverse: ([easting, northing]) => pairOf(converter.inverse([easting, northing])),
  };
}

function pairOf([x = Number.NaN, y = Number.NaN]: number[]): [number, number] {
  return [x, y];
}
