import { notRecorded } from "../document/absence.ts";
import type { Block, Section } from "../document/report-document.ts";
import { citing, fact, type SourceKey, type Statement, wording } from "../document/statement.ts";
import { acres, count, date, feet, fixed, named, percent, share, squareFeet } from "../document/values.ts";
import { itemColumns, paragraph } from "./blocks.ts";
import { bufferText } from "./buffer-text.ts";
import {
  absenceOf,
  answerCell,
  answerStatements,
  answerTo,
  documentCell,
  label,
  layerBrief,
  notLocated,
  passageKey,
  quoted,
  recordKey,
  type SectionContext,
} from "./context.ts";

const ruleColumns = itemColumns("What the sources state");
const covered = { area_acres: 0, area_square_feet: 0, share_of_site: 0 };
type Covered = typeof covered;

/** Writes land as acres, square feet and a share of the site; none where there is not even a square foot. */
export const landOf = (land: Covered, key: SourceKey | null, basis: string | null = null): Statement =>
  land.area_square_feet === 0
    ? citing(wording`None`, key)
    : fact`${acres(land.area_acres, key, basis)} (${squareFeet(land.area_square_feet, key, basis)}, ${share(land.share_of_site, key, basis)} of the site)`;

/** Adds up land. */
function sumOf(parts: readonly Covered[]): Covered {
  const sum = (member: keyof Covered) => parts.reduce((total, part) => total + part[member], 0);
  return {
    ...{ area_acres: sum("area_acres"), area_square_feet: sum("area_square_feet") },
    share_of_site: sum("share_of_site"),
  };
}

/** Returns the last row of a table of land: its sum, where there is more than one row; other cells are dashes. */
function sumRows(parts: readonly Covered[], key: SourceKey | null, dashes: number): Statement[][] {
  if (parts.length < 2) return [];
  const sum = landOf(sumOf(parts), key, "sum of the rows");
  return [[label("Sum"), ...Array.from({ length: dashes }, () => label("–")), sum]];
}

/** Returns the section about floods. */
export function floodSection(context: SectionContext): Section {
  const { flood } = context.evidence.digest;
  const layer = layerBrief(context, "flood");
  const isMapped = layer.state === "ready" && flood?.is_mapped === true;
  const told = isMapped && flood ? floodBlocks(flood, layer.key) : [paragraph(unmappedFlood(context))];
  const rules: Block = {
    type: "table",
    caption: "Local flood rules",
    columns: ruleColumns,
    rows: [
      [label("Elevation of the lowest floor"), floorCell(context)],
      [label("Building in the floodway"), answerCell(context, "floodway", 2)],
    ],
  };
  const isClear =
    isMapped &&
    flood?.special_flood_hazard_area?.area_square_feet === 0 &&
    (flood.unmapped?.area_square_feet ?? 0) === 0;
  const none = wording`Local flood rules are not quoted, because no special flood hazard area is mapped on the site.`;
  const law = isClear ? paragraph(citing(none, layer.key)) : rules;
  return { section_id: "flood", heading: "Flood", blocks: [...told, law] };
}

function floorCell(context: SectionContext): Statement {
  const { floor_rules: rules } = context.evidence.law;
  return rules.length === 0 ? notLocated(context) : quoted(context, rules);
}

function unmappedFlood(context: SectionContext): Statement {
  const layer = layerBrief(context, "flood");
  if (layer.state !== "ready") return absenceOf(context, "flood");
  return citing(wording`The agency publishes no map here. This does not mean low hazard.`, layer.key);
}

type Flood = NonNullable<SectionContext["evidence"]["digest"]["flood"]>;

