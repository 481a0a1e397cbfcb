import { publisherBlocked } from "../document/absence.ts";
import type { Block, Section } from "../document/report-document.ts";
import { citing, fact, type Statement, wording } from "../document/statement.ts";
import { named } from "../document/values.ts";
import type { AnswerSentence } from "../evidence/answers.ts";
import { districtsOf } from "../evidence/questions.ts";
import {
  absenceOf,
  answerCell,
  answerTo,
  documentCell,
  label,
  layerBrief,
  passageKey,
  quoted,
  recordKey,
  type SectionContext,
} from "./context.ts";
import { landOf } from "./hazards.ts";

/** Overlay districts of the zoning map on the site. */
export const overlaysOf = ({ evidence }: SectionContext) =>
  (evidence.digest.zoning?.districts ?? []).filter(({ is_overlay: isOverlay }) => isOverlay);

/** Returns the section about everything that regulates the site, in the order in which it is applied. */
export function overlaysSection(context: SectionContext): Section {
  const { key, isRead } = layerBrief(context, "zoning");
  const record = recordKey(context);
  const base = districtsOf(context.evidence.project).map((district) => [
    label("Base district"),
    fact`${named(district, record)}`,
    label("See the section on zoning."),
    ordinanceStatus(context, "municipal"),
  ]);
  const overlays = overlaysOf(context).map((overlay) => [
    label("Overlay district"),
    fact`${named(overlay.name ?? overlay.code, key)}: ${landOf(overlay, key)}`,
    overlayEffect(context, overlay),
    ordinanceStatus(context, "municipal"),
  ]);
  const none = [
    [
      label("Overlay districts"),
      noOverlay(context, isRead),
      label(isRead ? "None to apply." : "Not known."),
      mapStatus(context),
    ],
  ];
  const county = [
    [
      label("County"),
      countyTitle(context),
      label(
        context.evidence.project.readiness.ordinances.county.title === null
          ? "Not known."
          : "How it relates to the municipal law was not examined.",
      ),
      ordinanceStatus(context, "county"),
    ],
  ];
  const state = [
    [
      label("State"),
      wording`Not searched.`,
      label("State statutes and permits are not part of this report."),
      wording`Not requested.`,
    ],
  ];
  const blocks: Block[] = [
    {
      type: "table",
      caption: "What regulates the site, from the base district up; the last column shows where the text is missing",
      columns: [
        { label: "Layer", share: 1 },
        { label: "What applies", share: 1.6 },
        { label: "Effect", share: 3.4 },
        { label: "Status of the text", share: 1.1 },
      ],
      rows: [...base, ...(overlays.length > 0 ? overlays : none), ...county, ...state],
    },
  ];
  return { section_id: "overlays", heading: "Overlays and other rules", blocks };
}

/** Says what binds in an overlay: as a model wrote it, else as the law states it. */
function overlayEffect(
  context: SectionContext,
  { code, name }: { readonly code: string; readonly name: string | null },
) {
  const id = `overlay.${name ?? code}`;
  const rules = context.evidence.law.overlay_rules[code] ?? [];
  const { is_narrative: isNarrative, sentences } = answerTo(context, id);
  if ((isNarrative && sentences.length > 0) || rules.length === 0) return answerCell(context, id, 2);
  return quoted(context, rules);
}

function noOverlay(context: SectionContext, isRead: boolean): Statement {
  const { key } = layerBrief(context, "zoning");
  return isRead ? citing(wording`None mapped on the site.`, key) : absenceOf(context, "zoning");
}

function mapStatus(context: SectionContext): Statement {
  const { key, isRead } = layerBrief(context, "zoning");
  return isRead ? citing(wording`The zoning map was read.`, key) : wording`The zoning map was not read.`;
}

function countyTitle(context: SectionContext): Statement {
  const { title } = context.evidence.project.readiness.ordinances.county;
  return title === null ? wording`No county text was located.` : fact`${named(title, recordKey(context))}`;
}

const ordinanceWords: Readonly<Record<string, Statement>> = {
  ready: wording`Indexed.`,
  publisher_blocked: publisherBlocked,
  not_found: wording`Not located by the search for the governing law.`,
  skipped: wording`Not requested: skipped during project setup.`,
  failed: wording`Not available: the publisher did not respond. Nothing is implied about the law.`,
};

/** Says how the text of an ordinance stands. */
export function ordinanceStatus(context: SectionContext, target: "municipal" | "county"): Statement {
  const { status } = context.evidence.project.readiness.ordinances[target];
  return citing(ordinanceWords[status] ?? wording`Not read yet.`, recordKey(context));
}

/** Returns the section about title and survey. */
export function titleSection(context: SectionContext): Section {
  const isListed = exceptionsOf(context).length > 0;
  const rows = [
    ...(isListed
      ? []
      : [[label("Exceptions and easements"), documentCell(context, "title_exceptions", "title report")]]),
    [label("Survey date and area"), documentCell(context, "survey", "survey")],
    [label("Lien search"), wording`Not performed.`],
  ];
  const told = wording`An entry affects the site only where the document itself says so.`;
  return {
    section_id: "title",
    heading: "Title and survey",
    blocks: [
      { type: "paragraph", statements: [told] },
      ...(isListed ? [exceptionsTable(context)] : []),
      {
        type: "table",
        caption: "What the supplied documents state",
        columns: [
          { label: "Item", share: 1 },
          { label: "Statement", share: 2.6 },
        ],
        rows,
      },
    ],
  };
}

/** Entries of title documents that were found as they stand; empty where a model told of them. */
function exceptionsOf(context: SectionContext): readonly AnswerSentence[] {
  const { is_narrative: isNarrative, status, sentences } = answerTo(context, "title_exceptions");
  return isNarrative || status !== "answered" ? [] : sentences;
}

const entryNumber = /^\(?(\d{1,3}|[A-Za-z])[.)]\s/;
const entryKind =
  /\b(?:easement|right[ -]of[ -]way|covenant|restriction|lien|mortgage|encroachment|lease|reservation|agreement|notice|tax)/i;
const recordingReference =
  /\b(?:volume|vol\.|book|liber|instrument|document|reception|map)(?: (?:no\.|number))? ?[A-Z0-9-]*\d[A-Z0-9-]*(?:,? (?:at )?(?:page|pg\.|p\.) ?\d+)?/i;

function exceptionsTable(context: SectionContext): Block {
  return {
    type: "table",
    caption: "Entries of the supplied title documents",
    columns: [
      { label: "No.", share: 0.4 },
      { label: "Kind", share: 0.9 },
      { label: "Recording reference", share: 1.3 },
      { label: "Entry", share: 3 },
    ],
    rows: exceptionsOf(context).map(({ text, passages: [passage] }) => {
      const key = passage ? passageKey(context, passage) : recordKey(context);
      const [, number] = entryNumber.exec(text) ?? [];
      const [kind] = entryKind.exec(text) ?? [];
      const [reference] = recordingReference.exec(text) ?? [];
      const entry: Statement = { kind: "quote", text: text.replace(entryNumber, ""), values: [], evidence: [key] };
      const cell = (told: string | undefined) =>
        told === undefined ? label("Not stated.") : fact`${named(told, key)}`;
      const title = kind === undefined ? undefined : kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase();
      return [cell(number), cell(title), cell(reference), entry];
    }),
  };
}
