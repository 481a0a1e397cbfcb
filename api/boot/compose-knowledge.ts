import type { Compute, FetchNetwork } from "../../ingest/index.ts";
import type { Database } from "../../migrations/index.ts";
import {
  makeModelPrices,
  makeProjectCharge,
  makeSearchCharge,
  makeSummaryCharge,
  makeTurnCharge,
} from "../commerce/charges.ts";
import { assertDocumentAllowed } from "../commerce/plan/plan-limits.ts";
import type { Wallet } from "../commerce/wallet/wallet.service.ts";
import type { Artifacts } from "../delivery/artifacts/artifacts.service.ts";
import type { Operation } from "../http/operation.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { bootstrapJob, makeBootstrapHandler } from "../knowledge/bootstrap/bootstrap.jobs.ts";
import type { BootstrapDeps } from "../knowledge/bootstrap/run-steps.ts";
import { deletionOperations } from "../knowledge/deletion/deletion.routes.ts";
import { type Deletion, makeDeletion } from "../knowledge/deletion/deletion.service.ts";
import {
  documentPurgeJob,
  makeDocumentPurgeHandler,
  makeProjectPurgeHandler,
  projectPurgeJob,
} from "../knowledge/deletion/purge.jobs.ts";
import { documentsOperations } from "../knowledge/documents/documents.routes.ts";
import { type Documents, makeDocuments } from "../knowledge/documents/documents.service.ts";
import { reembedHandler, reembedJob } from "../knowledge/embedding/embedding.jobs.ts";
import { agentTurnHandler, agentTurnJob } from "../knowledge/messages/messages.jobs.ts";
import { messagesOperations } from "../knowledge/messages/messages.routes.ts";
import { type Messages, type MessagesDeps, makeMessages } from "../knowledge/messages/messages.service.ts";
import { makeRunTurn } from "../knowledge/messages/run-turn.ts";
import { modelsOperations } from "../knowledge/models/models.routes.ts";
import { type ListFacts, makeProjectKnowledge } from "../knowledge/project-facts.ts";
import type { makeProjectGate } from "../knowledge/project-gate.ts";
import { projectsOperations } from "../knowledge/projects/projects.routes.ts";
import { makeProjects, type Projects, type ProjectsDeps } from "../knowledge/projects/projects.service.ts";
import type { Reingest } from "../knowledge/reingest/reingest.service.ts";
import { searchOperations } from "../knowledge/search/search.routes.ts";
import { makeSearch } from "../knowledge/search/search.service.ts";
import { gisSourcesOperations } from "../knowledge/sources/gis-sources.routes.ts";
import { sourcesOperations } from "../knowledge/sources/sources.routes.ts";
import { summariesOperations } from "../knowledge/summaries/summaries.routes.ts";
import { makeSummaries } from "../knowledge/summaries/summaries.service.ts";
import { ingestJob, makeIngestHandler } from "../knowledge/uploads/uploads.jobs.ts";
import { uploadsOperations } from "../knowledge/uploads/uploads.routes.ts";
import { makeUploads, type Uploads } from "../knowledge/uploads/uploads.service.ts";
import { removeMapFileLayers, saveMapFileLayers } from "../land/site-layers/map-file-layers.ts";
import { listSiteLayers, readSiteLayers, saveSiteLayer } from "../land/site-layers/site-layers.repository.ts";
import type { Providers } from "../providers/providers.ts";
import type { FileStore } from "../storage/file-store.ts";
import type { ToolsForTurn } from "../tools/agent-tools.ts";
import type { Access } from "./compose-access.ts";
import type { Answering } from "./compose-answering.ts";
import type { Observation } from "./compose-observation.ts";
import { composeSources } from "./compose-sources.ts";
import type { Config } from "./config.ts";
import { makeReadFile } from "./engines.ts";
import type { Logger } from "./logger.ts";

/** Dependencies of projects, documents, searches and turns. */
export interface KnowledgeParts {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly files: FileStore;
  readonly wallet: Wallet;
  readonly logger: Logger;
  readonly observed: Observation;
  readonly answering: Answering;
  readonly gate: ReturnType<typeof makeProjectGate>;
  /** Runs CPU-bound work outside the event loop. */
  readonly compute: Compute;
  readonly access: Pick<Access, "apiKeys" | "connections">;
  readonly artifacts: Artifacts;
  readonly providers: Providers;
  readonly toolsForTurn: ToolsForTurn;
  /** Returns what features know of a site, which answers may cite; called for each turn, since features are composed later. */
  readonly listFacts: () => readonly ListFacts[];
  /** What sources are fetched over. */
  readonly network: Partial<FetchNetwork> | undefined;
  readonly resolveSite: ProjectsDeps["resolveSite"];
}

/** The operations on knowledge, and the services that other parts use. */
export interface Knowledge {
  readonly operations: readonly Operation[];
  readonly messages: Messages;
  readonly uploads: Uploads;
  readonly deletion: Deletion;
  readonly projects: Projects;
  readonly documents: Documents;
  readonly reingest: Reingest;
}

/** Composes projects, documents, searches, summaries and turns, and registers their jobs. */
export function composeKnowledge(config: Config, parts: KnowledgeParts): Knowledge {
  const documents = composeDocuments(config, parts);
  const questions = composeQuestions(config, parts);
  const deletion = composeDeletion(parts, questions.messages);
  return {
    uploads: documents.uploads,
    messages: questions.messages,
    deletion,
    projects: documents.projects,
    documents: documents.documents,
    reingest: documents.reingest,
    operations: [...documents.operations, ...questions.operations, ...deletionOperations({ deletion })],
  };
}

