import "./feature-problems.ts";
import { type ComputePool, type Embedder, type FetchNetwork, makeComputePool } from "../../ingest/index.ts";
import { readPassages } from "../../retrieval/index.ts";
import type { AccountLinks } from "../access/account-links/account-links.service.ts";
import type { Accounts } from "../access/accounts/accounts.service.ts";
import type { ApiKeys } from "../access/api-keys/api-keys.service.ts";
import type { Connections } from "../access/connections/connections.service.ts";
import { walletOperations } from "../commerce/wallet/wallet.routes.ts";
import { makeWallet, type Wallet } from "../commerce/wallet/wallet.service.ts";
import { type Artifacts, makeArtifacts } from "../delivery/artifacts/artifacts.service.ts";
import type { TownDescription } from "../demo-town/describe-town.ts";
import { type DocumentRenderer, makeTypstRenderer } from "../drawing/typst-renderer.ts";
import { type HttpApp, makeHttpApp } from "../http/app.ts";
import { makeIdempotencyClaims } from "../http/idempotency.ts";
import type { Operation } from "../http/operation.ts";
import { healthRoutes, serviceRoutes } from "../http/service-routes.ts";
import { clientBehind } from "../http/trusted-proxies.ts";
import { compileAhead } from "../http/validator.ts";
import { makeJobs } from "../jobs/jobs.ts";
import type { Messages } from "../knowledge/messages/messages.service.ts";
import type { ListFacts } from "../knowledge/project-facts.ts";
import { makeProjectGate } from "../knowledge/project-gate.ts";
import type { Reingest } from "../knowledge/reingest/reingest.service.ts";
import { demoRoutes } from "../operators/demo-page.ts";
import { queueBoardRoutes } from "../operators/queue-board.routes.ts";
import { makeAgentTools, type TurnCaller } from "../tools/agent-tools.ts";
import type { ToolDeclaration } from "../tools/tool.ts";
import { composeAccess } from "./compose-access.ts";
import { composeAccountArea } from "./compose-account.ts";
import { composeAnswering } from "./compose-answering.ts";
import { composeConnector } from "./compose-connector.ts";
import { composeDelivery } from "./compose-delivery.ts";
import { composeKnowledge } from "./compose-knowledge.ts";
import { composeLand } from "./compose-land.ts";
import { composeObservation } from "./compose-observation.ts";
import { composeProviders } from "./compose-providers.ts";
import type { Config } from "./config.ts";
import { declaredTools } from "./declared-tools.ts";
import { openFiles, openJobQueue, openLimiter } from "./engines.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { listChores } from "./list-chores.ts";
import type { Logger } from "./logger.ts";
import type { OpenedDatabase } from "./open-database.ts";
import { type ProviderKey, syntheticEndpoints } from "./provider-settings.ts";
import { readinessChecks } from "./readiness.ts";
import { siteResolver } from "./site-resolver.ts";

/** The composed service of one process. */
export interface Service {
  readonly app: HttpApp;
  /** Makes what a separate worker serves beside its jobs: the health of this process, and its metrics. */
  makeOpsApp(): HttpApp;
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly connections: Connections;
  readonly links: AccountLinks;
  readonly wallet: Wallet;
  readonly messages: Messages;
  readonly artifacts: Artifacts;
  readonly reingest: Reingest;
  /** Starts taking jobs in this process. */
  startWorker(): Promise<void>;
  /** Loads what the first picture would else wait for; the server calls it once it listens. */
  warm(): Promise<void>;
  /** Starts the chores that keep the store in order: reconciling, sweeping, reaping. */
  startHousekeeping(): Promise<void>;
  /** Makes `/ready` answer 503 from now on: this process is ending. */
  announceEnd(): void;
  /** Ends or hands on what is running and closes what was opened here; the database stays open. */
  stop(options: { readonly graceMs: number }): Promise<void>;
}

/** What a process adds, and what tests replace. */
export interface ComposeOptions {
  /** Where the demo town answers in place of all providers; absent where it is off. */
  readonly townUrls?: Readonly<Record<ProviderKey, string>>;
  /** Says what the demo town shows; absent where it is off. */
  readonly describeTown?: () => Promise<TownDescription>;
  readonly embedder?: Embedder;
  /** What runs computations off the event loop. */
  readonly compute?: ComputePool;
  /** What sources are fetched over. */
  readonly network?: Partial<FetchNetwork>;
  /** What draws PDF documents. */
  readonly renderer?: DocumentRenderer;
  readonly validatesResponses?: boolean;
  /** Adds a feature to those of the service. */
  readonly addFeature?: (parts: { readonly artifacts: Artifacts }) => {
    readonly operations: readonly Operation[];
    readonly tools: readonly ToolDeclaration[];
    /** Returns what the feature knows of the site of a project; answers may cite it. */
    readonly listFacts?: ListFacts;
  };
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
  const { publicBaseUrl: baseUrl, opsToken } = config;
  const observed = await composeObservation(config, logger);
  const { metrics } = observed;
  const queue = await openJobQueue(config, opened, logger);
  const jobs = makeJobs({ db, queue, logger, observe: observed.observeJob, traceparent: observed.traceparent });
  const files = await openFiles(config);
  const limiter = openLimiter(config, logger);
  const compute = options.compute ?? makeComputePool();

