import { exhibitsOf } from "../document/exhibits.ts";
import type { Finding, ReportDraft, SummaryItem } from "../document/report-document.ts";
import { fact, joined, type Statement, wording } from "../document/statement.ts";
import { findingLines, topicLine } from "../document/summary-lines.ts";
import { acres, count, date, fixed, named } from "../document/values.ts";
import { findingsOf } from "../findings/rule.ts";
import { dueDiligenceRules } from "../findings/rule-table.ts";
import { limitationsSection, openItemsSection, reviewSection, scopeSection, vintageSection } from "./back-matter.ts";
import { isSynthetic, type LayerName, layerBrief, recordKey, type SectionContext } from "./context.ts";
import { floodSection, soilsSection, terrainSection, wetlandsSection } from "./hazards.ts";
import { noticesOf } from "./notices.ts";
import { pathSection } from "./path.ts";
import { overlaysSection, titleSection } from "./rules-and-records.ts";
import { siteSection } from "./site.ts";
import { accessSection, environmentalSection, neighborsSection, utilitiesSection } from "./surroundings.ts";
import { titleFacts } from "./title-block.ts";
import { zoningSection } from "./zoning.ts";

/** Returns a due-diligence report. */
export function dueDiligenceReport(context: SectionContext): ReportDraft {
  const findings = findingsOf(dueDiligenceRules, context);
  const { title, project } = context.evidence;
  return {
    report_type: "due_diligence",
    type_label: "Due-diligence report",
    title: title ?? project.name,
    facts_of_title: titleFacts(context),
    is_synthetic: isSynthetic(context),
    summary: summaryOf(context, findings),
    findings,
    sections: [
      scopeSection(context),
      siteSection(context),
      zoningSection(context),
      overlaysSection(context),
      floodSection(context),
      wetlandsSection(context),
      soilsSection(context),
      terrainSection(context),
      utilitiesSection(context),
      accessSection(context),
      neighborsSection(context),
      environmentalSection(context),
      titleSection(context),
      pathSection(context, { id: "approvals", heading: "Approvals" }),
      openItemsSection(context, findings),
      vintageSection(context),
      limitationsSection(context),
      reviewSection(),
    ],
    exhibits: exhibitsOf(context),
    notices: noticesOf(context),
  };
}

function summaryOf(context: SectionContext, findings: readonly Finding[]): SummaryItem[] {
  const unknown = findings.filter(({ rating, next_step: next }) => rating !== "green" && next !== null);
  return [
    {
      question: "Is this the right land?",
      answer: [landLine(context), ...findingLines(findings, ["DD-ZONING-01"], 2)],
    },
    { question: "Is the stated use allowed?", answer: findingLines(findings, ["DD-USE-01"], 2) },
    {
      question: "What on the land stops or limits building?",
      answer: limitLines(context, findings),
    },
    { question: "Do roads and utilities reach it?", answer: findingLines(findings, ["DD-ACCESS-01", "DD-UTIL-01"], 3) },
    { question: "What is not known, and who can say?", answer: openLines(unknown) },
    {
      question: "How old are the sources?",
      answer: [...ageLines(context), ...findingLines(findings, ["DD-AGE-01"], 1)],
    },
  ];
}

function landLine(context: SectionContext): Statement {
  const { project, digest } = context.evidence;
  const key = layerBrief(context, "parcels").key ?? recordKey(context);
  const { municipality, state } = project.jurisdiction ?? {};
  const region = [municipality, state].filter((name) => name).join(", ");
  const numbers = project.parcels.map(({ apn, address }) => apn ?? address ?? "").filter((name) => name !== "");
  const area = acres(digest.feasibility?.site_area.acres ?? 0, key, "area of the parcel boundaries on the ellipsoid");
  const where = region === "" ? wording`` : fact` in ${named(region, recordKey(context))}`;
  return numbers.length === 0
    ? fact`The site has ${area}${where}.`
    : fact`Parcel ${named(numbers.join(", "), key)}${where}: ${area}.`;
}

const limiting = ["DD-BLDG-01", "DD-FLOOD-01", "DD-WET-01", "DD-SLOPE-01", "DD-ENV-01", "DD-OVERLAY-01"];

/** The layer from which a rule on a constraint is decided. */
const layerOf: Readonly<Record<string, LayerName>> = {
  ...{ "DD-FLOOD-01": "flood", "DD-WET-01": "wetlands", "DD-SLOPE-01": "contours" },
  ...{ "DD-BLDG-01": "buildings", "DD-ENV-01": "environmental", "DD-OVERLAY-01": "zoning" },
};
const isRead = (context: SectionContext, rule: string) => layerBrief(context, layerOf[rule] ?? "zoning").isRead;

function limitLines(context: SectionContext, findings: readonly Finding[]): readonly Statement[] {
  const found = findings.filter(({ rule_id: rule, rating }) => limiting.includes(rule) && rating !== "green");
  const unread = found.filter(({ rule_id: rule }) => !isRead(context, rule));
  const known = found.filter((finding) => !unread.includes(finding));
  const missing = fixed([...new Set(unread.map(({ topic }) => topic))].join(", "), "topics of the rules");
  const notRead = unread.length === 0 ? [] : [wording`Not known, because no map of it was read: ${missing}.`];
  if (known.length > 0) return [topicLine(known), ...notRead];
  const none = wording`No mapped constraint was found on the site. Maps are not field surveys.`;
  return unread.length === 0 ? [none] : notRead;
}

function openLines(open: readonly Finding[]): readonly Statement[] {
  const some = count(open.length, null, "findings that are not green");
  const steps = open.slice(0, 3).flatMap(({ next_step: next }) => next ?? []);
  const unique = steps.filter(
    ({ text }, at) =>
      !steps.some((other, place) => (place < at || other.text !== text) && place !== at && other.text.includes(text)),
  );
  return [
    wording`${some} items are open; see the section on open items.`,
    ...(unique.length > 0 ? [joined(unique)] : []),
  ];
}

function ageLines(context: SectionContext): readonly Statement[] {
  const read = context.evidence.digest.spatial_layers
    .flatMap(({ retrieved_at: at }) => (at === null ? [] : [at]))
    .sort();
  const [oldest] = read;
  // Without any text either, the finding on the age of the sources says the same.
  if (oldest === undefined)
    return context.evidence.project.knowledge_base.corpora.length === 0 ? [] : [wording`No map layer was read.`];
  return [fact`The oldest map layer was read on ${date(oldest, recordKey(context))}.`];
}
