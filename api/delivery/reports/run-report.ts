import type { Compute } from "../../../ingest/index.ts";
import { type Database, newId } from "../../../migrations/index.ts";
import type { DocumentRenderer } from "../../drawing/typst-renderer.ts";
import type { JobContext, JobHandler, PayloadOf } from "../../jobs/job.ts";
import type { FileStore } from "../../storage/file-store.ts";
import { oneChunk } from "../../storage/one-chunk.ts";
import { insertArtifact } from "../artifacts/artifacts.repository.ts";
import * as runs from "../runs/runs.repository.ts";
import { traceable } from "./document/verify-document.ts";
import type { Answer, AnswerSentence } from "./evidence/answers.ts";
import {
  askQuestion,
  exhibitKinds,
  gatherExhibit,
  type ReportOwner,
  type ReportPorts,
  readReportProject,
} from "./evidence/gather.ts";
import { questionsOf } from "./evidence/questions.ts";
import { readReportLaw } from "./evidence/read-law.ts";
import type { Exhibit, PreviousFindings, ReportEvidence } from "./evidence/report-evidence.ts";
import { verbatimEvidence } from "./evidence/verbatim-evidence.ts";
import { comparable } from "./findings/rule.ts";
import { manifestOf } from "./manifest.ts";
import { templateVersion } from "./print/print-report.ts";
import { makeReportFiles } from "./print/report-files.ts";
import type { ReportCharge, ReportUsage } from "./report-charge.ts";
import type { reportJob } from "./reports.jobs.ts";
import { makeRunSteps, type RunSteps } from "./run-steps.ts";
import { writeReport } from "./write-report.ts";

/** What reports are written with. */
export interface RunReportDeps {
  readonly db: Database;
  readonly files: FileStore;
  readonly compute: Compute;
  readonly renderer: DocumentRenderer;
  readonly ports: ReportPorts;
  readonly charge: ReportCharge;
}

type Context = JobContext<PayloadOf<typeof reportJob>>;

/** A run that is being worked on. */
interface OpenRun {
  readonly run: runs.RunRow;
  readonly owner: ReportOwner;
  readonly context: Context;
  readonly steps: RunSteps;
}

/** Makes the handler of the report job: it takes the steps that have not been taken, and publishes once. */
export function makeReportHandler(deps: RunReportDeps): JobHandler<PayloadOf<typeof reportJob>> {
  const { db, charge } = deps;
  return {
    async process(context) {
      const run = await runs.findRun(db, context.payload.run_id);
      if (run?.status !== "open") return;
      await runs.markStarted(db, run.id);
      const owner = { orgId: run.org_id, projectId: run.project_id };
      const steps = makeRunSteps(deps, { runId: run.id, context });
      const open = { run, owner, context, steps };
      await keptAlive(deps, run, async () => {
        const gathered = await gather(deps, open);
        await publish(deps, open, gathered);
      });
    },
    async onEnd(transaction, { payload, state, error }) {
      const ended = await runs.endRun(transaction, payload.run_id, { status: state, error });
      if (!ended) return undefined;
      if (ended.reservation_id !== null) await charge.release(transaction, ended.reservation_id);
      await runs.clearSteps(transaction, payload.run_id);
      const released = await runs.releaseKeptFiles(transaction, payload.run_id);
      return () => deleteFiles(deps, released);
    },
  };
}

const renewMs = 5 * 60_000;

/** Keeps the hold of a run alive while the work goes on. */
async function keptAlive({ charge }: RunReportDeps, run: runs.RunRow, work: () => Promise<void>): Promise<void> {
  const { reservation_id: reservation } = run;
  if (reservation === null) return work();
  await charge.renew(reservation);
  const timer = setInterval(() => void charge.renew(reservation).catch(() => {}), renewMs);
  return work().finally(() => clearInterval(timer));
}

interface Gathered {
  readonly evidence: ReportEvidence;
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly usage: ReportUsage;
  readonly dropped: number;
}

