import {
  type AbsentLayer,
  layerAbsence,
  noDocument,
  noOrdinance,
  notInUploads,
  notLocatedInOrdinance,
  publisherBlocked,
  searchFailed,
} from "../document/absence.ts";
import type { Sources } from "../document/sources.ts";
import { joined, type SourceKey, type Statement, wording } from "../document/statement.ts";
import type { Answer, StoredPassage } from "../evidence/answers.ts";
import type { ReportEvidence } from "../evidence/report-evidence.ts";

/** What sections and rules are written from. */
export interface SectionContext {
  readonly evidence: ReportEvidence;
  readonly sources: Sources;
}

/** Layers of the digest's sections, by the names of the project's readiness. */
export type LayerName =
  | "parcels"
  | "zoning"
  | "flood"
  | "wetlands"
  | "soils"
  | "contours"
  | "utilities"
  | "roads"
  | "buildings"
  | "adjacency"
  | "environmental";

/** What a layer is called inside of a sentence. */
export const layerTitles: Readonly<Record<LayerName, string>> = {
  parcels: "the parcel layer",
  zoning: "the zoning map",
  flood: "the flood hazard map",
  wetlands: "the wetlands inventory",
  soils: "the soil survey",
  contours: "the elevation service",
  utilities: "the utility layers",
  roads: "the road layer",
  buildings: "the building layer",
  adjacency: "the parcels around the site",
  environmental: "the registry of listed facilities",
};

/** A layer of the site: its state, and its endnote where it was read. */
export interface LayerBrief extends AbsentLayer {
  readonly isRead: boolean;
  /** Whether the name of its dataset is recorded. */
  readonly hasSource: boolean;
  readonly isSynthetic: boolean;
}

/** Returns how a layer stands. */
export function layerBrief({ evidence, sources }: SectionContext, name: LayerName): LayerBrief {
  const { digest, project } = evidence;
  const layer = digest.spatial_layers.find((one) => one.layer === name);
  const readiness = project.readiness.gis_layers[name];
  const state = layer?.state ?? readiness?.state ?? "skipped";
  const source = layer?.source ?? readiness?.source?.name ?? null;
  const at = layer?.retrieved_at ?? readiness?.fetched_at ?? null;
  const isRead = state === "ready" || state === "empty";
  const key = sources.add({
    ...{ key: `layer:${name}`, kind: "layer", title: source ?? sentenceCase(layerTitles[name]) },
    ...{ place: layer?.title ?? sentenceCase(name), url: readiness?.source?.url ?? null, retrieved_at: at },
    attribution: layer?.attribution ?? readiness?.source?.attribution ?? null,
    ...evidence.records.layers[name],
  });
  return {
    ...{ state, key, source: source ?? layerTitles[name] },
    at: at ?? project.bootstrap.finished_at ?? project.updated_at,
    ...{ isRead, hasSource: source !== null },
    isSynthetic: layer?.is_synthetic ?? false,
  };
}

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Says why a layer has nothing to show. */
export function absenceOf(context: SectionContext, name: LayerName): Statement {
  const layer = layerBrief(context, name);
  return layerAbsence({ ...layer, key: layer.hasSource ? layer.key : null });
}

/** Returns the endnote of the project's own record. */
export function recordKey({ evidence: { project }, sources }: SectionContext): SourceKey {
  const { project_id: id, updated_at: at } = project;
  return sources.add({ key: "record:project", kind: "record", title: "Project record", place: id, retrieved_at: at });
}

/** Returns the endnote of a passage; the same span is one endnote. */
export function passageKey({ sources, evidence }: SectionContext, passage: StoredPassage): SourceKey {
  const { document_id, document_revision, char_start, char_end } = passage;
  return sources.add({
    key: `passage:${document_id}:${document_revision}:${char_start}:${char_end}`,
    kind: "passage",
    title: passage.source_document,
    place: passage.heading_path.join(" › ") || null,
    section: passage.section,
    page: passage.page,
    printed_page: passage.printed_page,
    quote: passage.quote,
    url: passage.source_url,
    retrieved_at: corpusOf(evidence, passage.source_document)?.indexed_at ?? null,
    document: { document_id, document_revision, char_start, char_end },
    content_hash: evidence.records.documents[`${document_id}:${document_revision}`] ?? null,
  });
}

/** Returns the corpus of a text by its title. */
const corpusOf = ({ project }: ReportEvidence, title: string) =>
  project.knowledge_base.corpora.find((corpus) => corpus.title === title);

/** Whether any layer or map of the report is synthetic. */
export const isSynthetic = ({ evidence: { digest, exhibits } }: SectionContext): boolean =>
  digest.spatial_layers.some(({ is_synthetic: is }) => is) || exhibits.some(({ file }) => file?.is_synthetic === true);

/** Whether the law that governs the site can be searched: that of the municipality, or an ordinance that the user supplied. */
export function hasGoverningLaw({ evidence: { project } }: SectionContext): boolean {
  const { municipal, county } = project.readiness.ordinances;
  const countyCorpus = county.status === "ready" ? county.corpus_id : null;
  return (
    municipal.status === "ready" ||
    project.knowledge_base.corpora.some(({ kind, corpus_id: id }) => kind === "ordinance" && id !== countyCorpus)
  );
}

