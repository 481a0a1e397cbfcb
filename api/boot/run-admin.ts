import { adminHelp, isAdminHelp, runAdminCommand } from "../access/admin-commands.ts";
import { ensureFirstOrganization } from "../access/first-organization.ts";
import { compose } from "./compose.ts";
import { secretsOf } from "./config-secrets.ts";
import { makeLogger } from "./logger.ts";
import { openDatabase } from "./open-database.ts";
import { askHolder, type CommandOutcome } from "./ops-channel.ts";
import { configOfProcess, endUnstarted } from "./process.ts";

/**
 * Runs one operator's command and gives the exit code: through the running server when it holds the embedded store,
 * else on the database itself.
 */
export async function runAdminProcess(argv: readonly string[]): Promise<number> {
  if (isAdminHelp(argv)) {
    process.stdout.write(adminHelp());
    return 0;
  }
  const config = configOfProcess();
  try {
    const outcome =
      config.databaseUrl === null
        ? ((await askHolder(config.dataDir, argv)) ?? (await runHere(argv)))
        : await runHere(argv);
    (outcome.exitCode === 0 ? process.stdout : process.stderr).write(outcome.output);
    return outcome.exitCode;
  } catch (error) {
    endUnstarted(error);
  }
}

async function runHere(argv: readonly string[]): Promise<CommandOutcome> {
  const config = configOfProcess();
  const logger = makeLogger("error", { secrets: secretsOf(config) });
  const opened = await openDatabase(config, logger);
  try {
    const service = await compose(config, opened, logger);
    await ensureFirstOrganization(opened.db, service);
    try {
      return await runAdminCommand(service, argv);
    } finally {
      await service.stop({ graceMs: 0 });
    }
  } finally {
    await opened.close();
  }
}
