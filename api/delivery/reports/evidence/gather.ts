import { join } from "node:path";
import { addsNothing, type TurnOutcome } from "../../../../agent/index.ts";
import { type Compute, computeTask } from "../../../../ingest/index.ts";
import type { ProjectView } from "../../../knowledge/projects/projects.model.ts";
import type { DistrictCriteria } from "../../../land/design-criteria/criteria.ts";
import type { DrawMapExhibit, MapExhibit } from "../../../land/maps/map-exhibits.ts";
import type { MapKind } from "../../../land/maps/maps.model.ts";
import type { SiteDigest } from "../../../land/site-digest/site-digest.model.ts";
import type { MappedLand } from "../../../land/site-plan/mapped-land.ts";
import type { ReadConcept, StoredConcept } from "../../../land/site-plan/stored-concept.ts";
import type * as work from "../print/exhibit-picture.task.ts";
import type { ReportUsage } from "../report-charge.ts";
import { type Answer, type AnswerSentence, type StoredPassage, sentencesOf } from "./answers.ts";
import { type ReportDistrict, reportDistricts } from "./criteria-evidence.ts";
import { documentItems } from "./document-items.ts";
import { type LawPort, makeLawReader } from "./law-reader.ts";
import { withModifiedRules } from "./modified-rules.ts";
import { isOfOtherDistricts, isOfOtherDwellings, isOfOtherKinds } from "./other-subjects.ts";
import { type ReportConcept, type ReportYield, reportConcept } from "./plan-evidence.ts";
import type { Question } from "./questions.ts";
import { conceptUse, districtsOf, namedUse, statedUse } from "./questions.ts";
import type { Exhibit, ReportProject, SettledAnswer, StatedUse } from "./report-evidence.ts";
import type { StoredRecords } from "./report-records.repository.ts";

/** Whose site a report is about. */
export interface ReportOwner {
  readonly orgId: string;
  readonly projectId: string;
}

/** A question for the agent of a project. */
export interface ReportQuestion {
  readonly corpusIds: readonly string[];
  readonly question: Question;
  readonly modelId: string;
  readonly siteFacts: { readonly zoningCodes: readonly string[]; readonly jurisdiction: string | null };
  readonly beforeModelCall: (usage: { readonly used: ReportUsage; readonly coming: ReportUsage }) => Promise<void>;
  readonly signal: AbortSignal;
}

/** What reports read; `api/boot` connects the features that have it. */
export interface ReportPorts {
  readonly readProject: (owner: ReportOwner) => Promise<ProjectView>;
  readonly readDigest: (owner: ReportOwner) => Promise<SiteDigest>;
  /** Answers a question from the documents, grounded like every answer. */
  readonly ask: (asked: ReportQuestion) => Promise<TurnOutcome>;
  readonly law: LawPort;
  /** Id of the model that makes extracts; every other one writes. */
  readonly localModelId: string;
  /** Whether a passage still stands word for word where it was found. */
  readonly isVerbatim: (passage: StoredPassage) => Promise<boolean>;
  /** Returns the building type that a goal states; undefined when it states none. */
  readonly readTypology: (goal: string, signal: AbortSignal) => Promise<string | undefined>;
  readonly drawMap: DrawMapExhibit;
  readonly readConcept: ReadConcept;
  /** Returns how much mapped land, and which standing buildings, lie under what a concept draws. */
  readonly mappedLandUnder: (projectId: string, concept: StoredConcept) => Promise<MappedLand>;
  /** Returns the standards of districts; empty where none is read. */
  readonly readCriteria: (owner: ReportOwner, zoningCodes: readonly string[]) => Promise<readonly DistrictCriteria[]>;
  /** Returns screening yields and snapshots of concepts. */
  readonly readYield: (owner: ReportOwner) => Promise<ReportYield>;
  readonly readRecords: (owner: ReportOwner) => Promise<StoredRecords>;
  /** Returns what the interview of the site plan has settled. */
  readonly readInterview: (owner: ReportOwner) => Promise<readonly SettledAnswer[]>;
  /** Draws the latest concept; undefined where there is none. */
  readonly drawConcept: (owner: ReportOwner, signal: AbortSignal) => Promise<MapExhibit | undefined>;
  /** Returns a name in the form in which file names begin with it. */
  readonly fileStem: (name: string) => string;
}

