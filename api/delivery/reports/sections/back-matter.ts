import { documentLabel } from "../document/corpus-label.ts";
import type { Finding, Section } from "../document/report-document.ts";
import { citing, fact, type SourceKey, type Statement, wording } from "../document/statement.ts";
import { date, fixed, named, withPlainDates } from "../document/values.ts";
import { paragraph, tableOr } from "./blocks.ts";
import { sentenceCase } from "./concept-words.ts";
import {
  isSynthetic,
  type LayerName,
  label,
  layerBrief,
  layerTitles,
  recordKey,
  type SectionContext,
} from "./context.ts";

/** Returns the section that says what was done and what was not. */
export function scopeSection(context: SectionContext): Section {
  const { writer, project } = context.evidence;
  const asked: LayerName[] = [
    "parcels",
    "zoning",
    "flood",
    "wetlands",
    "soils",
    "contours",
    "roads",
    "utilities",
    "buildings",
    "environmental",
    "adjacency",
  ];
  const read = asked.flatMap((name) => {
    const layer = layerBrief(context, name);
    const what = label(sentenceCase(layerTitles[name].replace(/^the /, "")));
    return layer.isRead
      ? [fact`${what}: ${named(layer.source, layer.key)}, read on ${date(layer.at, layer.key)}.`]
      : [];
  });
  const texts = project.knowledge_base.corpora.map(({ title, kind, indexed_at: at }) => {
    const what = fact`${named(title, recordKey(context))} (${named(documentLabel(kind).toLowerCase(), null, "kind of text")})`;
    return at === null
      ? fact`${what}, searched.`
      : fact`${what}, indexed on ${date(at, recordKey(context))} and searched.`;
  });
  const undone = [
    "Site visit",
    "Interviews with owners, neighbors or officials",
    "Title or lien search",
    "Boundary or topographic survey",
    "Soil borings or laboratory tests",
    "Test of utility capacity",
    "Legal opinion",
  ];
  const manner =
    writer === null
      ? wording`The text consists of templates and quotations; no language model wrote any of it.`
      : wording`Narrative by ${named(writer, null, "model that was configured")}, checked sentence by sentence against its sources. Tables and findings come from rules and templates.`;
  return {
    section_id: "scope",
    heading: "Scope of this report",
    blocks: [
      { type: "heading", text: "What was done" },
      { type: "list", items: [...read, ...texts] },
      { type: "heading", text: "What was not done" },
      { type: "list", items: undone.map((what) => label(`${what}: not performed.`)) },
      paragraph(manner),
      paragraph(wording`Ratings come from a versioned table of rules. An item that is not known is never rated green.`),
    ],
  };
}

/** Returns the list of what is not known: why, who can answer, and what it would change. */
export function openItemsSection(_context: SectionContext, findings: readonly Finding[]): Section {
  const open = findings.filter(({ rating, next_step: next }) => rating !== "green" && next !== null);
  const table = tableOr(wording`No rule left an item open.`, {
    caption: "What is open, who can settle it, and what it changes",
    columns: [
      { label: "What is open", share: 2.3 },
      { label: "Who can settle it, and how", share: 1.8 },
      { label: "What it changes", share: 1.3 },
    ],
    rows: open.map(({ statement, next_step: next, affects }) => [statement, next ?? wording`None.`, label(affects)]),
  });
  return { section_id: "open_items", heading: "Open items", blocks: [table] };
}

const stateWords: Readonly<Record<string, string>> = {
  ready: "Read",
  empty: "Read; nothing around the site",
  pending: "Not read yet",
  unavailable: "Not available",
  failed: "Failed",
  not_published: "Not published here",
  skipped: "Not requested",
  not_found: "Not located",
  publisher_blocked: "Automatic reading not allowed",
};

