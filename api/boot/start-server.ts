import type { Server } from "srvx";
import type { Service } from "./compose.ts";
import type { Config } from "./config.ts";
import { secretsOf } from "./config-secrets.ts";
import { withDemoTown } from "./demo-town.ts";
import { listen } from "./listen.ts";
import { type Logger, makeLogger } from "./logger.ts";
import { type OpenedDatabase, openDatabase } from "./open-database.ts";
import { serveOperators } from "./ops-channel.ts";
import { configOfProcess, type EndReason, endUnstarted, logEnd, onceAskedToEnd } from "./process.ts";
import { isTerminal, sayProgress, secondsSinceStart } from "./start-progress.ts";

const graceMs = 20_000;
/** Time for a request beyond the time allowed for the bytes of an upload to arrive: storing them. */
const longestBesidesMs = 300_000;
/**
 * How long a connection may rest between two requests: longer than the minute after which the usual proxies and clients
 * close it themselves. Whoever closes first must not be the service, or a request sent at that instant is lost.
 */
const restingConnectionMs = 75_000;

/**
 * Starts the service of this process: opens the store, composes, listens, and drains when asked to end.
 *
 * Tests replace `open` to watch the statements of the process.
 */
export async function startServer(open: typeof openDatabase = openDatabase): Promise<void> {
  const config = configOfProcess();
  const logger = makeLogger(config.logLevel, { secrets: secretsOf(config) });
  try {
    const step = makeSteps(logger);
    step(config.databaseUrl === null ? `opening the database in ${config.dataDir}` : "connecting to the database");
    // The modules load while the embedded database opens in its thread.
    const [opened, modules, town] = await Promise.all([open(config, logger), loadModules(), withDemoTown(config)]);
    step("loading models and routes");
    const service = await modules.compose(town.config, opened, logger, town);
    await welcome(service, opened, modules);
    if (opened.hold) serveOperators(opened.hold, (argv) => modules.runAdminCommand(service, argv));
    step(config.worker === "inline" ? "starting the job worker" : "starting housekeeping");
    await service.startHousekeeping();
    if (config.worker === "inline") await service.startWorker();
    const server = await listenAsConfigured(config, service);
    sayReady(config, opened, logger);
    town.warmTown?.();
    void service.warm().catch((error: unknown) => logger.warn({ error: String(error) }, "not-warmed"));
    onceAskedToEnd((reason) => void drain(reason, { server, service, opened, logger }), opened.stopped);
  } catch (error) {
    endUnstarted(error);
  }
}

/** Loads the modules of the service, which take most of a start. */
async function loadModules() {
  const [{ compose }, { runAdminCommand }, firstOrganization] = await Promise.all([
    import("./compose.ts"),
    import("../access/admin-commands.ts"),
    import("../access/first-organization.ts"),
  ]);
  return { compose, runAdminCommand, ...firstOrganization };
}

/** Makes the function that reports a step of the start: to a person on a terminal, else as a line of the log. */
function makeSteps(logger: Logger): (step: string) => void {
  return (step) => (isTerminal ? sayProgress(`  ${step} …`) : logger.info({ step }, "starting"));
}

/** Reports that the service listens, with the addresses that people and programs need first. */
function sayReady(config: Config, opened: OpenedDatabase, logger: Logger): void {
  const { publicBaseUrl: base } = config;
  const addresses = { api: `${base}/v1`, account: `${base}/account`, reference: `${base}/docs` };
  if (!isTerminal) {
    const address = `http://${config.host}:${config.port}`;
    logger.info({ address, ...addresses, engine: opened.db.engine }, "listening");
    return;
  }
  sayProgress(`
Groundwork is ready after ${secondsSinceStart()} s.

  API            ${addresses.api}
  Account area   ${addresses.account}
  API reference  ${addresses.reference}

Press Ctrl-C to stop.
`);
}

/** Prints the first key of an empty store and the link into its account area; standard output carries nothing else. */
async function welcome(
  service: Service,
  opened: OpenedDatabase,
  { ensureFirstOrganization, mintFirstKey }: Awaited<ReturnType<typeof loadModules>>,
): Promise<void> {
  await ensureFirstOrganization(opened.db, service);
  const first = await mintFirstKey(opened.db, service);
  if (first) process.stdout.write(`API key: ${first.key}\n`);
  const link = await service.links.makeFirstLink();
  if (link) {
    const end = link.expiresAt.toISOString().slice(0, 10);
    process.stdout.write(`Account set-up link, works once, until ${end}: ${link.url}\n`);
  }
}

function listenAsConfigured(config: Config, service: Service): Promise<Server> {
  return listen(service.app, {
    host: config.host,
    port: config.port,
    // The service refuses a slow upload with a reason; this limit only ends requests that last even longer.
    requestTimeoutMs: config.uploads.timeLimitSeconds * 1_000 + longestBesidesMs,
    keepAliveTimeoutMs: restingConnectionMs,
  });
}

async function drain(
  reason: EndReason,
  parts: { server: Server; service: Service; opened: OpenedDatabase; logger: Logger },
): Promise<void> {
  const { server, service, opened, logger } = parts;
  const exitCode = logEnd(reason, logger);
  service.announceEnd();
  try {
    const closed = server.close();
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, graceMs).unref())]);
    await server.close(true);
    await service.stop({ graceMs });
    await opened.close();
    logger.info({}, "stopped");
    process.exit(exitCode);
  } catch (error) {
    logger.error({ error: error instanceof Error ? error.stack : String(error) }, "the drain failed");
    process.exit(1);
  }
}
