import {
  type CiteSpan,
  type ModelCatalogue,
  makeAgent,
  makeSummariser,
  type VerifyCitation,
} from "../../agent/index.ts";
import type { Embedder, FetchNetwork } from "../../ingest/index.ts";
import {
  citeSpan,
  makeHybridRetriever,
  makeLayExpansions,
  makeSegmentCache,
  verifyCitation,
} from "../../retrieval/index.ts";
import type { AccountLinks } from "../access/account-links/account-links.service.ts";
import { makeAccounts } from "../access/accounts/accounts.service.ts";
import { makeApiKeys } from "../access/api-keys/api-keys.service.ts";
import { sweepAuditMemory } from "../access/audit/audit.repository.ts";
import { makeCredentialWatch } from "../access/audit/credential-watch.ts";
import { makeConnections } from "../access/connections/connections.service.ts";
import { makePasswords } from "../access/sessions/passwords.service.ts";
import { makeSessions } from "../access/sessions/sessions.service.ts";
import { makeModelPrices, makeSearchCharge, makeSummaryCharge, makeTurnCharge } from "../commerce/charges.ts";
import { assertDocumentAllowed } from "../commerce/plan/plan-limits.ts";
import type { Rates } from "../commerce/rates.ts";
import { walletOperations } from "../commerce/wallet/wallet.routes.ts";
import { makeWallet } from "../commerce/wallet/wallet.service.ts";
import { artifactsOperations } from "../delivery/artifacts/artifacts.routes.ts";
import { type Artifacts, makeArtifacts } from "../delivery/artifacts/artifacts.service.ts";
import { downloadsOperations } from "../delivery/downloads/downloads.routes.ts";
import { makeDownloads } from "../delivery/downloads/downloads.service.ts";
import { type HttpApp, makeHttpApp } from "../http/app.ts";
import { makeIdempotencyClaims } from "../http/idempotency.ts";
import { revokeLinksMintedBy, sweepLinks } from "../http/one-time-links.repository.ts";
import { healthRoutes, serviceRoutes } from "../http/service-routes.ts";
import { clientBehind } from "../http/trusted-proxies.ts";
import { makeJobs } from "../jobs/jobs.ts";
import { documentsOperations } from "../knowledge/documents/documents.routes.ts";
import { makeDocuments } from "../knowledge/documents/documents.service.ts";
import { makeEmbeddingChore } from "../knowledge/embedding/embedding.chore.ts";
import { reembedHandler, reembedJob } from "../knowledge/embedding/embedding.jobs.ts";
import { makeVectorIndexChore } from "../knowledge/embedding/vector-index.chore.ts";
import { agentTurnHandler, agentTurnJob } from "../knowledge/messages/messages.jobs.ts";
import { messagesOperations } from "../knowledge/messages/messages.routes.ts";
import { type Messages, makeMessages } from "../knowledge/messages/messages.service.ts";
import { makeRunTurn } from "../knowledge/messages/run-turn.ts";
import { modelsOperations } from "../knowledge/models/models.routes.ts";
import { makeProjectGate } from "../knowledge/project-gate.ts";
import { bootstrapJob, makeBootstrapHandler } from "../knowledge/projects/projects.jobs.ts";
import { projectsOperations } from "../knowledge/projects/projects.routes.ts";
import { makeProjects } from "../knowledge/projects/projects.service.ts";
import { searchOperations } from "../knowledge/search/search.routes.ts";
import { makeSearch } from "../knowledge/search/search.service.ts";
import { sourcesOperations } from "../knowledge/sources/sources.routes.ts";
import { summariesOperations } from "../knowledge/summaries/summaries.routes.ts";
import { makeSummaries } from "../knowledge/summaries/summaries.service.ts";
import { ingestJob, makeIngestHandler } from "../knowledge/uploads/uploads.jobs.ts";
import { uploadsOperations } from "../knowledge/uploads/uploads.routes.ts";
import { makeUploads } from "../knowledge/uploads/uploads.service.ts";
import { queueBoardRoutes } from "../operators/queue-board.routes.ts";
import { makeOrphanSweep } from "../storage/orphan-files.chore.ts";
import { composeAccountArea } from "./compose-account.ts";
import { composeConnector } from "./compose-connector.ts";
import { composeObservation } from "./compose-operations.ts";
import { composeSources } from "./compose-sources.ts";
import type { Config } from "./config.ts";
import { makeCatalogue, makeReadFile, makeReranker, openFiles, openJobQueue, openLimiter } from "./engines.ts";
import { type Chore, startHousekeeping } from "./housekeeping.ts";
import { makeLiveEmbedder } from "./live-embedder.ts";
import type { Logger } from "./logger.ts";
import type { OpenedDatabase } from "./open-database.ts";
import { readinessChecks } from "./readiness.ts";