/** What is read of a project at the start of a report. */
interface ReadProject {
  readonly project: ReportProject;
  readonly digest: SiteDigest;
  readonly use: StatedUse | null;
  readonly concept: ReportConcept | null;
  readonly yields: ReportYield | null;
  readonly districts: readonly ReportDistrict[];
  readonly records: StoredRecords;
  readonly interview: readonly SettledAnswer[];
}

/** Returns a project without the boundaries of its parcels, and its use. */
export async function readReportProject(
  ports: ReportPorts,
  owner: ReportOwner,
  signal: AbortSignal,
): Promise<ReadProject> {
  const project = await ports.readProject(owner);
  const digest = await ports.readDigest(owner);
  const stated = project.project_goal_context.primary_typology;
  const parcels = project.parcels.map(({ geometry: _, ...parcel }) => parcel);
  const concept = await ports.readConcept(owner.projectId);
  // A concept was approved by the user: what it builds is the latest word on the use.
  const use =
    (concept ? conceptUse(concept) : null) ??
    (stated === undefined
      ? (namedUse(project.goal_text) ?? statedUse(await ports.readTypology(project.goal_text, signal), false))
      : statedUse(stated.value, stated.provenance === "user_confirmed"));
  // Yields are reckoned from the other records; a report without them is still a report.
  const yields = await ports.readYield(owner).catch(() => null);
  const told = concept ? reportConcept(concept, await ports.mappedLandUnder(owner.projectId, concept)) : null;
  const codes = districtsOf(project);
  const criteria = codes.length === 0 ? [] : await ports.readCriteria(owner, codes).catch(() => []);
  const [records, interview] = [await ports.readRecords(owner), await ports.readInterview(owner).catch(() => [])];
  return {
    ...{ project: { ...project, parcels }, digest, use, concept: told, yields, records, interview },
    districts: reportDistricts(criteria),
  };
}

/** How a question is put, besides its text. */
export interface AskContext {
  readonly project: ReportProject;
  readonly use: StatedUse | null;
  readonly modelId: string;
  readonly beforeModelCall: ReportQuestion["beforeModelCall"];
  readonly signal: AbortSignal;
}

/**
 * Puts a question to the documents. Where the model cannot write, or may not be paid, extracts stand in; a search that
 * fails is an outcome of its own, which is told as such.
 */
export async function askQuestion(
  ports: ReportPorts,
  question: Question,
  context: AskContext,
): Promise<{ readonly answer: Answer; readonly usage: ReportUsage }> {
  const { project, modelId, signal } = context;
  const kinds = question.searched === "law" ? ["ordinance", "supplemental"] : ["upload"];
  const corpora = project.knowledge_base.corpora.filter(({ kind }) => kinds.includes(kind));
  const corpusIds = corpora.map(({ corpus_id: id }) => id);
  if (corpusIds.length === 0) return without(question, question.searched === "uploads" ? "no_document" : "not_located");
  const written = await askModel(ports, question, { ...context, corpusIds });
  if (written && !isEmptied(written.answer)) return written;
  signal.throwIfAborted();
  if (modelId === ports.localModelId) return without(question, "failed");
  const extracted = await askModel(ports, question, { ...context, corpusIds, modelId: ports.localModelId });
  signal.throwIfAborted();
  // Where nothing is left of what a model wrote, extracts say more than silence.
  if (written)
    return extracted ? { ...written, answer: { ...extracted.answer, dropped: written.answer.dropped } } : written;
  if (!extracted) return without(question, "failed");
  // Extracts are free, even when they replace the answer of a model that failed.
  return { answer: { ...extracted.answer, is_fallback: true }, usage: noUsage };
}

function without({ text }: Question, status: Answer["status"]) {
  const answer = { question: text, status, sentences: [], is_narrative: false };
  return { answer, usage: noUsage };
}

const isEmptied = ({ sentences, dropped = 0 }: Answer) => sentences.length === 0 && dropped > 0;

const noUsage: ReportUsage = { inputTokens: 0, outputTokens: 0 };

