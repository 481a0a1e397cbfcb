import { notRecorded } from "../document/absence.ts";
import type { Block, Section } from "../document/report-document.ts";
import { citing, fact, joined, type SourceKey, type Statement, wording } from "../document/statement.ts";
import { count, date, feet, fixed, named } from "../document/values.ts";
import { districtsOf } from "../evidence/questions.ts";
import { itemColumns, paragraph, tableOr } from "./blocks.ts";
import { bufferText } from "./buffer-text.ts";
import {
  absenceOf,
  answerCell,
  documentCell,
  label,
  layerBrief,
  passageKey,
  provisionCell,
  recordKey,
  type SectionContext,
} from "./context.ts";

const ruleColumns = itemColumns("What the sources state");
/** How many entries a table shows. */
const mostRows = 15;

const words = (name: string) => name.replaceAll("_", " ");
const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Returns the section about utilities. */
export function utilitiesSection(context: SectionContext): Section {
  const { utilities } = context.evidence.digest;
  const { key } = layerBrief(context, "utilities");
  const items = utilities?.items ?? [];
  const capacity: Block = {
    type: "table",
    caption: "Capacity",
    columns: ruleColumns,
    rows: [[label("Will-serve letter or capacity study"), capacityCell(context)]],
  };
  const table = tableOr(absenceOf(context, "utilities"), {
    caption: "Mapped utilities around the site, nearest first",
    columns: [
      { label: "Kind", share: 1.2 },
      { label: "Operator", share: 2 },
      { label: "Distance from the site", share: 1.2, align: "right" },
      { label: "Direction", share: 0.8 },
    ],
    rows: items
      .slice(0, mostRows)
      .map(({ kind, name, operator, distance_feet, direction }) => [
        fact`${named(capitalized(words(kind)), key)}`,
        operator === null && name === null ? notRecorded : fact`${named(operator ?? name ?? "", key)}`,
        fact`${feet(distance_feet, key)}`,
        fact`${named(distance_feet === 0 ? "On the site" : direction, key)}`,
      ]),
  });
  return { section_id: "utilities", heading: "Utilities", blocks: [table, capacity] };
}

function capacityCell(context: SectionContext): Statement {
  const found = documentCell(context, "will_serve", "will-serve letter");
  if (found.evidence.length > 0) return found;
  return wording`Not determined. Ask each provider for a will-serve letter.`;
}

/** From its center line, a road is this far from the lots that it serves, in feet. */
export const frontageFeet = 60;

/** Returns the roads along the site. */
export const roadsAlong = ({ evidence }: SectionContext) =>
  (evidence.digest.roads?.items ?? []).filter(({ distance_feet }) => distance_feet <= frontageFeet);

/** Returns the section about access. */
export function accessSection(context: SectionContext): Section {
  const { roads } = context.evidence.digest;
  const { key, isRead } = layerBrief(context, "roads");
  const along = roadsAlong(context);
  const within = fixed(
    `${frontageFeet} ft`,
    "rule DD-ACCESS-01: from the center line of a road to the lots that it serves",
  );
  const lead =
    along.length > 0
      ? along.length === 1
        ? citing(fact`One mapped road runs within ${within} of the boundary.`, key)
        : fact`${count(along.length, key)} mapped roads run within ${within} of the boundary.`
      : citing(wording`No mapped road runs within ${within} of the boundary.`, key);
  const rows = (roads?.items ?? [])
    .slice(0, mostRows)
    .map((road) => [
      road.name === null ? wording`Without a name` : fact`${named(road.name, key)}`,
      fact`${named(capitalized(words(road.class)), key)}`,
      fact`${feet(road.distance_feet, key)}`,
      fact`${named(road.direction, key)}`,
    ]);
  const table = tableOr(isRead ? lead : absenceOf(context, "roads"), {
    caption: "Roads around the site; distances are to the center line",
    columns: [
      { label: "Road", share: 2 },
      { label: "Class", share: 1.2 },
      { label: "Distance", share: 1, align: "right" },
      { label: "Direction", share: 0.8 },
    ],
    rows,
  });
  const rules: Block = {
    type: "table",
    caption: "Driveway rules",
    columns: ruleColumns,
    rows: [
      [label("Driveway width"), answerCell(context, "driveway", 2)],
      [label("Existing curb cuts"), wording`Not performed: no site visit was made.`],
    ],
  };
  return {
    section_id: "access",
    heading: "Access",
    blocks: [...(rows.length > 0 ? [paragraph(lead)] : []), table, rules],
  };
}

/** Says that a table has only the nearest of so many. */
const nearestOnly = (total: number, key: SourceKey | null): Statement[] =>
  total > mostRows ? [fact`The table has the nearest ${count(mostRows, key, "rows of the table")}.`] : [];

