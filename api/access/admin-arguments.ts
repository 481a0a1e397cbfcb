import { parseArgs } from "node:util";
import type { AccountLinks } from "./account-links/account-links.service.ts";
import type { Accounts } from "./accounts/accounts.service.ts";
import type { ApiKeys } from "./api-keys/api-keys.service.ts";
import type { AuditActor } from "./audit/audit-event.ts";

/** The services that operators' commands work on. */
export interface AdminServices {
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly links: Pick<AccountLinks, "invite" | "makePasswordLink">;
  readonly wallet: {
    grant(orgId: string, amount: number, note: string, actor?: AuditActor): Promise<void>;
    balance(orgId: string): Promise<{ available: number; held: number }>;
  };
  /** Absent where documents cannot be read. */
  readonly reingest?: ReingestForOperators;
}

/** Which documents are read again, and how. */
export interface ReingestOrder {
  readonly scope: { readonly kind: "corpus" | "project" | "source"; readonly id: string } | { readonly kind: "all" };
  readonly refetch: boolean;
  readonly reembed: boolean;
  readonly rereadRules: boolean;
  readonly acceptLoss: boolean;
}

/** What operators can have done with documents. */
export interface ReingestForOperators {
  plan(order: ReingestOrder): Promise<{ readonly documents: number }>;
  start(order: ReingestOrder): Promise<{ readonly run_id: string; readonly documents: number }>;
  /** Undefined for an unknown run. */
  status(runId: string): Promise<{ readonly run_id: string; readonly state: "running" | "finished" } | undefined>;
  rollBack(scope: ReingestOrder["scope"]): Promise<object>;
}

/** A command that could not be understood; the message says what is wrong with it. */
export class AdminUsage extends Error {}

/** One option of a command. */
export interface AdminOption {
  /** How its value is written in the help; "" for one that is only given or not. */
  readonly value: string;
  readonly isRequired?: boolean;
  /** The only values it takes. */
  readonly choices?: readonly string[];
}

/** Values of the options that were given. */
export type AdminValues = Readonly<Record<string, string | undefined>>;

/** One operators' command. */
export interface AdminCommand {
  /** Noun and verb, or one word: `keys create`, `reingest`. */
  readonly name: string;
  readonly summary: string;
  /** A word after the name, one of a few: `on` or `off`. */
  readonly argument?: { readonly name: string; readonly choices: readonly string[] };
  readonly options: Readonly<Record<string, AdminOption>>;
  /** Gives what is shown: one thing, or a list of things. */
  run(services: AdminServices, values: AdminValues): Promise<object>;
  /** The command that tells how far what this one began is; undefined when it has ended. */
  follow?(result: object): readonly string[] | undefined;
}

/**
 * Finds the command that was asked for and reads its options.
 *
 * @throws AdminUsage for an unknown command or option, a missing or repeated one, or a value that is not among its choices
 */
export function parseCommand(
  commands: readonly AdminCommand[],
  argv: readonly string[],
): { command: AdminCommand; values: AdminValues } {
  const named = [argv.slice(0, 2).join(" "), argv[0] ?? ""];
  const command = commands.find((one) => named.includes(one.name));
  if (!command) throw new AdminUsage(`there is no command ${JSON.stringify(named[0])}`);
  const { name, argument } = command;
  const rest = argv.slice(name.split(" ").length);
  const word = argument ? rest[0] : undefined;
  if (argument && (word === undefined || !argument.choices.includes(word))) {
    throw new AdminUsage(`${name} is followed by ${argument.choices.join(" or ")}`);
  }
  const options = readOptions(command, argument ? rest.slice(1) : rest);
  const values = argument ? { ...options, [argument.name]: word } : options;
  for (const [option, { value: written, isRequired, choices }] of Object.entries(command.options)) {
    const value = values[option];
    if (written === "") continue;
    if (value === undefined || value === "") {
      if (isRequired || value === "") throw new AdminUsage(`${command.name} needs a value for --${option}`);
    } else if (choices && !choices.includes(value)) {
      throw new AdminUsage(`--${option} is one of ${choices.join(", ")}, not ${JSON.stringify(value)}`);
    }
  }
  return { command, values };
}

/**
 * Reads an option as a whole number.
 *
 * @throws AdminUsage when it is none
 */
export function wholeNumber(values: AdminValues, option: string): number | undefined {
  const text = values[option];
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new AdminUsage(`--${option} is a whole number of at least 1, not ${text}`);
  return Number(text);
}

/**
 * Reads an option as a day or an instant in UTC.
 *
 * @throws AdminUsage when it is neither
 */
export function instant(values: AdminValues, option: string): Date | undefined {
  const text = values[option];
  if (text === undefined) return undefined;
  const at = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z)?$/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(at.getTime())) {
    throw new AdminUsage(
      `--${option} is a day such as 2027-01-31, or a time such as 2027-01-31T12:00:00Z, not ${text}`,
    );
  }
  return at;
}

function readOptions(command: AdminCommand, argv: readonly string[]): AdminValues {
  const names = Object.keys(command.options);
  const typeOf = (name: string) => (command.options[name]?.value === "" ? ("boolean" as const) : ("string" as const));
  const options = Object.fromEntries(names.map((name) => [name, { type: typeOf(name), multiple: true }]));
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: [...argv], options, strict: true });
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(". ")[0] ?? "") : String(error);
    throw new AdminUsage(`${command.name}: ${reason}`);
  }
  const values: Record<string, string | undefined> = {};
  for (const name of names) {
    const given = parsed.values[name];
    if (!Array.isArray(given)) continue;
    if (given.length > 1) throw new AdminUsage(`--${name} is given twice`);
    values[name] = String(given[0]);
  }
  return values;
}
