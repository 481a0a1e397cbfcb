import pino, { type Logger as PinoLogger } from "pino";

/** Writes one JSON line an event to standard error; standard output is kept for what a person asked to see. */
export type Logger = Pick<PinoLogger, "debug" | "info" | "warn" | "error">;

/** Members that never reach the log, at any depth that our records have. */
const secretMembers = ["authorization", "secret", "token", "key", "password", "apiKey", "upload_url", "download_url"];

/** Makes the process's logger. */
export function makeLogger(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: secretMembers.flatMap((member) => [member, `*.${member}`, `*.*.${member}`]),
        censor: "[secret]",
      },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