  const wallet = makeWallet(db);
  observed.addStoreGauges({ jobs, creditTotals: wallet.totals });
  const access = composeAccess({ db, wallet, baseUrl, logger });
  const { accounts, apiKeys, connections, watch } = access;
  const idempotency = makeIdempotencyClaims(db);
  const gate = makeProjectGate(db);
  const { getVisibleProject } = gate;
  const answering = composeAnswering(config, { db, logger, observed, compute, embedder: options.embedder });
  const { liveEmbedder, reranker } = answering;
  if (config.openai !== null) await answering.agent.loadLanguageModels();
  const artifacts = makeArtifacts({ db, files, getVisibleProject, baseUrl });
  const endpoints = options.townUrls ? syntheticEndpoints(options.townUrls) : config.providers.endpoints;
  const providers = composeProviders({
    ...{ db, compute, logger, endpoints, baseUrl, contact: config.providers.contact },
    ...{ fetchAllowOrigins: config.fetchAllowOrigins, network: options.network },
  });
  const made = {
    ...{ db, jobs, files, wallet, logger, observed, answering, gate, compute, access, artifacts, providers },
    resolveSite: siteResolver(providers),
    // The tools need the operations, among which are those that run turns.
    toolsForTurn: (turn: TurnCaller) => toolsForTurn(turn),
    listFacts: () => [...land.listFacts, ...(added?.listFacts ? [added.listFacts] : [])],
  };
  const { messages, uploads, ...knowledge } = composeKnowledge(config, { ...made, network: options.network });
  const renderer = options.renderer ?? makeTypstRenderer();
  const land = composeLand({ ...made, renderer, projects: knowledge.projects });
  const added = options.addFeature?.({ artifacts });
  const tools = [...declaredTools, ...(added?.tools ?? [])];
  const operations = [
    ...land.operations,
    ...knowledge.operations,
    ...composeDelivery(config, { ...made, renderer, land, projects: knowledge.projects }),
    ...walletOperations({ wallet }),
    ...(added?.operations ?? []),
  ];

  /** What every door to the operations goes by: REST and the connector. */
  const doors = {
    baseUrl,
    logger,
    limiter,
    idempotency,
    watch,
    assertProjectVisible: getVisibleProject,
    validatesResponses: options.validatesResponses ?? false,
  };
  const toolsForTurn = makeAgentTools({
    ...doors,
    operations,
    tools,
    readPassages: (documentId, revision, span) => readPassages(db, documentId, revision, span),
  });
  const connector = composeConnector({
    ...doors,
    db,
    tools,
    fetchAllowOrigins: config.fetchAllowOrigins,
    sessions: access.sessions,
    connections,
    operations,
    onToolCall: observed.onToolCall,
  });
  const account = composeAccountArea({ ...access, db, baseUrl, wallet, knowledge, operations });
  const pipeline = {
    ...doors,
    metrics,
    observe: observed.observeRequest,
    authenticate: (secret: string) => apiKeys.authenticate(secret),
    atOneMoment: db.atOneMoment,
    onKeyInUrl: watch.foundInAddress,
    findClient: clientBehind(config.trustedProxies),
  };
  const engines = { db, queue, jobs, files, liveEmbedder, reranker };
  const readiness = readinessChecks(config, engines);
  let isEnding = false;
  const health = { metrics, opsToken, baseUrl, isEnding: () => isEnding };
  const app = makeHttpApp({
    ...pipeline,
    operations,
    routes: [
      ...serviceRoutes({ ...health, operations, readiness }),
      ...connector.routes,
      ...account.routes,
      ...(options.describeTown ? demoRoutes(options.describeTown) : []),
      ...queueBoardRoutes({ db, jobs, opsToken, baseUrl }),
    ],
  });

  const chores = listChores({ ...engines, logger, config, messages, wallet, idempotency, uploads });
  chores.list.push(...connector.chores, ...account.chores);
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
    reingest: knowledge.reingest,
    makeOpsApp() {
      // Of this process, that is: whether it takes jobs itself.
      const ownReadiness = readinessChecks({ ...config, worker: "inline" }, engines);
      return makeHttpApp({
        ...pipeline,
        operations: [],
        routes: healthRoutes({ ...health, readiness: ownReadiness }),
      });
    },
    announceEnd() {
      isEnding = true;
    },
    ...{ startWorker: () => jobs.startWorker(), warm: () => warmUp(land, operations) },
    async startHousekeeping() {
      await jobs.startReconciler({ ownsStore: db.engine === "embedded" });
      stopHousekeeping = startHousekeeping(chores.list, logger);
    },
    async stop({ graceMs }) {
      await stopHousekeeping?.();
      await chores.stop();
      await jobs.stop({ graceMs });
      await compute.stop();
      await queue.close();
      limiter.close();
      await observed.close();
    },
  };
}

/** Does what the first requests would wait for, beside the event loop or in small pieces. */
async function warmUp(land: { readonly warm: () => Promise<void> }, operations: readonly Operation[]): Promise<void> {
  await land.warm();
  await compileAhead(operations.flatMap(({ body }) => (body === undefined || body === "stream" ? [] : [body])));
}