function floodBlocks(flood: Flood, key: SourceKey | null): Block[] {
  const { special_flood_hazard_area: hazard, floodway, nearest_special_flood_hazard_area_feet: nearest } = flood;
  const onSite =
    hazard && hazard.area_square_feet > 0
      ? fact`Special flood hazard areas cover ${landOf(hazard, key)}.`
      : citing(wording`No special flood hazard area is mapped on the site. A map is not a field survey.`, key);
  const near =
    (hazard && hazard.area_square_feet > 0) || nearest === null
      ? []
      : [fact`The nearest one is ${feet(nearest, key)} from the site.`];
  const way =
    floodway && floodway.area_square_feet > 0
      ? fact`The regulatory floodway covers ${landOf(floodway, key)}.`
      : citing(wording`No regulatory floodway is mapped on the site.`, key);
  const beyond =
    flood.unmapped && flood.unmapped.area_square_feet > 0
      ? [fact`The flood map does not cover ${landOf(flood.unmapped, key)}: the hazard of that land is not known.`]
      : [];
  return [
    {
      type: "paragraph",
      statements: [onSite, ...near, way, ...beyond, panelOf(flood.panel, key), ...elevationsOf(flood, key)],
    },
    {
      type: "table",
      caption: "Flood zones on the site",
      columns: [
        { label: "Zone", share: 1.3 },
        { label: "Special flood hazard area", share: 1 },
        { label: "Base flood elevation", share: 1.1, align: "right" },
        { label: "Land", share: 2, align: "right" },
      ],
      rows: [
        ...flood.zones.map((zone) => [
          fact`${named(zoneName(zone), key)}`,
          citing(zone.is_special_flood_hazard_area ? wording`Yes` : wording`No`, key),
          zone.base_flood_elevation_ft === null
            ? label(zone.is_special_flood_hazard_area ? "Not in the map data" : "None applies")
            : fact`${feet(zone.base_flood_elevation_ft, key)}`,
          landOf(zone, key),
        ]),
        ...sumRows(flood.zones, key, 2),
      ],
    },
  ];
}

function panelOf(panel: unknown, key: SourceKey | null): Statement {
  const told = typeof panel === "object" && panel !== null ? (panel as Readonly<Record<string, unknown>>) : {};
  const { id, effective_date: effective } = told;
  if (typeof id !== "string") return citing(wording`The number of the map panel is not recorded.`, key);
  return typeof effective === "string"
    ? fact`The panel is ${named(id, key)}, effective ${date(effective, key)}.`
    : fact`The panel is ${named(id, key)}; its effective date is not recorded.`;
}

/** Says where the elevations of the base flood are, where a zone of the site has or needs one. */
function elevationsOf({ zones }: Flood, key: SourceKey | null): Statement[] {
  const hazards = zones.filter(({ is_special_flood_hazard_area: is }) => is);
  const isStated = zones.some(({ base_flood_elevation_ft: elevation }) => elevation !== null);
  const isMissing = hazards.some(({ base_flood_elevation_ft: elevation }) => elevation === null);
  return [
    ...(isStated ? [citing(wording`Elevations refer to the datum of the map.`, key)] : []),
    ...(isMissing
      ? [
          wording`Where the map data has no base flood elevation, look for it in the flood insurance study, or ask the floodplain administrator.`,
        ]
      : []),
  ];
}

/** Names a zone as the map does, with its subtype in lower case. */
function zoneName({ zone, subtype }: Flood["zones"][number]): string {
  const words = subtype?.toLowerCase().replaceAll(/\bpct\b/g, "percent");
  return words === undefined ? zone : `${zone}, ${words}`;
}

/** Returns the section about wetlands and waters. */
export function wetlandsSection(context: SectionContext): Section {
  const { wetlands } = context.evidence.digest;
  const { key, state } = layerBrief(context, "wetlands");
  const total = wetlands?.total ?? null;
  const isOnSite = state === "ready" && wetlands !== null && total !== null && wetlands.areas.length > 0;
  const nearest = wetlands?.nearest_feet ?? null;
  const first = isOnSite
    ? fact`Mapped wetlands and waters cover ${landOf(total, key)}.`
    : absenceOf(context, "wetlands");
  const near = isOnSite || nearest === null ? [] : [nearestWetland(nearest, key)];
  const blocks: Block[] = [{ type: "paragraph", statements: [first, ...near] }];
  if (isOnSite) {
    blocks.push({
      type: "table",
      caption: "Mapped wetlands and waters on the site",
      columns: [
        { label: "Class", share: 2 },
        { label: "Code", share: 0.8 },
        { label: "Land inside the site", share: 2, align: "right" },
      ],
      rows: [
        ...wetlands.areas.map((area) => [
          fact`${named(area.type || "Wetland", key)}`,
          area.code === "" ? notRecorded : fact`${named(area.code, key)}`,
          landOf(area, key),
        ]),
        ...sumRows(wetlands.areas, key, 1),
      ],
    });
  }
  blocks.push({
    type: "table",
    caption: "Buffer rule and delineation",
    columns: ruleColumns,
    rows: [
      ...context.evidence.law.wetland_buffers.map((row) => [
        label("Buffer or setback"),
        bufferText(row, passageKey(context, row.passage)),
      ]),
      [label("Review by an agency"), wetlandReview(context)],
      [label("Delineation"), documentCell(context, "delineation", "wetland delineation")],
    ],
  });
  return { section_id: "wetlands", heading: "Wetlands and waters", blocks };
}

