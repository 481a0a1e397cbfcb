import { notRecorded } from "../document/absence.ts";
import type { Block, Section } from "../document/report-document.ts";
import { citing, fact, joined, type Statement, wording } from "../document/statement.ts";
import { date, fixed, named } from "../document/values.ts";
import { districtsOf } from "../evidence/questions.ts";
import { itemColumns } from "./blocks.ts";
import {
  absenceOf,
  answerCell,
  label,
  layerBrief,
  passageKey,
  quoted,
  recordKey,
  type SectionContext,
} from "./context.ts";
import { layoutRows, standardCell, standardRows } from "./standards.ts";
import { useCell } from "./use.ts";

/** Returns the section about zoning: district and how it was verified, use, standards, parking, rebuilding. */
export function zoningSection(context: SectionContext): Section {
  const districts = districtsOf(context.evidence.project);
  const blocks: Block[] = [
    districtTable(context),
    ...districts.flatMap((district) => districtBlocks(context, district)),
    ...useStandards(context),
    {
      type: "table",
      caption: "Parking, layout and nonconforming buildings",
      columns: questionColumns,
      rows: [
        [label("Parking for the stated use"), parkingCell(context)],
        ...districts.slice(0, 1).flatMap((district) => layoutRows(context, district)),
        [label("Restoring a damaged nonconforming building"), answerCell(context, "rebuild")],
      ],
    },
    ...districts.flatMap((district) => [surveySchedule(context, district)]),
  ];
  return { section_id: "zoning", heading: "Zoning", blocks };
}

/** Rows of a parking table that are printed for a use. */
const mostRatios = 8;

/** Says how much parking the stated use needs: the rows of the parking table that name it, else what was answered. */
export function parkingCell(context: SectionContext): Statement {
  const { parking } = context.evidence.law.use_standards;
  if (parking.length === 0) return answerCell(context, "parking", mostRatios);
  return joined(
    parking.slice(0, mostRatios).map(({ label: words, required }) => {
      const key = passageKey(context, required.passage);
      return fact`${named(words, key)}: ${named(required.text.replace(/[.;,]$/, ""), key)}.`;
    }),
  );
}

const questionColumns = itemColumns("What the ordinance states");

function districtTable(context: SectionContext): Block {
  const { project } = context.evidence;
  const record = recordKey(context);
  return {
    type: "table",
    caption: "District of each parcel and how it was verified",
    columns: [
      { label: "Parcel", share: 1.6 },
      { label: "District", share: 1.6 },
      { label: "Verified", share: 1.4 },
      { label: "What each source states", share: 2.4 },
    ],
    rows: project.parcels.map(({ address, apn, parcel_index: at, zoning }) => [
      fact`${named(address ?? apn ?? `Parcel ${at + 1}`, record)}`,
      zoning.code === null
        ? notRecorded
        : fact`${named([zoning.code, zoning.description].filter((part) => part !== null).join(", "), record)}`,
      verified(context, zoning),
      zoning.evidence.length === 0
        ? notRecorded
        : joined(
            zoning.evidence.map(({ code, source }) => fact`${named(source, record)}: ${named(code, record)}`),
            "; ",
          ),
    ]),
  };
}

function verified(
  context: SectionContext,
  zoning: { readonly verified: boolean; readonly verified_by: string | null },
) {
  const record = recordKey(context);
  if (!zoning.verified) return citing(wording`Not verified.`, record);
  if (zoning.verified_by === "sources") return citing(wording`Two independent sources agree.`, record);
  return citing(wording`Settled by a user of the project.`, record);
}

function districtBlocks(context: SectionContext, district: string): Block[] {
  return [
    {
      type: "table",
      caption: `Use and dimensional standards of district ${district}`,
      columns: questionColumns,
      rows: [[label("Stated use"), useCell(context, district)], ...standardRows(context, district)],
    },
  ];
}

/** The items of the sections that the table of uses names for the stated use, word for word. */
function useStandards(context: SectionContext): Block[] {
  const { sections } = context.evidence.law.use_standards;
  if (sections.length === 0) return [];
  const rows = sections.map(({ passage }) => [
    fact`Section ${named(passage.section ?? "without a number", passageKey(context, passage))}`,
    quoted(context, [passage]),
  ]);
  return [{ type: "table", caption: "Standards to which the table of uses leads", columns: questionColumns, rows }];
}

/** The zoning items that a surveyor enters into an ALTA/NSPS survey. */
function surveySchedule(context: SectionContext, district: string): Block {
  const rows = [
    ["Zoning classification", fact`${named(district, recordKey(context))}`],
    [
      "Setbacks",
      joined(
        (["front", "side", "rear"] as const).map(
          (side) =>
            fact`${label(`${side === "front" ? "Front" : side === "side" ? "Side" : "Rear"}: `)}${standardCell(context, `setback_${side}`, district)}`,
        ),
      ),
    ],
    ["Height", standardCell(context, "max_height", district)],
    ["Floor area ratio", standardCell(context, "max_far", district)],
    ["Parking", parkingCell(context)],
  ] as const;
  return {
    type: "table",
    caption: `Schedule for a surveyor: zoning items of a land title survey, district ${district}`,
    columns: questionColumns,
    rows: [
      ...rows.map(([name, cell]) => [label(name), cell]),
      [label("Source of the classification"), zoningRead(context)],
    ],
  };
}

function zoningRead(context: SectionContext): Statement {
  const { key, at, isRead } = layerBrief(context, "zoning");
  const basis = fixed("Table A item 6", "ALTA/NSPS Minimum Standard Detail Requirements");
  const map = isRead ? fact`Zoning map read on ${date(at, key)}.` : absenceOf(context, "zoning");
  return fact`${map} The items follow ${basis}; the surveyor confirms them with the zoning authority.`;
}