/** Returns the table of every source with its age and state. */
export function vintageSection(context: SectionContext): Section {
  const { digest, project } = context.evidence;
  const record = recordKey(context);
  const layers = digest.spatial_layers.map((layer) => {
    const key = layer.source === null ? record : keyOfLayer(context, layer);
    return [
      layer.source === null ? label("Not known") : fact`${named(layer.source, key)}`,
      fact`${named(titleOf(layer), key)}`,
      vintageOf(context, layer, key),
      layer.retrieved_at === null ? wording`Not read` : fact`${date(layer.retrieved_at, key)}`,
      citing(label(stateWords[layer.state] ?? layer.state), key),
    ];
  });
  const texts = project.knowledge_base.corpora.map(({ title, revision, indexed_at: at, kind }) => [
    fact`${named(title, record)}`,
    fact`${named(documentLabel(kind), record)}, revision ${named(String(revision), record)}`,
    wording`Not stated`,
    at === null ? wording`Not read` : fact`${date(at, record)}`,
    citing(wording`Indexed`, record),
  ]);
  return {
    section_id: "data_vintage",
    heading: "Data vintage",
    blocks: [
      {
        type: "table",
        caption: "Sources, the date on which each was read, and its state",
        columns: [
          { label: "Source", share: 2 },
          { label: "Layer or document", share: 1.6 },
          { label: "Edition", share: 1.4 },
          { label: "Read on", share: 1.4 },
          { label: "State", share: 1.2 },
        ],
        rows: [...parcelsRow(context), ...layers, ...texts],
      },
    ],
  };
}

/** Returns the row of the parcels of the site themselves, which are read before every layer. */
function parcelsRow(context: SectionContext): Statement[][] {
  const { key, isRead, source, at } = layerBrief(context, "parcels");
  const isListed = context.evidence.digest.spatial_layers.some(({ layer }) => layer === "parcels");
  if (!isRead || isListed) return [];
  const vintage = context.evidence.records.layers.parcels?.vintage ?? null;
  return [
    [
      fact`${named(source, key)}`,
      label("Parcel layer"),
      vintage === null ? wording`Not stated` : fact`${named(sentenceCase(withPlainDates(vintage)), key)}`,
      fact`${date(at, key)}`,
      citing(label("Read"), key),
    ],
  ];
}

/** Date or edition of the data of a layer, in the words of its publisher. */
function vintageOf({ evidence }: SectionContext, { layer }: Layer, key: SourceKey): Statement {
  const vintage = evidence.records.layers[layer]?.vintage ?? null;
  return vintage === null ? wording`Not stated` : fact`${named(sentenceCase(withPlainDates(vintage)), key)}`;
}

const titleOf = ({ layer, title }: Layer): string =>
  layer in layerTitles ? sentenceCase(layerTitles[layer as LayerName].replace(/^the /, "")) : title;

type Layer = SectionContext["evidence"]["digest"]["spatial_layers"][number];

function keyOfLayer(context: SectionContext, layer: Layer) {
  const url = context.evidence.project.readiness.gis_layers[layer.layer]?.source?.url ?? null;
  return context.sources.add({
    ...{ key: `layer:${layer.layer}`, kind: "layer", title: layer.source ?? layer.title, place: layer.title, url },
    ...{ attribution: layer.attribution, retrieved_at: layer.retrieved_at },
    ...context.evidence.records.layers[layer.layer],
  });
}

/** Returns the fixed limitations. */
export function limitationsSection(context: SectionContext): Section {
  const asIs = [
    wording`This report is a screening from public records and supplied documents.`,
    wording`It is not a survey, a title opinion, a wetland delineation, a flood determination, a ${fixed("Phase I", "name of the assessment")} environmental site assessment, or legal advice.`,
    wording`Imagery and maps are for display. Do not measure on them.`,
    wording`Laws and data change after the dates that are printed beside them.`,
    wording`A map layer without features is a statement of its publisher, not of the ground. Each agency's own cautions apply.`,
    wording`Where the report says that something was not located, it says nothing about whether it exists.`,
  ];
  const synthetic = wording`Data of this report are synthetic: they describe an invented town. Do not use them for a real place.`;
  return {
    section_id: "limitations",
    heading: "Limitations",
    blocks: [
      {
        type: "list",
        items: isSynthetic(context) ? [...asIs, synthetic] : asIs,
      },
    ],
  };
}

/** Returns the block in which a professional signs. */
export function reviewSection(): Section {
  return {
    section_id: "review",
    heading: "Review",
    blocks: [
      paragraph(wording`Prepared by software. No licensed professional has reviewed this report.`),
      { type: "blank_lines", labels: ["Name", "License", "Date"] },
    ],
  };
}