/** Says who reviews work near a wetland: as the answer to the question has it, else as the law names an agency. */
function wetlandReview(context: SectionContext): Statement {
  const { wetland_reviews: reviews } = context.evidence.law;
  const isAnswered = answerStatements(context, "wetland_buffer", 1).length > 0;
  return isAnswered || reviews.length === 0 ? answerCell(context, "wetland_buffer", 2) : quoted(context, reviews);
}

const nearestWetland = (distance: number, key: SourceKey | null): Statement =>
  distance === 0
    ? citing(wording`A mapped wetland adjoins the site.`, key)
    : fact`The nearest mapped wetland is ${feet(distance, key)} from the site.`;

const inchesPerCm = 1 / 2.54;

/** Returns the section about soils and the geotechnical report. */
export function soilsSection(context: SectionContext): Section {
  const { soils } = context.evidence.digest;
  const { key } = layerBrief(context, "soils");
  const units = soils?.map_units ?? [];
  const depth = (cm: number | null) =>
    cm === null ? notRecorded : fact`${named(`${Math.round(cm * inchesPerCm)} in`, key, `${cm} cm divided by 2.54`)}`;
  const unitRow = (unit: (typeof units)[number]) => [
    fact`${named(`${unit.symbol}: ${unit.name}`, key)}`,
    fact`${share(unit.share_of_site, key)}`,
    unit.hydrologic_group === null ? notRecorded : fact`${named(unit.hydrologic_group, key)}`,
    unit.drainage_class === null ? notRecorded : fact`${named(unit.drainage_class, key)}`,
    depth(unit.water_table_depth_cm),
    depth(unit.bedrock_depth_cm),
  ];
  const all = units.reduce((sum, unit) => sum + unit.share_of_site, 0);
  const dash = label("–");
  const sharesRow =
    units.length < 2 ? [] : [[label("Sum"), fact`${share(all, key, "sum of the rows")}`, dash, dash, dash, dash]];
  const table: Block = {
    type: "table",
    caption: "Soil map units, largest first; ratings are those of the dominant component",
    columns: [
      { label: "Map unit", share: 2.4 },
      { label: "Share", share: 0.7, align: "right" },
      { label: "Hydrologic group", share: 0.9 },
      { label: "Drainage", share: 1.3 },
      { label: "Water table", share: 0.9, align: "right" },
      { label: "Bedrock", share: 0.9, align: "right" },
    ],
    rows: [...units.map(unitRow), ...sharesRow],
  };
  const geotech: Block = {
    type: "table",
    caption: "Geotechnical report",
    columns: ruleColumns,
    rows: [[label("Borings, groundwater, bearing"), documentCell(context, "geotech", "geotechnical report")]],
  };
  const lead = paragraph(
    units.length === 0
      ? absenceOf(context, "soils")
      : fact`The soil survey maps ${count(units.length, key)} ${units.length === 1 ? label("unit") : label("units")} on the site. A soil survey does not replace borings.`,
  );
  return {
    section_id: "soils",
    heading: "Soils and geotechnical conditions",
    blocks: units.length === 0 ? [lead, geotech] : [lead, table, geotech],
  };
}

