import pino, { type DestinationStream, type Logger as PinoLogger } from "pino";
import { isTerminal } from "./start-progress.ts";
import { terminalLine } from "./terminal-lines.ts";

/**
 * Writes each event to standard error: as a line of JSON, or as a line of text on a terminal. Standard output is kept for
 * what a person asked to see.
 */
export type Logger = Pick<PinoLogger, "debug" | "info" | "warn" | "error">;

/** Members that never reach the log, at any depth that our records have. */
const secretMembers = ["authorization", "secret", "token", "key", "password", "apiKey", "upload_url", "download_url"];

/** What stands in the log where a secret stood. */
const censor = "[secret]";

/** Our own secrets by their form, wherever they turn up: keys and grants by prefix, links by the path before them. */
const ownSecrets =
  /\bgw_(?:live|areq|code|at|rt)_[\w-]{8,}|(?<=\/v1\/uploads\/content\/|\/v1\/downloads\/|\/account\/link\/)[\w-]{16,}/g;

/** A shorter text would be found in words that have nothing to do with it. */
const shortestSecret = 8;

/** What tells a logger where to write and what to leave out. */
export interface LoggerOptions {
  /** Texts that never reach the log, whoever writes them: providers repeat the key they refuse. */
  readonly secrets?: readonly string[];
  /** Standard error unless stated. */
  readonly destination?: DestinationStream;
}

/** Makes the process's logger. */
export function makeLogger(level: string, options: LoggerOptions = {}): Logger {
  const destination = options.destination ?? pino.destination({ dest: 2, sync: true });
  const withoutSecrets = makeScrubber(options.secrets ?? []);
  const shown = options.destination === undefined && isTerminal ? terminalLine : (line: string) => line;
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: secretMembers.flatMap((member) => [member, `*.${member}`, `*.*.${member}`]),
        censor,
      },
    },
    { write: (line: string) => void destination.write(shown(withoutSecrets(line))) },
  );
}

/** Gives the function that takes the secrets out of a line of JSON. */
function makeScrubber(secrets: readonly string[]): (line: string) => string {
  const known = secrets.filter((secret) => secret.length >= shortestSecret);
  // In a line of JSON a quote or a backslash of the secret has another backslash before it.
  const needles = [...new Set(known.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]))];
  return (line) => needles.reduce((text, needle) => text.replaceAll(needle, censor), line.replace(ownSecrets, censor));
}