/** Returns the answer of a model; undefined where it failed or was refused. */
async function askModel(
  ports: ReportPorts,
  question: Question,
  { project, use, modelId, beforeModelCall, signal, corpusIds }: AskContext & { readonly corpusIds: readonly string[] },
): Promise<{ readonly answer: Answer; readonly usage: ReportUsage } | undefined> {
  const zoningCodes = project.parcels.flatMap(({ zoning }) => zoning.code ?? []);
  const siteFacts = { zoningCodes, jurisdiction: project.jurisdiction?.municipality ?? null };
  try {
    const outcome = await ports.ask({ corpusIds, question, modelId, siteFacts, beforeModelCall, signal });
    const isNarrative = modelId !== ports.localModelId;
    const all = sentencesOf(outcome);
    const carried = isNarrative ? all.filter(isCarried) : all;
    const sentences = carried.filter(
      (sentence) =>
        isAbout(sentence, question) &&
        !isOfOtherDistricts(sentence.text, zoningCodes) &&
        !isOfOtherDwellings(sentence.text, use) &&
        !sentence.passages.every(({ heading_path: path }) => isOfOtherKinds(path, project)),
    );
    const status = sentences.length === 0 ? "not_located" : outcome.answerStatus;
    const law = makeLawReader(ports.law, corpusIds, signal);
    const { items } = question;
    const listed =
      items && !isNarrative && (items.all || sentences.length === 0)
        ? await documentItems(law, question.text, items)
        : [];
    const complete = isNarrative ? sentences : await withModifiedRules(law, question.text, sentences);
    const found =
      listed.length > 0 ? { status: "answered" as const, sentences: listed } : { status, sentences: complete };
    const answer = { question: question.text, ...found, is_narrative: isNarrative };
    return { answer: { ...answer, dropped: all.length - carried.length }, usage: outcome.usage };
  } catch {
    return undefined;
  }
}

/** Whether a sentence adds nothing to the passages that it cites and their headings. */
const isCarried = ({ text, passages }: AnswerSentence): boolean =>
  addsNothing(
    text,
    passages.flatMap(({ quote, heading_path: path }) => [quote, ...path]),
  );

/** Whether a sentence, together with the provisions that it cites, is about the question. */
function isAbout({ text, passages }: AnswerSentence, { about = [] }: Question): boolean {
  const told = [text, ...passages.flatMap(({ quote, heading_path: path }) => [quote, ...path])].join("\n");
  return about.every((subject) => subject.test(told));
}

const pictureTask = computeTask<typeof work, "drawPicture">({
  module: join(import.meta.dirname, "../print/exhibit-picture.task.ts"),
  name: "drawPicture",
  lane: "background",
  deadlineMs: 30_000,
});

/** The maps of a report, in the order in which they are printed. */
export const exhibitKinds: readonly { readonly kind: MapKind | "concept"; readonly title: string }[] = [
  { kind: "site_map", title: "Site map" },
  { kind: "aerial", title: "Aerial imagery" },
  { kind: "flood", title: "Flood map" },
  { kind: "wetlands", title: "Wetlands map" },
  { kind: "contours", title: "Elevation contours" },
  { kind: "concept", title: "Site-plan concept" },
];

/** An exhibit with the bytes of its files. */
export interface ExhibitFiles {
  readonly exhibit: Exhibit;
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

/** Draws one exhibit and its picture; undefined for the concept of a project that has none. A map that cannot be had is told with its reason. */
export async function gatherExhibit(
  { ports, compute }: { readonly ports: ReportPorts; readonly compute: Compute },
  owner: ReportOwner,
  { kind, title }: (typeof exhibitKinds)[number],
  signal: AbortSignal,
): Promise<ExhibitFiles | undefined> {
  const made = kind === "concept" ? await ports.drawConcept(owner, signal) : await ports.drawMap(owner, kind, signal);
  if (made === undefined) return undefined;
  if ("missing" in made) return { exhibit: { kind, title, file: null, missing: made.missing }, files: [] };
  const { bytes, filename, mimeType, facts } = made.map;
  try {
    const picture = await compute.run(pictureTask, { bytes, mimeType }, { signal });
    const original = `original/${kind}`;
    const pictured = `picture/${kind}`;
    const file = {
      ...{
        filename,
        mime_type: mimeType,
        original,
        picture: pictured,
        attribution: facts.attribution,
        usage: facts.usage,
      },
      ...{ is_synthetic: facts.is_synthetic, world_file: facts.georeference?.world_file ?? null },
    };
    const files = [
      { name: original, bytes },
      { name: pictured, bytes: picture },
    ];
    return { exhibit: { kind, title, file, missing: null }, files };
  } catch {
    signal.throwIfAborted();
    const missing = { state: "failed", detail: "The map was received but could not be made into a picture." };
    return { exhibit: { kind, title, file: null, missing }, files: [] };
  }
}