/** The composed service of one process. */
export interface Service {
  readonly app: HttpApp;
  /** Makes what a separate worker serves beside its jobs: the health of this process, and its metrics. */
  makeOpsApp(): HttpApp;
  readonly accounts: ReturnType<typeof makeAccounts>;
  readonly apiKeys: ReturnType<typeof makeApiKeys>;
  readonly connections: ReturnType<typeof makeConnections>;
  readonly links: AccountLinks;
  readonly wallet: ReturnType<typeof makeWallet>;
  readonly messages: Messages;
  readonly artifacts: Artifacts;
  /** Starts taking jobs in this process. */
  startWorker(): Promise<void>;
  /** Starts the chores that keep the store in order: reconciling, sweeping, reaping. */
  startHousekeeping(): Promise<void>;
  /** Ends or hands on what is running and closes what was opened here; the database stays open. */
  stop(options: { readonly graceMs: number }): Promise<void>;
}

/** What tests replace. */
export interface ComposeOptions {
  readonly embedder?: Embedder;
  /** What sources are fetched over. */
  readonly network?: Partial<FetchNetwork>;
  readonly validatesResponses?: boolean;
}

/**
 * Puts the real parts together: the one page where engines, services and routes meet. Server, worker, operators'
 * commands and tests all start from here.
 */
