import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freePort, startService } from "../../evals/start-service.ts";
import { onServer, testServerUrl } from "../support/database.ts";

const server = join(import.meta.dirname, "../../api/server.ts");

describe.skipIf(testServerUrl === undefined)("the start with a role without superuser rights", () => {
  const serverUrl = testServerUrl ?? "";
  let role: string;
  let url: string;
  let dataDir: string;
  beforeEach(async () => {
    role = `groundwork_role_${randomBytes(6).toString("hex")}`;
    await onServer(serverUrl, `create role ${role} login password '${role}'`);
    await onServer(serverUrl, `create database ${role}`);
    url = Object.assign(new URL(serverUrl), { pathname: `/${role}`, username: role, password: role }).href;
    dataDir = await mkdtemp(join(tmpdir(), "groundwork-rights-"));
  });
  afterEach(async () => {
    await onServer(serverUrl, `drop database if exists ${role} with (force)`);
    await onServer(serverUrl, `drop role ${role}`);
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Runs a statement in the database of the role as the administrator. */
  const asAdministrator = (statement: string) =>
    onServer(Object.assign(new URL(serverUrl), { pathname: `/${role}` }).href, statement);

  /** Starts the service and returns how it ended and what it wrote, apart from the log of its steps. */
  async function refusedStart() {
    const environment = { DATABASE_URL: url, DATA_DIR: dataDir, PORT: String(await freePort()), REDIS_URL: "" };
    const child = spawn(process.execPath, [server], { env: { ...process.env, ...environment } });
    let written = "";
    child.stderr.on("data", (bytes) => {
      written += String(bytes);
    });
    const [code] = await once(child, "close");
    const lines = written.split("\n").filter((line) => line !== "" && !line.startsWith("{"));
    return { code, written: lines.join("\n") };
  }

  it("names the one statement an administrator runs, and succeeds after it", { timeout: 120_000 }, async () => {
    await onServer(serverUrl, `alter database ${role} owner to ${role}`);
    const { code, written } = await refusedStart();
    expect(code).toBe(1);
    expect(written).toMatch(/^could not start: .*Let an administrator run `create extension vector` once/);
    expect(written.split("\n")).toHaveLength(1);
    await asAdministrator("create extension vector");
    const service = await startService({ DATABASE_URL: url, DATA_DIR: dataDir, REDIS_URL: "" });
    await service.stop();
    expect(service.key).toMatch(/^gw_live_/);
  });

  it("names the owner's right when the role may not create tables", { timeout: 120_000 }, async () => {
    await asAdministrator("create extension vector");
    const { code, written } = await refusedStart();
    expect(code).toBe(1);
    expect(written).toMatch(/^could not start: .*`alter database NAME owner to ROLE`/);
    expect(written.split("\n")).toHaveLength(1);
  });

  it("names the right to create schemas when only the job queue lacks it", { timeout: 120_000 }, async () => {
    await asAdministrator("create extension vector");
    await asAdministrator(`grant all on schema public to ${role}`);
    const { code, written } = await refusedStart();
    expect(code).toBe(1);
    expect(written).toMatch(/^could not start: .*`grant create on database NAME to ROLE`, or set REDIS_URL/);
    expect(written.split("\n")).toHaveLength(1);
  });
});
