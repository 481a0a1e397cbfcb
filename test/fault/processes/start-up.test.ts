import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../../evals/start-service.ts";

const server = join(import.meta.dirname, "../../../api/server.ts");
/** Runs a command on a terminal of its own; part of util-linux. */
const pseudoTerminal = "/usr/bin/script";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "groundwork-start-up-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the service, waits for a text in what it writes, ends it, and returns what it wrote. */
async function startUntil(wanted: string, command: readonly [string, ...string[]]): Promise<string> {
  const port = await freePort();
  const env = { ...process.env, DATA_DIR: folder, PORT: String(port), LOG_LEVEL: "info" };
  const [program, ...parameters] = command;
  const child = spawn(program, parameters, { env, stdio: ["ignore", "pipe", "pipe"] });
  let written = "";
  const ended = new Promise((resolve) => child.once("close", resolve));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (bytes) => {
      written += String(bytes);
      if (written.includes(wanted)) resolve();
    });
  }
  child.once("exit", () => reject(new Error(`the service ended:\n${written}`)));
  await promise;
  child.kill("SIGTERM");
  await ended;
  return written.replaceAll(String(port), "PORT");
}

describe("the start of the service", { timeout: 120_000 }, () => {
  it.skipIf(!existsSync(pseudoTerminal))("reports each step and the addresses as text on a terminal", async () => {
    const command = `exec ${process.execPath} ${server}`;
    const written = await startUntil("to stop.", [pseudoTerminal, "-qefc", command, "/dev/null"]);
    const texts = [
      "Groundwork is starting",
      "opening the database",
      "loading models",
      "starting the job worker",
      "Groundwork is ready after",
      "http://localhost:PORT/v1",
      "Account area   http://localhost:PORT/account",
      "http://localhost:PORT/docs",
    ];
    const places = texts.map((text) => written.indexOf(text));
    expect([...places].sort((a, b) => a - b)).toEqual(places);
    expect(places[0]).toBeGreaterThanOrEqual(0);
    expect(written).not.toContain('{"level"');
  });

  it("writes the same as lines of JSON elsewhere", async () => {
    const written = await startUntil('"listening"', [process.execPath, server]);
    const lines = written.split("\n").filter((line) => line.startsWith("{"));
    const records = lines.map((line) => JSON.parse(line));
    expect(records.filter(({ msg }) => msg === "starting").map(({ step }) => step)).toHaveLength(3);
    expect(records.find(({ msg }) => msg === "listening")).toMatchObject({
      api: "http://localhost:PORT/v1",
      account: "http://localhost:PORT/account",
      reference: "http://localhost:PORT/docs",
    });
  });
});
