import { compose } from "./compose.ts";
import { secretsOf } from "./config-secrets.ts";
import { listen } from "./listen.ts";
import { makeLogger } from "./logger.ts";
import { openDatabase } from "./open-database.ts";
import { configOfProcess, endUnstarted, onceAskedToEnd } from "./process.ts";

const graceMs = 20_000;

/**
 * Starts a process that only takes jobs; any number of them work on one PostgreSQL server. Where an address for it is
 * configured, it tells operators how it is: `/health`, `/ready` and `/metrics`, and nothing else.
 *
 * `open` is replaced by tests only, to run on a server without pgvector.
 */
export async function startWorkerProcess(open: typeof openDatabase = openDatabase): Promise<void> {
  const config = configOfProcess();
  if (config.databaseUrl === null) {
    process.stderr.write(
      "a separate worker needs DATABASE_URL: the embedded database serves one process, whose worker runs inside it\n",
    );
    process.exit(78);
  }
  const logger = makeLogger(config.logLevel, { secrets: secretsOf(config) });
  try {
    const opened = await open(config, logger);
    const service = await compose(config, opened, logger);
    await service.startHousekeeping();
    await service.startWorker();
    const place = config.workerOpsAddress;
    const server = place && (await listen(service.makeOpsApp(), place));
    logger.info(place ? { operations: `${place.host}:${place.port}` } : {}, "taking jobs");
    onceAskedToEnd((signal) => {
      logger.info({ signal }, "draining");
      service
        .stop({ graceMs })
        // Until here it tells that it takes no more jobs.
        .then(() => server?.close(true))
        .then(() => opened.close())
        .then(
          () => process.exit(0),
          (error: unknown) => endUnstarted(error),
        );
    });
  } catch (error) {
    endUnstarted(error);
  }
}