async function gather(deps: RunReportDeps, open: OpenRun): Promise<Gathered> {
  const { run, owner, context, steps } = open;
  const { ports } = deps;
  await context.progress(5, "snapshot");
  const snapshot = await steps.once("snapshot", { run: run.id, template: templateVersion }, async () => {
    const read = await readReportProject(ports, owner, context.signal);
    const previous = previousOf(await runs.findPreviousRun(deps.db, run));
    return { ...read, previous, report_time: new Date().toISOString() };
  });
  await context.progress(25, "facts");
  const manifest = manifestOf({ ...snapshot, modelId: run.model_id, reportType: run.report_type });
  await runs.saveManifest(deps.db, run.id, manifest);
  // Maps wait for other services and for processes of their own: both go on together.
  const exhibiting = gatherExhibits(deps, open);
  exhibiting.catch(() => {});
  const { answers, usage } = await askAll(deps, open, snapshot);
  const revisions = revisionsOf(snapshot.project);
  const overlays = overlaysOf(snapshot);
  const law = await steps.once(
    "law",
    { template: templateVersion, revisions, use: snapshot.use?.words ?? null, overlays },
    () => readReportLaw(ports, { ...snapshot, overlays, signal: context.signal }),
  );
  await context.progress(60, "maps");
  const exhibits = await exhibiting;
  await context.progress(78, "verify");
  const kept = await traceableAnswers(ports, answers);
  const cited = await verbatimEvidence({ ...snapshot, law }, ports.isVerbatim);
  const { dropped: changed, ...unchanged } = cited;
  const evidence: ReportEvidence = {
    ...{ run_id: run.id, report_type: run.report_type, title: run.title, ...snapshot },
    ...{
      ...unchanged,
      answers: kept.answers,
      exhibits,
      writer: run.model_id === ports.localModelId ? null : run.model_id,
    },
  };
  return { evidence, manifest, usage, dropped: kept.dropped + changed };
}

/** Returns the findings that a published report left for the next one. */
function previousOf(run: Pick<runs.RunRow, "manifest"> | undefined): PreviousFindings | null {
  const { report_time: at, findings } = run?.manifest ?? {};
  return typeof at === "string" && typeof findings === "object" && findings !== null
    ? { report_time: at, findings: findings as PreviousFindings["findings"] }
    : null;
}

type Snapshot = Pick<
  ReportEvidence,
  | "project"
  | "digest"
  | "use"
  | "concept"
  | "yields"
  | "districts"
  | "records"
  | "interview"
  | "previous"
  | "report_time"
>;

/** Overlay districts of the zoning map on the site. */
const overlaysOf = ({ digest }: Pick<Snapshot, "digest">) =>
  (digest.zoning?.districts ?? []).flatMap(({ name, code, is_overlay: is }) => (is ? [{ name, code }] : []));

async function askAll(deps: RunReportDeps, { run, context, steps }: OpenRun, { project, digest, use }: Snapshot) {
  const overlays = overlaysOf({ digest });
  const questions = questionsOf({ project, use, overlays: overlays.map(({ name, code }) => name ?? code) });
  const revisions = revisionsOf(project);
  const answers: Record<string, Answer> = {};
  const usage = { inputTokens: 0, outputTokens: 0 };
  for (const [at, question] of questions.entries()) {
    await context.progress(25 + (15 * at) / questions.length, "documents");
    const input = { template: templateVersion, question, revisions, model: run.model_id };
    const meter =
      run.reservation_id === null ? async () => {} : deps.charge.meter(run.reservation_id, run.model_id, { ...usage });
    const asked = { project, use, modelId: run.model_id, beforeModelCall: meter, signal: context.signal };
    const found = await steps.once(`question:${question.id}`, input, () => askQuestion(deps.ports, question, asked));
    answers[question.id] = found.answer;
    usage.inputTokens += found.usage.inputTokens;
    usage.outputTokens += found.usage.outputTokens;
  }
  return { answers, usage };
}

/** Revisions of the texts, by which an answer that was stored before a crash is known to be current. */
const revisionsOf = ({ knowledge_base: { corpora } }: Snapshot["project"]) =>
  corpora.map(({ corpus_id: id, revision }) => [id, revision]);

const mapsMs = 90_000;

async function gatherExhibits(deps: RunReportDeps, { run, owner, context, steps }: OpenRun): Promise<Exhibit[]> {
  const shown: (Exhibit | null)[] = await drawExhibits(deps, { run, owner, context, steps });
  return shown.filter((exhibit) => exhibit !== null);
}