export async function compose(
  config: Config,
  opened: OpenedDatabase,
  logger: Logger,
  options: ComposeOptions = {},
): Promise<Service> {
  const { db } = opened;
  const observed = await composeObservation(config, logger);
  const { metrics } = observed;
  const queue = await openJobQueue(config, opened, logger);
  const jobs = makeJobs({ db, queue, logger, observe: observed.observeJob, traceparent: observed.traceparent });
  const files = await openFiles(config);
  const limiter = openLimiter(config, logger);

  const wallet = makeWallet(db);
  observed.addStoreGauges({ jobs, creditTotals: wallet.totals });
  const apiKeys = makeApiKeys({ db, revokeLinksMintedBy: (credentialId) => revokeLinksMintedBy(db, credentialId) });
  const connections = makeConnections({
    db,
    revokeLinksMintedBy: (credentialId) => revokeLinksMintedBy(db, credentialId),
  });
  const sessions = makeSessions(db, { baseUrl: config.publicBaseUrl });
  const passwords = makePasswords({ db, sessions });
  const accounts = makeAccounts({
    db,
    grantCredits: wallet.grant,
    revokeCredentialsOf: async (orgId, userId) => {
      await apiKeys.revokeAllOf(orgId, userId);
      await connections.endAllOf({ orgId, userId }, "member-removed");
      await sessions.endAllOf(userId, { organizationId: orgId });
    },
  });
  const idempotency = makeIdempotencyClaims(db);
  const watch = makeCredentialWatch({ db, logger });

  const liveEmbedder = makeLiveEmbedder(db, config, {
    replaced: options.embedder,
    onEmbedding: observed.onEmbedding,
  });
  const reranker = makeReranker(config);
  const retriever = makeHybridRetriever({
    db,
    embedder: liveEmbedder.forSearch,
    segments: makeSegmentCache(),
    expansions: makeLayExpansions(),
    ...(reranker ? { reranker } : {}),
    onRerankerFailure: (error) => {
      observed.onRerankerFailure();
      logger.warn({ error: String(error) }, "the local reranker stood in");
    },
    onStage: observed.onStage,
  });
  const catalogue = makeCatalogue(config, observed.onModelCall);
  const rates = ratesOf(config, catalogue);
  const citing = {
    citeSpan: ((passage, charStart, charEnd, score) =>
      citeSpan(db, passage, { charStart, charEnd }, score)) satisfies CiteSpan,
    verifyCitation: ((citation) => verifyCitation(db, citation)) satisfies VerifyCitation,
  };
  const agent = makeAgent({ retriever, catalogue, ...citing, logger });
  const summarise = makeSummariser({ catalogue, ...citing });
  const gate = makeProjectGate(db);
  const turnCharge = makeTurnCharge(wallet, rates);
  const summaryCharge = makeSummaryCharge(wallet, rates);
  const messages = makeMessages({
    db,
    catalogue,
    ...gate,
    charge: turnCharge,
    runTurn: makeRunTurn({
      db,
      agent,
      charge: turnCharge,
      freeNotLocatedTurns: rates.freeUnlocatedTurnsPerDay,
      logger,
    }),
    jobs,
  });
  const readDocument = makeReadFile(config, logger);
  const { sources, pendingSources } = composeSources({
    db,
    jobs,
    files,
    wallet,
    baseUrl: config.publicBaseUrl,
    fetchAllowOrigins: config.fetchAllowOrigins,
    network: options.network,
    liveEmbedder: liveEmbedder.forPublish,
    readDocument,
    onIngest: observed.onIngest,
  });
  const projects = makeProjects({
    db,
    jobs,
    embeddingModel: liveEmbedder.displayName(),
    sources,
    pendingSources,
    assertMayCreate: (payer) => wallet.assertAffordable({ payer, operation: "createProject", amount: 0 }),
  });
  const { getVisibleProject } = gate;
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
  const artifacts = makeArtifacts({ db, files, getVisibleProject, baseUrl: config.publicBaseUrl });
  const documents = makeDocuments({ db, getVisibleProject });
  jobs.handle(
    ingestJob,
    makeIngestHandler({
      db,
      files,
      liveEmbedder: liveEmbedder.forPublish,
      readDocument,
      onIngest: observed.onIngest,
    }),
  );
  jobs.handle(agentTurnJob, agentTurnHandler(messages));
  jobs.handle(reembedJob, reembedHandler(db, liveEmbedder.configured));
  jobs.handle(bootstrapJob, makeBootstrapHandler({ db }));

  const operations = [
    ...projectsOperations({ projects }),
    ...uploadsOperations({ uploads }),
    ...sourcesOperations({ sources }),
    ...documentsOperations({ documents }),
    ...searchOperations(
      makeSearch({
        db,
        ...gate,
        retriever,
        charge: makeSearchCharge(wallet, rates),
        embedderName: (id) => liveEmbedder.displayName(id),
      }),
    ),
    ...summariesOperations(
      makeSummaries({ db, ...gate, retriever, catalogue, summarise, charge: summaryCharge, logger }),
    ),
    ...messagesOperations(messages),
    ...modelsOperations(catalogue, makeModelPrices(rates)),
    ...artifactsOperations({ artifacts }),
    ...downloadsOperations({ downloads: makeDownloads({ db, files }) }),
    ...walletOperations({ wallet }),
  ];
  const parts = { db, queue, jobs, files, liveEmbedder, reranker };
  const connector = composeConnector({
    db,
    baseUrl: config.publicBaseUrl,
    fetchAllowOrigins: config.fetchAllowOrigins,
    limiter,
    idempotency,
    logger,
    sessions,
    connections,
    operations,
    watch,
    assertProjectVisible: getVisibleProject,
    validatesResponses: options.validatesResponses ?? false,
    onToolCall: observed.onToolCall,
  });
  const account = composeAccountArea({
    db,
    baseUrl: config.publicBaseUrl,
    accounts,
    apiKeys,
    connections,
    wallet,
    sessions,
    passwords,
  });
  const pipeline = {
    baseUrl: config.publicBaseUrl,
    logger,
    metrics,
    observe: observed.observeRequest,
    authenticate: (secret: string) => apiKeys.authenticate(secret),
    limiter,
    idempotency,
    watch,
    assertProjectVisible: getVisibleProject,
    atOneMoment: db.atOneMoment,
    onKeyInUrl: watch.foundInAddress,
    findClient: clientBehind(config.trustedProxies),
    validatesResponses: options.validatesResponses ?? false,
  };
  const app = makeHttpApp({
    ...pipeline,
    operations,
    routes: [
      ...serviceRoutes({
        operations,
        baseUrl: config.publicBaseUrl,
        readiness: readinessChecks(config, parts),
        metrics,
        opsToken: config.opsToken,
      }),
      ...connector.routes,
      ...account.routes,
      ...queueBoardRoutes({ db, jobs, opsToken: config.opsToken, baseUrl: config.publicBaseUrl }),
    ],
  });

  // A build stops the embedded engine's only process for many seconds, longer than a job's lease.
  const vectorIndexes = makeVectorIndexChore({ db, logger, embeddedUpTo: 0 });
  const chores: readonly Chore[] = [
    { name: "embedding-switch", run: makeEmbeddingChore({ db, jobs, liveEmbedder }) },
    { name: "vector-indexes", run: vectorIndexes.run },
    { name: "abandoned-turns", run: () => messages.sweepAbandoned() },
    { name: "expired-reservations", run: () => wallet.reapExpired() },
    { name: "old-idempotency-claims", run: () => idempotency.sweep() },
    { name: "old-links", run: () => sweepLinks(db) },
    { name: "ended-jobs", run: () => jobs.forgetEnded(config.jobRetentionDays) },
    { name: "old-audit-memory", run: () => sweepAuditMemory(db) },
    { name: "orphan-files", run: makeOrphanSweep(db, files) },
    { name: "stale-uploads", run: () => uploads.sweep() },
    ...connector.chores,
    ...account.chores,
  ];
  let stopHousekeeping: (() => Promise<void>) | undefined;

  return {
    app,
    accounts,
    apiKeys,
    connections,
    links: account.links,
    wallet,
    messages,
    artifacts,
    makeOpsApp() {
      // Of this process, that is: whether it takes jobs itself.
      const readiness = readinessChecks({ ...config, worker: "inline" }, parts);
      const routes = healthRoutes({ readiness, metrics, opsToken: config.opsToken });
      return makeHttpApp({ ...pipeline, operations: [], routes });
    },
    startWorker: () => jobs.startWorker(),
    async startHousekeeping() {
      await jobs.startReconciler({ ownsStore: db.engine === "embedded" });
      stopHousekeeping = startHousekeeping(chores, logger);
    },
    async stop({ graceMs }) {
      await stopHousekeeping?.();
      await vectorIndexes.stop();
      await jobs.stop({ graceMs });
      await queue.close();
      limiter.close();
      await observed.close();
    },
  };
}

/** The prices, with the catalogue's word on which models are local. */
function ratesOf(config: Config, catalogue: ModelCatalogue): Rates {
  const models = catalogue.list();
  return { ...config.rates, localModels: models.filter((model) => model.isLocal).map((model) => model.modelId) };
}