/** Where bootstraps keep the layers of a site. */
export const siteLayers: BootstrapDeps["siteLayers"] = {
  save: saveSiteLayer,
  read: async (db, projectId, layer) => (await readSiteLayers(db, projectId, [layer]))[0],
};

/** Composes what brings documents in: projects, uploads and sources. */
function composeDocuments(config: Config, parts: KnowledgeParts) {
  const { db, jobs, files, wallet, gate, observed, answering, logger } = parts;
  const { liveEmbedder } = answering;
  const { getVisibleProject } = gate;
  const ingest = {
    db,
    files,
    liveEmbedder: liveEmbedder.forPublish,
    readDocument: makeReadFile(config, logger, parts.compute),
    onIngest: observed.onIngest,
  };
  const { providers, compute } = parts;
  const { sources, gisSources, pendingSources, ordinances, reingest } = composeSources({
    ...ingest,
    embedderName: () => liveEmbedder.displayName(),
    jobs,
    wallet,
    baseUrl: config.publicBaseUrl,
    fetchAllowOrigins: config.fetchAllowOrigins,
    network: parts.network,
    compute,
    library: providers.ordinances,
    gisServices: providers.gisServices,
  });
  const projects = composeProjects(config, parts, { sources, pendingSources, ordinances });
  const uploads = makeUploads({
    db,
    jobs,
    files,
    getVisibleProject,
    assertDocumentAllowed,
    findOtherIngest: sources.progress,
    baseUrl: config.publicBaseUrl,
    pace: {
      timeLimitMs: config.uploads.timeLimitSeconds * 1_000,
      minBytesPerSecond: config.uploads.minBytesPerSecond,
    },
  });
  jobs.handle(ingestJob, makeIngestHandler({ ...ingest, saveMapLayers: saveMapFileLayers }));
  jobs.handle(reembedJob, reembedHandler(db, liveEmbedder.configured));
  const documents = makeDocuments({ db, getVisibleProject });
  return {
    uploads,
    projects,
    documents,
    reingest,
    operations: [
      ...projectsOperations({ projects }),
      ...uploadsOperations({ uploads }),
      ...sourcesOperations({ sources }),
      ...gisSourcesOperations({ gisSources }),
      ...documentsOperations({ documents }),
    ],
  };
}

/** Composes projects and registers the job that sets them up. */
function composeProjects(
  config: Config,
  parts: KnowledgeParts,
  sources: Pick<ProjectsDeps, "sources" | "pendingSources" | "ordinances">,
): Projects {
  const { db, jobs, wallet, providers, compute, logger } = parts;
  const { layers } = providers;
  const charge = makeProjectCharge(wallet, config.rates);
  jobs.handle(bootstrapJob, makeBootstrapHandler({ db, jobs, layers, siteLayers, charge, compute, logger }));
  return makeProjects({
    db,
    jobs,
    embeddingModel: parts.answering.liveEmbedder.displayName(),
    ...sources,
    charge,
    providers,
    layers,
    compute,
    resolveSite: parts.resolveSite,
    listSiteLayers: (projectId) => listSiteLayers(db, projectId),
    assertMayCreate: (payer) => wallet.assertAffordable({ payer, operation: "createProject", amount: 0 }),
  });
}

/** Composes searches, summaries and turns with their charges. */
function composeQuestions(config: Config, parts: KnowledgeParts) {
  const { db, jobs, wallet, gate, answering, logger } = parts;
  const { agent, catalogue, liveEmbedder, retriever, summarise } = answering;
  // What a model costs depends on whether it is local, which the catalogue knows.
  const models = catalogue.list();
  const localModels = models.filter((model) => model.isLocal).map((model) => model.modelId);
  const rates = { ...config.rates, localModels };
  const charge = makeTurnCharge(wallet, rates);
  const freeNotLocatedTurns = rates.freeUnlocatedTurnsPerDay;
  const runTurn = makeRunTurn({
    db,
    agent,
    getProjectKnowledge: makeProjectKnowledge({ db, listFacts: parts.listFacts, logger }),
    charge,
    toolsForTurn: parts.toolsForTurn,
    freeNotLocatedTurns,
    logger,
  });
  const { apiKeys, connections } = parts.access;
  const findPrincipal: MessagesDeps["findPrincipal"] = ({ credential_id: id, surface }) =>
    surface === "api" ? apiKeys.findPrincipal(id) : connections.findPrincipal(id);
  const messages = makeMessages({
    db,
    catalogue,
    ...gate,
    charge,
    runTurn,
    jobs,
    findPrincipal,
    artifacts: parts.artifacts,
  });
  jobs.handle(agentTurnJob, agentTurnHandler(messages));
  const search = makeSearch({
    db,
    ...gate,
    retriever,
    charge: makeSearchCharge(wallet, rates),
    embedderName: (id) => liveEmbedder.displayName(id),
  });
  const summaryCharge = makeSummaryCharge(wallet, rates);
  const summaries = makeSummaries({ db, ...gate, retriever, catalogue, summarise, charge: summaryCharge, logger });
  return {
    messages,
    operations: [
      ...searchOperations(search),
      ...summariesOperations(summaries),
      ...messagesOperations(messages),
      ...modelsOperations(catalogue, makeModelPrices(rates)),
    ],
  };
}

/** Composes the deletion of projects and documents, and registers the jobs that remove their files and text. */
function composeDeletion({ db, jobs, files }: KnowledgeParts, messages: Messages): Deletion {
  const endTurns = messages.endAllOf;
  jobs.handle(projectPurgeJob, makeProjectPurgeHandler({ db, jobs, files, endTurns }));
  jobs.handle(documentPurgeJob, makeDocumentPurgeHandler({ db, files }));
  return makeDeletion({ db, jobs, endTurns, removeMapLayers: removeMapFileLayers });
}