/** Returns the section about terrain. */
export function terrainSection(context: SectionContext): Section {
  const { terrain } = context.evidence.digest;
  const layer = layerBrief(context, "contours");
  const { elevation_min_ft: low, elevation_max_ft: high, relief_ft: relief } = terrain ?? {};
  const isKnown = layer.state === "ready" && typeof low === "number" && typeof high === "number";
  if (!terrain || !isKnown) {
    const rows = [[label("Building on steep slopes"), slopeCell(context)]];
    return {
      section_id: "terrain",
      heading: "Terrain",
      blocks: [
        paragraph(terrainAbsence(context)),
        { type: "table", caption: "Slope rule", columns: ruleColumns, rows },
      ],
    };
  }
  const { key } = layer;
  const datum = terrain.vertical_datum === null ? wording`` : fact` above ${named(terrain.vertical_datum, key)}`;
  const heights = fact`The ground is between ${feet(low, key)} and ${feet(high, key)}${datum}, a relief of ${feet(relief ?? high - low, key, "highest minus lowest ground")}.`;
  const { slope_mean_percent: mean, slope_max_percent: most } = terrain;
  const slopes =
    mean === null || most === null
      ? []
      : [fact`The mean slope is ${percent(mean, key)}, the steepest ${percent(most, key)}.`];
  return {
    section_id: "terrain",
    heading: "Terrain",
    blocks: [
      { type: "paragraph", statements: [heights, ...slopes] },
      {
        type: "table",
        caption: "Slope classes",
        columns: [
          { label: "Slope", share: 1 },
          { label: "Land", share: 2, align: "right" },
        ],
        rows: [
          ...terrain.slope_classes.map((slope) => [slopeRange(slope, key), landOf(slope, key)]),
          ...sumRows(terrain.slope_classes, key, 0),
        ],
      },
      {
        type: "table",
        caption: "Slope rule",
        columns: ruleColumns,
        rows: [[label("Building on steep slopes"), slopeCell(context)]],
      },
    ],
  };
}

/** The slope from which a rule applies: "25 percent to less than 35 percent", "slopes of more than twenty percent (20%)". */
const slopeFrom =
  /\b(\d+) ?(?:percent|%)\)? (?:to less than|or (?:more|greater|steeper)|slopes?\b)|\bslopes? (?:of|exceeding|over|above|(?:greater|more|steeper) than|in excess of)[^.;\d]{0,40}\(?(\d+) ?(?:percent|%)/gi;

/** Quotes the rule on steep slopes; where the ground is flatter than every slope that it names, says so instead. */
function slopeCell(context: SectionContext): Statement {
  const { sentences } = answerTo(context, "slope");
  const steepest = context.evidence.digest.terrain?.slope_max_percent ?? null;
  const printed = sentences.slice(0, 2).map(({ text, passages }) => ({
    ...{ from: Array.from(text.matchAll(slopeFrom), ([, one, other]) => Number(one ?? other)), passages },
  }));
  const least = Math.min(...printed.flatMap(({ from }) => from));
  const isFlatter = printed.length > 0 && printed.every(({ from }) => from.length > 0) && steepest !== null;
  if (!isFlatter || steepest >= least) return answerCell(context, "slope", 2);
  const keysOf = ({ passages }: (typeof printed)[number]) => passages.map((passage) => passageKey(context, passage));
  const [first = recordKey(context)] = printed.filter(({ from }) => from.includes(least)).flatMap(keysOf);
  const ground = percent(steepest, layerBrief(context, "contours").key);
  const told = fact`The rules located begin at slopes of ${named(`${least}%`, first)}; the steepest mapped ground is ${ground}.`;
  return citing(told, ...printed.flatMap(keysOf));
}

function terrainAbsence(context: SectionContext): Statement {
  const layer = layerBrief(context, "contours");
  if (layer.state !== "ready" && layer.state !== "empty") return absenceOf(context, "contours");
  return citing(
    wording`The elevation service has no data for the site. Nothing is implied about its slopes.`,
    layer.key,
  );
}

function slopeRange(
  { from_percent: from, to_percent: to }: { from_percent: number; to_percent: number | null },
  key: SourceKey | null,
) {
  const bound = (value: number) => fixed(`${value}%`, "class of the slope table");
  return citing(to === null ? wording`${bound(from)} and more` : wording`${bound(from)} to ${bound(to)}`, key);
}
