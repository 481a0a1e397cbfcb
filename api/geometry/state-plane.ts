import proj4 from "proj4";
import type { Position } from "./geojson.ts";
import { type StatePlaneZone, statePlaneZones } from "./state-plane-zones.ts";

/** A zone of the State Plane Coordinate System, in feet. */
export interface StatePlane {
  /** "NAD83 / Connecticut (ftUS)". */
  readonly name: string;
  /** Of the coordinates in feet; null where EPSG lists the zone in metres only. */
  readonly epsg: number | null;
  /** US survey feet, or international feet where the state's law says so. */
  readonly unit: "us_survey_foot" | "foot";
  /** True where more than one zone of the state contains the point: zones follow county lines, which are not known here. */
  readonly isApproximate: boolean;
  /** Easting and northing in feet. The step from WGS 84 to NAD 83, 1 to 2 m, is left out, as is usual in planning. */
  forward(position: Position): readonly [easting: number, northing: number];
  inverse(point: readonly [easting: number, northing: number]): Position;
}

/**
 * Returns the zone for a point; undefined outside of all zones.
 *
 * @param state name of the state, which leaves the zones of its neighbours out; null looks at all
 */
export function statePlaneAt([longitude, latitude]: Position, state: string | null): StatePlane | undefined {
  const holding = statePlaneZones.filter(({ name, box: [west, south, east, north] }) => {
    const isIn = west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
    return isIn && latitude >= south && latitude <= north && (state === null || name.startsWith(state));
  });
  const distanceTo = ({ box: [west, south, east, north] }: StatePlaneZone) =>
    Math.hypot((west + east) / 2 - longitude, (south + north) / 2 - latitude);
  const [zone] = holding.toSorted((one, other) => distanceTo(one) - distanceTo(other));
  if (!zone) return state === null ? undefined : statePlaneAt([longitude, latitude], null);
  const { name, epsgSurveyFeet: surveyFeet, epsgFeet: feet, projection } = zone;
  const isInternational = surveyFeet === null && feet !== null;
  const units = isInternational ? "ft" : "us-ft";
  const converter = proj4("WGS84", `${projection} +ellps=GRS80 +towgs84=0,0,0 +units=${units} +no_defs`);
  return {
    name: `NAD83 / ${name} (${isInternational ? "ft" : "ftUS"})`,
    epsg: surveyFeet ?? feet,
    unit: isInternational ? "foot" : "us_survey_foot",
    isApproximate: holding.length > 1,
    forward: ([east, north]) => pairOf(converter.forward([east, north])),
    inverse: ([easting, northing]) => pairOf(converter.inverse([easting, northing])),
  };
}

function pairOf([x = Number.NaN, y = Number.NaN]: number[]): [number, number] {
  return [x, y];
}
