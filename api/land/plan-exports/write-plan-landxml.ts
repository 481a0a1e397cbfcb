import type { PlanObject, PlanObjectType } from "../site-plan/engine/compiled-plan.ts";
import { polygonsOfRegion } from "../site-plan/engine/kernel.ts";
import { xmlText } from "../xml-text.ts";
import { zoneWarnings } from "../zone-warnings.ts";
import { type CadSystem, cadSystemAt } from "./plan-coordinates.ts";
import type { PlanFile, PlanFileContent } from "./plan-file.ts";

const parcelTypes = new Set<PlanObjectType>(["site_boundary", "parcel", "zone"]);
const namespace = "http://www.landxml.org/schema/LandXML-1.2";

/**
 * Writes a concept as LandXML 1.2: the site, parcels and zones as parcels, centrelines as alignments, everything else as
 * plan features. Points are northing before easting, and every number is in the linear unit of the file.
 *
 * Source: LandXML-1.2.xsd of 29 July 2008
 */
export function writePlanLandxml(content: PlanFileContent): PlanFile {
  const cad = cadSystemAt(content.concept.origin, content.place);
  const { objects } = content.concept.plan;
  const parcels = objects.filter(({ objectType, shape }) => parcelTypes.has(objectType) && shape.type === "region");
  const lines = objects.filter(({ shape }) => shape.type === "line");
  const points = objects.filter(({ shape }) => shape.type === "point");
  const others = objects.filter(({ objectType, shape }) => !parcelTypes.has(objectType) && shape.type === "region");
  const parts = [
    headOf(content, cad),
    listOf(
      "Alignments",
      lines.flatMap((object) => alignmentsOf(object, cad)),
    ),
    listOf(
      "CgPoints",
      points.map((object) => pointOf(object, cad)),
    ),
    listOf(
      "Parcels",
      parcels.flatMap((object) => parcelsOf(object, cad)),
    ),
    listOf(
      "PlanFeatures",
      others.flatMap((object) => planFeaturesOf(object, cad)),
    ),
    "</LandXML>\n",
  ];
  return {
    bytes: Buffer.from(parts.join("")),
    warnings: [
      ...(cad.plane ? zoneWarnings(cad.plane) : ["No state plane zone covers the site: a local frame is used."]),
      "CAD programs import parcels and alignments; for buildings and stalls use the DXF.",
    ],
    crs: cad.system,
  };
}

function headOf({ projectName, concept, notice, generatedAt }: PlanFileContent, { system }: CadSystem): string {
  const [date, time = ""] = generatedAt.split("T");
  const linear = system.unit === "us_survey_foot" ? "USSurveyFoot" : "foot";
  const about = `Concept, revision ${concept.revision}. For planning, not for construction.${notice === null ? "" : ` ${notice}`}`;
  const epsg = system.epsg === null ? "" : ` epsgCode="${system.epsg}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<LandXML xmlns="${namespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${namespace} ${namespace}/LandXML-1.2.xsd" version="1.2" date="${date}" time="${time.slice(0, 8)}" language="English" readOnly="false">
<Units><Imperial areaUnit="squareFoot" linearUnit="${linear}" volumeUnit="cubicFeet" temperatureUnit="fahrenheit" pressureUnit="inHG" angularUnit="decimal degrees" directionUnit="decimal degrees"/></Units>
<CoordinateSystem name="${xmlText(system.name)}" desc="${xmlText(system.name)}"${epsg}/>
<Project name="${xmlText(projectName)}" desc="${xmlText(about)}"/>
<Application name="Groundwork" desc="Site-plan concepts"/>
`;
}

const listOf = (name: string, members: readonly string[]) =>
  members.length === 0 ? "" : `<${name}>\n${members.join("")}</${name}>\n`;

function alignmentsOf(object: PlanObject, cad: CadSystem): string[] {
  if (object.shape.type !== "line" || object.shape.points.length < 2) return [];
  const points = object.shape.points.map(cad.toCad);
  const length = points.slice(1).reduce((sum, point, at) => sum + distance(points[at] ?? point, point), 0);
  const name = `name="${xmlText(object.id)}" desc="${xmlText(object.label)}"`;
  return [
    `<Alignment ${name} length="${length.toFixed(3)}" staStart="0"><CoordGeom>${segments(points)}</CoordGeom>${featureOf(object)}</Alignment>\n`,
  ];
}

function pointOf(object: PlanObject, cad: CadSystem): string {
  const [easting, northing] = cad.toCad(object.shape.type === "point" ? object.shape.point : { x: 0, y: 0 });
  const desc = `${object.objectType}: ${object.label}`;
  return `<CgPoint name="${xmlText(object.id)}" desc="${xmlText(desc)}">${coordinates([easting, northing])}</CgPoint>\n`;
}

function parcelsOf(object: PlanObject, cad: CadSystem): string[] {
  return polygons(object, cad).map((rings, at, all) => {
    const area = Math.abs(rings.reduce((sum, ring) => sum + signedArea(ring), 0));
    const name = all.length === 1 ? object.id : `${object.id}.${at + 1}`;
    const geometry = rings.map((ring) => `<CoordGeom>${loop(ring)}</CoordGeom>`).join("");
    return `<Parcel name="${xmlText(name)}" desc="${xmlText(`${object.objectType}: ${object.label}`)}" area="${area.toFixed(2)}">${geometry}${featureOf(object)}</Parcel>\n`;
  });
}

function planFeaturesOf(object: PlanObject, cad: CadSystem): string[] {
  const rings = polygons(object, cad).flat();
  return rings.map((ring, at) => {
    const name = rings.length === 1 ? object.id : `${object.id}.${at + 1}`;
    return `<PlanFeature name="${xmlText(name)}" desc="${xmlText(object.label)}"><CoordGeom>${loop(ring)}</CoordGeom>${featureOf(object)}</PlanFeature>\n`;
  });
}

function featureOf({ objectType, layer, status, measurements }: PlanObject): string {
  const properties = Object.entries({ layer, status, ...measurements })
    .map(([label, value]) => `<Property label="${xmlText(label)}" value="${xmlText(String(value))}"/>`)
    .join("");
  return `<Feature code="${xmlText(objectType)}" source="Groundwork">${properties}</Feature>`;
}

type CadPoint = readonly [easting: number, northing: number];

function polygons({ shape }: PlanObject, cad: CadSystem): CadPoint[][][] {
  if (shape.type !== "region") return [];
  return polygonsOfRegion(shape.region).map((rings) => rings.map((ring) => ring.map(cad.toCad)));
}

const coordinates = ([easting, northing]: CadPoint) => `${northing.toFixed(4)} ${easting.toFixed(4)}`;

const loop = (ring: readonly CadPoint[]) => segments([...ring, ...ring.slice(0, 1)]);

function segments(points: readonly CadPoint[]): string {
  return points
    .slice(1)
    .map((end, at) => {
      const start = points[at] ?? end;
      const length = distance(start, end).toFixed(4);
      return `<Line length="${length}"><Start>${coordinates(start)}</Start><End>${coordinates(end)}</End></Line>`;
    })
    .join("");
}

function distance([x0, y0]: CadPoint, [x1, y1]: CadPoint): number {
  return Math.sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2);
}

/** Negative for a hole. */
function signedArea(ring: readonly CadPoint[]): number {
  const [origin = [0, 0]] = ring;
  const twice = ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y];
    return sum + ((x - origin[0]) * (nextY - origin[1]) - (nextX - origin[0]) * (y - origin[1]));
  }, 0);
  return twice / 2;
}
