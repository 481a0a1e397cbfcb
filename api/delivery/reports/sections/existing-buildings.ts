import { notRecorded } from "../document/absence.ts";
import type { Block } from "../document/report-document.ts";
import { citing, fact, joined, type Statement, wording } from "../document/statement.ts";
import { count, feet, fixed, named, squareFeet } from "../document/values.ts";
import type { ReportConcept } from "../evidence/plan-evidence.ts";
import { paragraph } from "./blocks.ts";
import { conceptKey, sentenceCase } from "./concept-words.ts";
import { absenceOf, layerBrief, type SectionContext } from "./context.ts";
import { landOf } from "./hazards.ts";

/** How many buildings the table shows. */
const mostRows = 15;

type Buildings = NonNullable<SectionContext["evidence"]["digest"]["feasibility"]>["existing_buildings"];

/** Returns the buildings of the map on the site; none where they are not known. */
export const mappedBuildings = ({ evidence }: SectionContext): Buildings["buildings"] =>
  evidence.digest.feasibility?.existing_buildings.buildings ?? [];

/** Says how many mapped buildings the site has and how much of it they cover, or why that is not known. */
export function buildingsOnSite(context: SectionContext): Statement {
  const { key, state } = layerBrief(context, "buildings");
  const { total = null, covered = null } = context.evidence.digest.feasibility?.existing_buildings ?? {};
  if (total === null || covered === null || state === "empty") return absenceOf(context, "buildings");
  if (total === 0) return citing(wording`No building is mapped on the site. A map is not a field survey.`, key);
  const what =
    total === 1 ? citing(wording`One mapped building covers`, key) : fact`${count(total, key)} mapped buildings cover`;
  return fact`${what} ${landOf(covered, key, "footprints inside the boundary")}.`;
}

/** Says which of the mapped buildings would have to go for a concept, which is drawn as if the land were free of them. */
export function underConcept(context: SectionContext, concept: ReportConcept): Statement {
  const key = conceptKey(context, concept);
  const { count: standing, area } = concept.drawn_on.standing;
  const free = citing(wording`The concept is drawn as if the land were free of them.`, key);
  if (standing === 0) return joined([free, citing(wording`None of them lies under what it draws.`, key)]);
  const covered = squareFeet(area, key, "footprints of the map under the plan");
  const what = standing === 1 ? citing(wording`One of them lies`, key) : fact`${count(standing, key)} of them lie`;
  return joined([free, fact`${what} under what it draws, with ${covered}.`]);
}

/** Returns the existing buildings of the site: how much of it they cover, and each of them. */
export function existingBuildingBlocks(context: SectionContext): Block[] {
  const { key } = layerBrief(context, "buildings");
  const buildings = mappedBuildings(context);
  const { concept } = context.evidence;
  if (buildings.length === 0) return [paragraph(buildingsOnSite(context))];
  const rows = buildings
    .slice(0, mostRows)
    .map((building) => [
      fact`${named(nameOf(building), key)}`,
      building.levels === null ? notRecorded : fact`${count(building.levels, key)}`,
      building.height_ft === null ? notRecorded : fact`${feet(building.height_ft, key)}`,
      landOf(building, key),
    ]);
  const rest =
    buildings.length > mostRows
      ? [wording`The table has the largest ${fixed(String(mostRows), "rows of the table")}.`]
      : [];
  const caution = wording`Footprints are drawn from imagery and can be out of place by several feet; the map does not say whether a building conforms to the rules of today, or is still there.`;
  return [
    paragraph(buildingsOnSite(context), ...rest, caution),
    ...(concept === null ? [] : [paragraph(underConcept(context, concept))]),
    {
      type: "table",
      caption: "Existing buildings on the site, largest first",
      columns: [
        { label: "Building", share: 1.6 },
        { label: "Stories", share: 0.7, align: "right" },
        { label: "Height", share: 0.8, align: "right" },
        { label: "Land of the site that it covers", share: 2, align: "right" },
      ],
      rows,
    },
  ];
}

/** Names a building by its name and kind, as far as the map states them. */
function nameOf({ name, kind }: Buildings["buildings"][number]): string {
  const what = kind === null ? null : sentenceCase(kind.replaceAll("_", " "));
  if (name === null) return what ?? "Kind not recorded";
  return what === null ? name : `${name} (${what.toLowerCase()})`;
}
