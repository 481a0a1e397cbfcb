import type { BuildingProperties, RoadProperties, UtilityProperties } from "../site-layer.ts";
import type { MapTopic } from "./map-element.ts";

type Tags = Readonly<Record<string, string>>;

/** Ways for walking and what is not built are no streets. */
const noStreets = new Set(
  "footway path steps cycleway bridleway corridor platform elevator proposed construction razed abandoned".split(" "),
);

/** Returns the properties of an element in a layer; undefined where the element does not belong to it. */
export function propertiesOf(
  tags: Tags,
  topic: MapTopic,
): RoadProperties | UtilityProperties | BuildingProperties | undefined {
  switch (topic) {
    case "roads":
      return roadOf(tags);
    case "utilities":
      return utilityOf(tags);
    case "buildings":
      return buildingOf(tags);
  }
}

function roadOf(tags: Tags): RoadProperties | undefined {
  const { highway, lanes } = tags;
  if (highway === undefined || noStreets.has(highway) || tags.area === "yes") return undefined;
  return { name: tags.name ?? tags.ref ?? null, class: highway, lanes: count(lanes), surface: tags.surface ?? null };
}

function utilityOf(tags: Tags): UtilityProperties | undefined {
  const kind = utilityKind(tags);
  return kind && { kind, name: tags.name ?? null, operator: tags.operator ?? null };
}

const powerLines = new Set(["line", "minor_line", "cable"]);
const works = new Set(["wastewater_plant", "water_works", "storage_tank", "pumping_station"]);

function utilityKind({ power, man_made: made, emergency, substance }: Tags): UtilityProperties["kind"] | undefined {
  if (power !== undefined && powerLines.has(power)) return "power_line";
  if (power === "substation") return "substation";
  if (power === "plant" || power === "generator") return "other";
  if (emergency === "fire_hydrant") return "hydrant";
  if (made === "water_tower") return "water_tower";
  if (made === "pipeline") return pipelineKind(substance);
  return made !== undefined && works.has(made) ? "other" : undefined;
}

function pipelineKind(substance: string | undefined): UtilityProperties["kind"] {
  if (substance === "water") return "water_main";
  if (substance === "sewage" || substance === "wastewater") return "sewer_main";
  return substance === "rainwater" ? "storm_drain" : "pipeline";
}

function buildingOf(tags: Tags): BuildingProperties | undefined {
  const { building } = tags;
  if (building === undefined || building === "no") return undefined;
  return {
    name: tags.name ?? null,
    kind: building === "yes" ? null : building,
    levels: count(tags["building:levels"]),
    height_ft: heightFeet(tags.height ?? tags["building:height"]),
  };
}

function count(text: string | undefined): number | null {
  const value = Number(text);
  return text !== undefined && text.trim() !== "" && Number.isFinite(value) && value >= 0 ? value : null;
}

const metersPerFoot = 0.3048;

/** Heights are metres unless they say feet: "12", "12 m", "40 ft", "40'". Source: https://wiki.openstreetmap.org/wiki/Key:height */
function heightFeet(text: string | undefined): number | null {
  const [, number, unit = ""] = /^\s*(\d{1,4}(?:\.\d{1,3})?)\s?(m|ft|feet|')?\s*$/i.exec(text ?? "") ?? [];
  if (number === undefined) return null;
  const feet = unit === "" || unit.toLowerCase() === "m" ? Number(number) / metersPerFoot : Number(number);
  return Math.round(feet * 10) / 10;
}
