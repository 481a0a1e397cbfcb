import { notRecorded } from "../document/absence.ts";
import type { Block, Section } from "../document/report-document.ts";
import { fact, type Statement, wording } from "../document/statement.ts";
import { acres, fixed, named, share, squareFeet } from "../document/values.ts";
import { documentCell, label, layerBrief, recordKey, type SectionContext } from "./context.ts";

/** Areas that differ by more than this share are told side by side. */
export const areaTolerance = 0.02;

/** Returns the section about the parcels: number, address, areas, jurisdiction, legal description. */
export function siteSection(context: SectionContext): Section {
  const blocks: Block[] = [
    { type: "paragraph", statements: [extent(context)] },
    parcelTable(context),
    { type: "paragraph", statements: [areasAgree(context)] },
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
  const key = parcelsKey(context);
  return {
    type: "table",
    caption: "Parcels of the site",
    columns: [
      { label: "APN", share: 1 },
      { label: "Address", share: 2 },
      { label: "Area by boundary", share: 1.6, align: "right" },
      { label: "Zoning", share: 1.2 },
    ],
    rows: context.evidence.project.parcels.map(({ apn, address, size, zoning }) => [
      apn === null ? notRecorded : fact`${named(apn, key)}`,
      address === null ? notRecorded : fact`${named(address, key)}`,
      size === null ? notRecorded : fact`${acres(size.acres, key)} (${squareFeet(size.square_feet, key)})`,
      zoning.code === null ? notRecorded : fact`${named(zoning.code, recordKey(context))}`,
    ]),
  };
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
  if (difference === null) return wording`Areas could not be compared: a parcel has no recorded area.`;
  return difference > areaTolerance
    ? fact`The recorded areas of the parcels and the area inside their boundaries differ by ${share(difference, parcelsKey(context), "difference divided by the area inside the boundaries")}.`
    : fact`The areas of the parcels and the area of the site agree within ${tolerance}. A boundary survey decides.`;
}