/** Returns the section about neighboring parcels. */
export function neighborsSection(context: SectionContext): Section {
  const { adjacency } = context.evidence.digest;
  const { key } = layerBrief(context, "adjacency");
  const parcels = adjacency?.parcels ?? [];
  const districts = districtsOf(context.evidence.project);
  const rules: Block = {
    type: "table",
    caption: "Buffers between uses",
    columns: ruleColumns,
    rows: districts.map((district) => [
      fact`District ${named(district, recordKey(context))}`,
      bufferCell(context, district),
    ]),
  };
  const table = tableOr(absenceOf(context, "adjacency"), {
    caption: "Parcels around the site, nearest first",
    columns: [
      { label: "Parcel", share: 2.2 },
      { label: "Use", share: 1.3 },
      { label: "Zoning", share: 0.8 },
      { label: "Distance", share: 0.9, align: "right" },
      { label: "Direction", share: 0.8 },
    ],
    rows: parcels
      .slice(0, mostRows)
      .map(({ address, apn, use, zoning_code: zone, distance_feet, direction }) => [
        address === null && apn === null ? notRecorded : fact`${named(address ?? apn ?? "", key)}`,
        use === null ? notRecorded : fact`${named(use, key)}`,
        zone === null ? notRecorded : fact`${named(zone, key)}`,
        distance_feet === 0 ? fact`${named("Adjoining", key)}` : fact`${feet(distance_feet, key)}`,
        fact`${named(direction, key)}`,
      ]),
  });
  const total = adjacency?.total ?? parcels.length;
  const lead = fact`The parcel layer has ${count(total, key)} parcels around the site.`;
  return {
    section_id: "neighbors",
    heading: "Neighbors",
    blocks: [
      ...(parcels.length > 0 ? [paragraph(lead, ...nearestOnly(total, key))] : []),
      table,
      ...(districts.length > 0 ? [rules] : []),
    ],
  };
}

/** Says which buffers a district keeps: the rows of the table, then what was answered. */
function bufferCell(context: SectionContext, district: string): Statement {
  const rows = context.evidence.law.district_buffers[district] ?? [];
  const told = provisionCell(context, `buffer.${district}`);
  if (rows.length === 0) return told;
  const stated = rows.map((row) => bufferText(row, passageKey(context, row.passage)));
  return joined(told.evidence.length > 0 ? [...stated, told] : stated);
}

/** Returns the section about listed facilities and the Phase I report. */
export function environmentalSection(context: SectionContext): Section {
  const { environmental } = context.evidence.digest;
  const { key } = layerBrief(context, "environmental");
  const sites = environmental?.sites ?? [];
  const onSite = (environmental?.on_site ?? 0) === 0 ? label("none") : fact`${count(environmental?.on_site ?? 0, key)}`;
  const lead = paragraph(
    fact`The registry lists ${count(environmental?.total ?? sites.length, key)} facilities around the site, ${onSite} of them on it.`,
    ...nearestOnly(environmental?.total ?? sites.length, key),
    wording`A listing is not evidence of contamination.`,
    ...programLegend(sites.slice(0, mostRows)),
  );
  const table = tableOr(absenceOf(context, "environmental"), {
    caption: "Listed facilities, nearest first",
    columns: [
      { label: "Facility", share: 2.2 },
      { label: "Program", share: 1 },
      { label: "Status", share: 1.4 },
      { label: "Distance", share: 1, align: "right" },
      { label: "Direction", share: 0.8 },
    ],
    rows: sites
      .slice(0, mostRows)
      .map(({ name, program, status, distance_feet, direction }) => [
        fact`${named(name || "Without a name", key)}`,
        program === "" ? notRecorded : fact`${named(program, key)}`,
        status === null ? notRecorded : fact`${named(status, key)}`,
        distance_feet === 0 ? fact`${named("On the site", key)}` : fact`${feet(distance_feet, key)}`,
        fact`${named(direction, key)}`,
      ]),
  });
  const phaseOne: Block = {
    type: "table",
    caption: "Phase I environmental site assessment",
    columns: ruleColumns,
    rows: [
      [label("Recognized environmental conditions"), documentCell(context, "phase_i", "Phase I report")],
      [label("Age of an assessment"), phaseOneAge(context)],
    ],
  };
  return {
    section_id: "environmental",
    heading: "Environmental",
    blocks: [...(sites.length > 0 ? [lead] : []), table, phaseOne],
  };
}

/** Programs of the federal registry, by the names that it lists them under. */
const programs: Readonly<Record<string, string>> = {
  ...{ ACRES: "brownfields", AIR: "air emissions", NPDES: "discharges to water", RCRAINFO: "hazardous waste" },
  ...{ SDWIS: "drinking water systems", SEMS: "Superfund", TRIS: "toxic releases" },
};

/** Says what the names of the programs in a table stand for. */
function programLegend(sites: readonly { readonly program: string }[]): Statement[] {
  const listed = new Set(sites.flatMap(({ program }) => program.split(", ")));
  const known = Object.entries(programs).flatMap(([name, meaning]) =>
    listed.has(name) ? [`${name}, ${meaning}`] : [],
  );
  return known.length === 0 ? [] : [label(`Programs: ${known.join("; ")}.`)];
}

/** Parts of an assessment older than this must be updated. Source: 40 CFR 312.20(b). */
const phaseOneDays = 180;

function phaseOneAge({ evidence }: SectionContext): Statement {
  const from = new Date(new Date(evidence.report_time).getTime() - phaseOneDays * 86_400_000);
  const rule = fixed("40 CFR 312.20", "Code of Federal Regulations");
  const days = fixed(`${phaseOneDays} days`, "40 CFR 312.20(b)");
  return wording`Under ${rule}, components older than ${days} before the purchase must be updated. On the date of this report that is everything before ${date(from, null, "report date minus 180 days")}.`;
}
