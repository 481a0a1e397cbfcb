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
    const held = config.databaseUrl === null ? await askHolder(config.dataDir, argv) : null;
    const ask = async (command: readonly string[]) =>
      (await askHolder(config.dataDir, command).catch(() => null)) ?? gone;
    const outcome = held ? await followed(held, argv, ask) : await runHere(argv);
    (outcome.exitCode === 0 ? process.stdout : process.stderr).write(outcome.output);
    return outcome.exitCode;
  } catch (error) {
    endUnstarted(error);
  }
}

const pollMs = 1_000;
const gone: CommandOutcome = {
  exitCode: 1,
  output: "The service has stopped. The work goes on when it starts again.\n",
};

/** Shows how far work in the background is until it has ended, and returns how it ended. */
async function followed(
  first: CommandOutcome,
  argv: readonly string[],
  ask: (argv: readonly string[]) => Promise<CommandOutcome>,
): Promise<CommandOutcome> {
  let outcome = first;
  if (outcome.follow) process.stderr.write(outcome.output);
  while (outcome.follow) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    const [next, isJson] = [await ask([...outcome.follow, "--json"]), argv.includes("--json")];
    if (next.follow) process.stderr.write(progressLine(next.output));
    else if (!isJson && next.exitCode === 0) return ask(outcome.follow);
    outcome = next;
  }
  return outcome;
}

/** "run_…  42 %, 3 of 7 documents" from a status in JSON. */
function progressLine(output: string): string {
  const { run_id, percent, documents, waiting } = JSON.parse(output) as Record<string, unknown>;
  return `${String(run_id)}  ${String(percent)} %, ${Number(documents) - Number(waiting)} of ${String(documents)} documents\n`;
}

async function runHere(argv: readonly string[]): Promise<CommandOutcome> {
  const config = configOfProcess();
  const logger = makeLogger("error", { secrets: secretsOf(config) });
  const opened = await openDatabase(config, logger);
  try {
    const service = await compose(config, opened, logger);
    await ensureFirstOrganization(opened.db, service);
    try {
      const outcome = await runAdminCommand(service, argv);
      if (!outcome.follow) return outcome;
      // Nobody else works on an embedded store; a server's workers take the work by themselves.
      if (config.databaseUrl === null) {
        await service.startHousekeeping();
        await service.startWorker();
      }
      return await followed(outcome, argv, (command) => runAdminCommand(service, command));
    } finally {
      await service.stop({ graceMs: 0 });
    }
  } finally {
    await opened.close();
  }
}
