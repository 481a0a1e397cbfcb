import { AccessRefused } from "./access.errors.ts";
import { type AdminServices, AdminUsage, parseCommand } from "./admin-arguments.ts";
import { adminCommands } from "./admin-command-list.ts";

/** What a command answers: text for the terminal, and the process's exit code. */
export interface AdminOutcome {
  /** 0 when it was done, 1 when it was refused, 2 when it was not understood. */
  readonly exitCode: number;
  readonly output: string;
  /** The command that tells how far the work is; absent when none goes on. */
  readonly follow?: readonly string[];
}

/** Tells whether the arguments ask how to use the commands, which needs no store. */
export function isAdminHelp(argv: readonly string[]): boolean {
  return argv.length === 0 || argv[0] === "help" || argv.includes("--help");
}

/** Runs one operator's command, such as `keys create --json`. */
export async function runAdminCommand(services: AdminServices, argv: readonly string[]): Promise<AdminOutcome> {
  const isJson = argv.includes("--json");
  if (isAdminHelp(argv)) return { exitCode: 0, output: adminHelp() };
  try {
    const { command, values } = parseCommand(
      adminCommands,
      argv.filter((argument) => argument !== "--json"),
    );
    const result = await command.run(services, values);
    const follow = command.follow?.(result);
    const output = isJson ? `${JSON.stringify(result)}\n` : readable(result);
    return { exitCode: 0, output, ...(follow ? { follow } : {}) };
  } catch (error) {
    if (error instanceof AdminUsage) return refused(error.message, "usage", 2, isJson);
    if (error instanceof AccessRefused) return refused(error.message, error.code, 1, isJson);
    throw error;
  }
}

function refused(message: string, code: string, exitCode: number, isJson: boolean): AdminOutcome {
  if (isJson) return { exitCode, output: `${JSON.stringify({ error: { code, message } })}\n` };
  const hint = exitCode === 2 ? "\nnpm run admin -- help lists the commands." : "";
  return { exitCode, output: `error: ${message}${hint}\n` };
}

/** How the commands are used, one a line. */
export function adminHelp(): string {
  const usages = adminCommands.map((command) => {
    const options = Object.entries(command.options).map(([name, option]) => {
      const written = `--${name} ${option.value}`.trimEnd();
      return option.isRequired ? written : `[${written}]`;
    });
    const words = command.argument ? [command.argument.choices.join("|")] : [];
    return `  ${[command.name, ...words, ...options].join(" ")}\n      ${command.summary}`;
  });
  return `Operators' commands: npm run admin -- <command>

${usages.join("\n")}

Every command takes --json. Where there is one organization, --org may be left out; a key is made for its first owner
unless --user names somebody.
`;
}

/** Writes a result for a person: a row of columns for each item of a list, a line for each member of one thing. */
function readable(result: object): string {
  if (!Array.isArray(result)) {
    const width = Math.max(...Object.keys(result).map((name) => name.length));
    return Object.entries(result)
      .map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}\n`)
      .join("");
  }
  const rows: Record<string, unknown>[] = result;
  const [first] = rows;
  if (first === undefined) return "none\n";
  const names = Object.keys(first);
  const lines = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map(
      (line) =>
        `${line
          .map((text, column) => text.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "-";
  if (!Array.isArray(value)) return String(value);
  // Long items stand on lines of their own.
  return value.some((item) => String(item).length > 40) ? value.map((item) => `\n  ${item}`).join("") : value.join(",");
}
