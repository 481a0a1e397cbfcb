import { notRecorded } from "../document/absence.ts";
import type { Block, Section } from "../document/report-document.ts";
import { fact, type SourceKey, type Statement, wording } from "../document/statement.ts";
import { acres, fixed, named, share, squareFeet } from "../document/values.ts";
import { documentCell, label, layerBrief, recordKey, type SectionContext } from "./context.ts";
import { existingBuildingBlocks } from "./existing-buildings.ts";

/** Areas that differ by more than this share are told side by side. */
export const areaTolerance = 0.02;

/** Returns the section about the parcels: number, address, areas, jurisdiction, legal description. */
export function siteSection(context: SectionContext): Section {
  const blocks: Block[] = [
    { type: "paragraph", statements: [extent(context)] },
    parcelTable(context),
    { type: "paragraph", statements: [areasAgree(context), ...areaGaps(context).map(({ statement }) => statement)] },
    {
      type: "table",
      caption: "Title and survey description",
      columns: [
        { label: "Item", share: 1 },
        { label: "What the documents state", share: 2.4 },
      ],
      rows: [
        [label("Legal description"), documentCell(context, "legal_description", "title report")],
        [label("Survey"), documentCell(context, "survey", "survey")],
      ],
    },
    { type: "heading", text: "Existing buildings" },
    ...existingBuildingBlocks(context),
  ];
  return { section_id: "site", heading: "Site", blocks };
}

function extent(context: SectionContext): Statement {
  const { project, digest } = context.evidence;
  const record = recordKey(context);
  const { municipality, county, state } = project.jurisdiction ?? {};
  const region = [municipality, county ? `${county} County` : null, state].filter((name) => name).join(", ");
  const area = digest.feasibility?.site_area ?? { acres: 0, square_feet: 0 };
  const basis = "area of the parcel boundaries on the ellipsoid";
  const land = fact`${acres(area.acres, parcelsKey(context), basis)} (${squareFeet(area.square_feet, parcelsKey(context), basis)})`;
  const where = region === "" ? wording`` : fact` in ${named(region, record)}`;
  return project.parcels.length === 1
    ? fact`The site is one parcel of ${land}${where}.`
    : fact`The site consists of ${fixed(String(project.parcels.length), "parcels of the project")} parcels with ${land}${where}.`;
}

const parcelsKey = (context: SectionContext) => layerBrief(context, "parcels").key ?? recordKey(context);

function parcelTable(context: SectionContext): Block {
  const rows = parcelRows(context);
  return {
    type: "table",
    caption: "Parcels of the site",
    columns: [
      { label: "APN", share: 1 },
      { label: "Address", share: 2 },
      { label: "Area of record", share: 1.4, align: "right" },
      { label: "Area inside the boundary", share: 1.4, align: "right" },
      { label: "Zoning", share: 0.8 },
    ],
    rows: [...rows, ...(rows.length > 1 ? [sumRow(context)] : [])],
  };
}

function parcelRows(context: SectionContext): Statement[][] {
  const key = parcelsKey(context);
  const { project, records } = context.evidence;
  return project.parcels.map(({ apn, address, size, zoning }, at) => {
    const recorded = records.recorded_areas[at] ?? null;
    return [
      apn === null ? notRecorded : fact`${named(apn, key)}`,
      address === null ? notRecorded : fact`${named(address, key)}`,
      recorded === null ? notRecorded : areaText(recorded, key),
      size === null ? notRecorded : areaText(size.square_feet, key),
      zoning.code === null ? notRecorded : fact`${named(zoning.code, recordKey(context))}`,
    ];
  });
}

/** Adds the parcels up; a sum with a part that is not recorded is not told. */
function sumRow(context: SectionContext): Statement[] {
  const key = parcelsKey(context);
  const { project, records } = context.evidence;
  const sumOf = (areas: readonly (number | null)[]) => {
    const known = areas.filter((area) => area !== null);
    if (known.length < areas.length) return notRecorded;
    const sum = known.reduce((total, area) => total + area, 0);
    return areaText(sum, key, "sum of the parcels");
  };
  return [
    label("Sum"),
    label("All parcels"),
    sumOf(project.parcels.map((_, at) => records.recorded_areas[at] ?? null)),
    sumOf(project.parcels.map(({ size }) => size?.square_feet ?? null)),
    label("–"),
  ];
}

const squareFeetPerAcre = 43_560;

const areaText = (area: number, key: SourceKey, basis: string | null = null): Statement =>
  fact`${acres(area / squareFeetPerAcre, key, basis)} (${squareFeet(area, key, basis)})`;

/** A parcel whose record states another area than is inside its boundary. */
export interface AreaGap {
  readonly parcelIndex: number;
  readonly difference: number;
  readonly statement: Statement;
}

/** Returns the parcels whose areas of record differ from the measured ones by more than the tolerance. */
export function areaGaps(context: SectionContext): readonly AreaGap[] {
  const key = parcelsKey(context);
  const { project, records } = context.evidence;
  return project.parcels.flatMap(({ apn, address, size }, at) => {
    const recorded = records.recorded_areas[at] ?? null;
    if (recorded === null || size === null || size.square_feet === 0) return [];
    const difference = Math.abs(recorded - size.square_feet) / size.square_feet;
    if (difference <= areaTolerance) return [];
    const basis = "difference divided by the area inside the boundary";
    const parcel = named(apn ?? address ?? `Parcel ${at + 1}`, key);
    const statement = fact`The record of parcel ${parcel} states ${areaText(recorded, key)}; its boundary encloses ${areaText(size.square_feet, key)}, ${share(difference, key, basis)} apart.`;
    return [{ parcelIndex: at, difference, statement }];
  });
}

/** Compares the sum of the parcels with the area of the whole site. */
export function areaDifference({ evidence }: SectionContext): number | null {
  const sizes = evidence.project.parcels.map(({ size }) => size?.square_feet ?? null);
  const whole = evidence.digest.feasibility?.site_area.square_feet ?? 0;
  if (whole === 0 || sizes.some((size) => size === null)) return null;
  const sum = sizes.reduce<number>((total, size) => total + (size ?? 0), 0);
  return Math.abs(sum - whole) / whole;
}

function areasAgree(context: SectionContext): Statement {
  const difference = areaDifference(context);
  const tolerance = fixed("2%", "tolerance of rule DD-AREA-01");
  if (difference === null) return wording`Areas could not be compared: the area of a parcel is not known.`;
  if (difference > areaTolerance) {
    const basis = "difference divided by the area of the site";
    return fact`The sum of the parcels and the area of the site differ by ${share(difference, parcelsKey(context), basis)}: parcels overlap.`;
  }
  const { parcels } = context.evidence.project;
  const isStated = parcels.every((_, at) => (context.evidence.records.recorded_areas[at] ?? null) !== null);
  if (areaGaps(context).length > 0) return wording`A boundary survey decides which area is right.`;
  return isStated
    ? wording`The areas of record and the measured areas agree within ${tolerance}. A boundary survey decides.`
    : wording`The areas are measured inside the mapped boundaries. A boundary survey decides.`;
}