/** Says why a provision has no text: it was not located, or there is no law to locate it in. */
export function notLocated(context: SectionContext): Statement {
  if (hasGoverningLaw(context)) return notLocatedInOrdinance;
  const { status } = context.evidence.project.readiness.ordinances.municipal;
  return status === "publisher_blocked" ? publisherBlocked : noOrdinance;
}

/** What a question found; one that was never put counts as not located. */
export const answerTo = ({ evidence }: SectionContext, id: string): Answer =>
  evidence.answers[id] ?? { question: id, status: "not_located", sentences: [], is_narrative: false };

/**
 * Returns the sentences of an answer as statements, at most so many; empty where nothing was found. Provisions that come
 * near the question without answering it are told as such.
 */
export function answerStatements(context: SectionContext, id: string, most = 3): Statement[] {
  const { sentences, status, is_narrative: isNarrative } = answerTo(context, id);
  const isNear = status === "partial" && !isNarrative;
  return sentences.slice(0, most).map(({ text, passages }, at) => {
    const keys = passages.map((passage) => passageKey(context, passage));
    const told = isNear
      ? `${at === 0 ? "Nearest provision located: " : ""}${underHeading(provisionOf(text), passages[0])}`
      : isNarrative
        ? text
        : underHeading(text, passages[0]);
    return { kind: isNarrative ? "narrative" : "quote", text: told, values: [], evidence: [...new Set(keys)] };
  });
}

/** A sentence that leans on the one before it is understood under its heading. */
const leans = /^“?(?:It|They|This|These|That|Those|Such)\b/;

/** Headings of rules for roads of one owner, which the road layer does not state. */
const ofOneOwner = /\b(?:county|state) (?:roads?|highways?)\b/i;

function underHeading(text: string, passage: StoredPassage | undefined): string {
  const path = passage?.heading_path ?? [];
  const heading = path.findLast((one) => ofOneOwner.test(one)) ?? (leans.test(text) ? path.at(-1) : undefined);
  if (heading === undefined) return text;
  return `Under “${heading}”: ${text.startsWith("“") ? text : `“${text}”`}`;
}

const said = /(?:,|located) says: (“[^”]*”.*)$/;
const entry = /is a table entry, row (“[^”]*”), column (“[^”]*”: “[^”]*”\.?)$/;

/** Returns what a sentence says of a provision, without the words around it. */
function provisionOf(text: string): string {
  const row = entry.exec(text);
  if (row) return `Table entry ${row[1]}, column ${row[2]}`;
  return said.exec(text)?.[1] ?? text;
}

/** Returns passages word for word, on one line. */
export function quoted(context: SectionContext, passages: readonly StoredPassage[]): Statement {
  return joined(
    passages.map((passage): Statement => {
      const text = underHeading(passage.quote.replaceAll(/\s+/g, " ").trim(), passage);
      return { kind: "quote", text, values: [], evidence: [passageKey(context, passage)] };
    }),
  );
}

/** Returns passages word for word, each in quotation marks. */
export function inMarks(context: SectionContext, passages: readonly StoredPassage[]): Statement {
  return joined(
    passages.map((passage): Statement => {
      const text = underHeading(`“${passage.quote.replaceAll(/\s+/g, " ").trim()}”`, passage);
      return { kind: "quote", text, values: [], evidence: [passageKey(context, passage)] };
    }),
  );
}

/** Returns an answer as the text of a cell, or why there is none. */
export function answerCell(context: SectionContext, id: string, most = 3): Statement {
  const { status } = answerTo(context, id);
  if (status === "failed") return searchFailed;
  const statements = answerStatements(context, id, most);
  return statements.length === 0 ? notLocated(context) : joined(statements);
}

/** Returns the provisions of an answer that are printed as they stand, without rows of tables read out. */
export function provisionCell(context: SectionContext, id: string): Statement {
  const { sentences } = answerTo(context, id);
  const line = (text: string) => text.replaceAll(/\s+/g, " ").toLowerCase();
  const whole = sentences.flatMap(({ text, passages }, at) =>
    passages.some(({ quote }) => line(quote).includes(line(text).replace(/[.;]$/, ""))) ? [at] : [],
  );
  const all = answerStatements(context, id, sentences.length);
  const provisions = whole.slice(0, 3).flatMap((at) => all[at] ?? []);
  return provisions.length === 0 ? answerCell(context, id, 1) : joined(provisions);
}

/** Returns what an uploaded document says, or that there is none. */
export function documentCell(context: SectionContext, id: string, kindOfDocument: string): Statement {
  const { status } = answerTo(context, id);
  if (status === "no_document") return noDocument(kindOfDocument);
  if (status === "failed") return searchFailed;
  const statements = answerStatements(context, id);
  return statements.length === 0 ? notInUploads : joined(statements);
}

/** Returns a statement without further meaning, such as a label of a row. */
export const label = (text: string): Statement => ({ ...wording``, text });