/** Draws the exhibits one after another, each in the memory of the one before; null stands for one that the project has nothing for. */
async function drawExhibits(deps: RunReportDeps, { run, owner, context, steps }: OpenRun): Promise<(Exhibit | null)[]> {
  const deadline = AbortSignal.timeout(mapsMs);
  const signal = AbortSignal.any([context.signal, deadline]);
  const drawn: (Exhibit | null)[] = [];
  for (const wanted of exhibitKinds) {
    const step = { run: run.id, kind: wanted.kind };
    const exhibit = await steps.onceWithFiles(`exhibit:${wanted.kind}`, step, async () => {
      try {
        const made = await gatherExhibit(deps, owner, wanted, signal);
        return { output: made?.exhibit ?? null, files: made?.files ?? [] };
      } catch (error) {
        if (!deadline.aborted || context.signal.aborted) throw error;
        const missing = { state: "failed", detail: "The map service took too long." };
        return { output: { ...wanted, file: null, missing }, files: [] };
      }
    });
    drawn.push(exhibit);
  }
  return drawn;
}

/** Leaves out the sentences with a number that is in none of their passages, or with a passage that has changed. */
async function traceableAnswers({ isVerbatim }: ReportPorts, answers: Readonly<Record<string, Answer>>) {
  let dropped = Object.values(answers).reduce((sum, { dropped: own = 0 }) => sum + own, 0);
  const kept: Record<string, Answer> = {};
  for (const [id, answer] of Object.entries(answers)) {
    const sentences: AnswerSentence[] = [];
    for (const sentence of answer.sentences) {
      const isKept = traceable(sentence) && (await Promise.all(sentence.passages.map(isVerbatim))).every(Boolean);
      if (isKept) sentences.push(sentence);
      else dropped += 1;
    }
    const isEmptied = sentences.length === 0 && answer.sentences.length > 0;
    kept[id] = { ...answer, sentences, status: isEmptied ? "not_located" : answer.status };
  }
  return { answers: kept, dropped };
}

/** Prints the report, stores its files, charges it and ends the run, all of it once. */
async function publish(deps: RunReportDeps, open: OpenRun, gathered: Gathered): Promise<void> {
  const { db, files, charge } = deps;
  const { run, owner, context } = open;
  const document = writeReport(gathered.evidence, gathered.manifest);
  await context.progress(86, "render");
  const { evidence, dropped } = gathered;
  const stem = `${deps.ports.fileStem(evidence.project.name)}-${run.report_type.replace("_", "-")}`;
  const { made, notices } = await makeReportFiles(deps, {
    ...{ document, exhibits: evidence.exhibits, stem, dropped, readFile: open.steps.readFile, signal: context.signal },
  });
  await context.progress(96, "publish");
  const stored = await Promise.all(
    made.map(async ({ bytes, ...file }) => {
      const { key, size, sha256 } = await files.put(oneChunk(bytes), {
        maxBytes: 200 * 1024 * 1024,
        idleTimeoutMs: 60_000,
      });
      return { ...file, key, size, sha256 };
    }),
  );
  const released = await db.transaction(async (transaction) => {
    await context.isStillMine(transaction);
    const ids: string[] = [];
    for (const { key, size, sha256, label, docType, filename, mimeType } of stored) {
      const id = newId("artifact");
      await insertArtifact(transaction, {
        ...{ id, org_id: owner.orgId, project_id: owner.projectId, label, doc_type: docType, filename },
        ...{ mime_type: mimeType, size_bytes: size, sha256, storage_key: key, run_id: run.id, tool: "create_report" },
        metadata: null,
      });
      ids.push(id);
    }
    const { model_id: modelId, reservation_id: reservation } = run;
    const creditsCharged =
      reservation === null ? 0 : await charge.settle(transaction, reservation, { modelId, usage: gathered.usage });
    await runs.saveManifest(transaction, run.id, { ...gathered.manifest, findings: comparable(document.findings) });
    await runs.finishRun(transaction, run.id, {
      result: { deliverable_ids: ids, notices: [...notices] },
      creditsCharged,
    });
    await runs.clearSteps(transaction, run.id);
    const keys = await runs.releaseKeptFiles(transaction, run.id);
    await context.complete(transaction);
    return keys;
  });
  await deleteFiles(deps, released);
}

/** Deletes files that a run has let go; one that cannot be deleted now is left to the sweep of orphans. */
async function deleteFiles({ files }: RunReportDeps, keys: readonly string[]): Promise<void> {
  await Promise.allSettled(keys.map((key) => files.delete(key)));
}
