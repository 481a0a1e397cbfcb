import { compose } from "./compose.ts";
import { secretsOf } from "./config-secrets.ts";
import { withDemoTown } from "./demo-town.ts";
import { listen } from "./listen.ts";
import { makeLogger } from "./logger.ts";
import { openDatabase } from "./open-database.ts";
import { configOfProcess, endUnstarted, logEnd, onceAskedToEnd } from "./process.ts";

const graceMs = 20_000;

/**
 * Starts a process that only runs jobs; any number of them share one PostgreSQL server. Where an address for it is
 * configured, it serves `/health`, `/ready` and `/metrics` to operators, and nothing else.
 */
export async function startWorkerProcess(): Promise<void> {
  const config = configOfProcess();
  if (config.databaseUrl === null) {
    process.stderr.write(
      "a separate worker needs DATABASE_URL: the embedded database serves one process, whose worker runs inside it\n",
    );
    process.exit(78);
  }
  const logger = makeLogger(config.logLevel, { secrets: secretsOf(config) });
  try {
    const [opened, town] = await Promise.all([openDatabase(config, logger), withDemoTown(config)]);
    const service = await compose(town.config, opened, logger, town);
    await service.startHousekeeping();
    await service.startWorker();
    const place = config.workerOpsAddress;
    const server = place && (await listen(service.makeOpsApp(), place));
    logger.info(place ? { operations: `${place.host}:${place.port}` } : {}, "taking jobs");
    onceAskedToEnd((reason) => {
      const exitCode = logEnd(reason, logger);
      service.announceEnd();
      service
        .stop({ graceMs })
        // Until here `/ready` answers that the process is ending.
        .then(() => server?.close(true))
        .then(() => opened.close())
        .then(
          () => process.exit(exitCode),
          (error: unknown) => endUnstarted(error),
        );
    });
  } catch (error) {
    endUnstarted(error);
  }
}
