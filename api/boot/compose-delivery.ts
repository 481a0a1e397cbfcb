import type { Compute } from "../../ingest/index.ts";
import type { Database } from "../../migrations/index.ts";
import { citeSpan, isVerbatim } from "../../retrieval/index.ts";
import { makeReportCharge } from "../commerce/charges.ts";
import type { Wallet } from "../commerce/wallet/wallet.service.ts";
import { artifactsOperations } from "../delivery/artifacts/artifacts.routes.ts";
import type { Artifacts } from "../delivery/artifacts/artifacts.service.ts";
import { downloadsOperations } from "../delivery/downloads/downloads.routes.ts";
import { makeDownloads } from "../delivery/downloads/downloads.service.ts";
import type { ReportOwner, ReportPorts } from "../delivery/reports/evidence/gather.ts";
import { readStoredRecords } from "../delivery/reports/evidence/report-records.repository.ts";
import { reportJob } from "../delivery/reports/reports.jobs.ts";
import { reportsOperations } from "../delivery/reports/reports.routes.ts";
import { makeReports } from "../delivery/reports/reports.service.ts";
import { makeReportHandler } from "../delivery/reports/run-report.ts";
import { runsOperations } from "../delivery/runs/runs.routes.ts";
import { makeRuns } from "../delivery/runs/runs.service.ts";
import type { DocumentRenderer } from "../drawing/typst-renderer.ts";
import type { Operation } from "../http/operation.ts";
import type { Principal } from "../http/principal.ts";
import { Problem } from "../http/problem.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { makeProjectGate } from "../knowledge/project-gate.ts";
import type { Projects } from "../knowledge/projects/projects.service.ts";
import type { FileStore } from "../storage/file-store.ts";
import type { Answering } from "./compose-answering.ts";
import type { Land } from "./compose-land.ts";
import type { Config } from "./config.ts";

/** What files, reports and runs are made of. */
export interface DeliveryParts {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly files: FileStore;
  readonly wallet: Wallet;
  readonly compute: Compute;
  readonly renderer: DocumentRenderer;
  readonly artifacts: Artifacts;
  readonly answering: Answering;
  readonly gate: ReturnType<typeof makeProjectGate>;
  readonly projects: Pick<Projects, "get">;
  readonly land: Pick<Land, "forReports">;
}

/** Puts files, downloads, reports and runs together and registers the job that writes reports. */
export function composeDelivery(config: Config, parts: DeliveryParts): readonly Operation[] {
  const { db, jobs, files, compute, renderer, artifacts, answering, gate } = parts;
  const { catalogue } = answering;
  const localModels = catalogue.list().flatMap((model) => (model.isLocal ? [model.modelId] : []));
  const charge = makeReportCharge(parts.wallet, { ...config.rates, localModels });
  const ports = reportPorts(parts);
  jobs.handle(reportJob, makeReportHandler({ db, files, compute, renderer, ports, charge }));
  const chooseModel = () => catalogue.resolve(null).resolved;
  return [
    ...reportsOperations({ reports: makeReports({ db, jobs, ...gate, charge, artifacts, chooseModel }) }),
    ...runsOperations({ runs: makeRuns({ db, getVisibleProject: gate.getVisibleProject }) }),
    ...artifactsOperations({ artifacts }),
    ...downloadsOperations({ downloads: makeDownloads({ db, files }) }),
  ];
}

function reportPorts({ db, answering, projects, land }: DeliveryParts): ReportPorts {
  const { readDigest, drawMap, readTypology, fileStem, readConcept, mappedLandUnder, readCriteria } = land.forReports;
  const { drawConcept, readYield, readInterview } = land.forReports;
  return {
    readProject: (owner) => projects.get(readerOf(owner), owner.projectId),
    readDigest: (owner) => readDigest(readerOf(owner), owner.projectId, undefined),
    ask: ({ corpusIds, question, modelId, siteFacts, beforeModelCall, signal }) =>
      answering.agent.answer(
        { question: question.text, scope: { corpusIds }, modelId, siteFacts },
        { beforeModelCall, signal },
      ),
    law: { retriever: answering.retriever, cite: (passage, span) => citeSpan(db, passage, span) },
    localModelId: answering.catalogue.list().find(({ isLocal }) => isLocal)?.modelId ?? "",
    isVerbatim: ({ document_id, document_revision, char_start, char_end, quote }) =>
      isVerbatim(db, {
        documentId: document_id,
        documentRevision: document_revision,
        charStart: char_start,
        charEnd: char_end,
        quote,
      }),
    readTypology,
    drawMap,
    fileStem,
    readConcept,
    mappedLandUnder,
    readCriteria: (owner, codes) => readCriteria(readerOf(owner), owner.projectId, codes),
    readYield: (owner) => readYield(readerOf(owner), owner.projectId),
    readRecords: ({ projectId }) => readStoredRecords(db, projectId),
    async readInterview(owner) {
      const { answered, inferred } = await readInterview(readerOf(owner), owner.projectId);
      return [...answered, ...inferred].map(({ statement, value, answered_at }) => ({ statement, value, answered_at }));
    },
    async drawConcept({ projectId }, signal) {
      const drawn = await drawConcept(projectId, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        return { missing: { state: "failed", detail: refusalOf(error) } };
      });
      if (drawn === undefined || "missing" in drawn) return drawn;
      const { bytes, filename, revision, isSynthetic } = drawn;
      const facts = {
        ...{ kind: "concept", extent_feet: null, parcels_drawn: null, road_labels: false, is_synthetic: isSynthetic },
        attribution: `Site-plan concept, revision ${revision}`,
        usage: "Conceptual plan. Not for construction, not a survey, not an approval.",
      };
      return { map: { bytes, filename, mimeType: "image/png", facts } };
    },
  };
}

const refusalOf = (error: unknown) => (error instanceof Problem ? error.message : "The concept could not be drawn.");

/** Who reads the project of a report: whoever asked for it was let through to the project then. */
const readerOf = ({ orgId }: ReportOwner): Principal => ({
  ...{ kind: "api_key", credentialId: "report", orgId, userId: "report", role: "owner", seesAllProjects: true },
  ...{ scopes: new Set(), surface: "api", dailyCap: null, monthlyCap: null },
});
