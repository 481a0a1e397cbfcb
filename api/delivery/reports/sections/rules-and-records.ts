import { publisherBlocked } from "../document/absence.ts";
import type { Block, Section } from "../document/report-document.ts";
import { citing, fact, type Statement, wording } from "../document/statement.ts";
import { named } from "../document/values.ts";
import { districtsOf } from "../evidence/questions.ts";
import {
  absenceOf,
  answerCell,
  answerTo,
  documentCell,
  label,
  layerBrief,
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
        { label: "What applies", share: 1.8 },
        { label: "Effect", share: 2.4 },
        { label: "Status of the text", share: 1.6 },
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
  const rows = [
    [label("Exceptions and easements"), documentCell(context, "title_exceptions", "title report")],
    [label("Survey date and area"), documentCell(context, "survey", "survey")],
    [label("Lien search"), wording`Not performed.`],
  ];
  const told = wording`An entry affects the site only where the document itself says so.`;
  return {
    section_id: "title",
    heading: "Title and survey",
    blocks: [
      { type: "paragraph", statements: [told] },
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
