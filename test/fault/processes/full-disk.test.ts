import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedService, startService } from "../../../evals/start-service.ts";
import { layEmptyStore } from "../../support/database.ts";
import { makeServiceCalls, type ServiceCalls } from "../../support/service-calls.ts";

const folder = mkdtempSync(join(tmpdir(), "groundwork-full-disk-"));
const isMounted = mountSmallDisk();
let service: StartedService | undefined;
let calls: ServiceCalls;
let projectId: string;
let log = "";

function mountSmallDisk(): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=400m", "none", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

beforeAll(async () => {
  if (!isMounted) return;
  await layEmptyStore(join(folder, "store"));
  service = await startService({ DATA_DIR: join(folder, "store"), RATE_LIMITS: "off", LOG_LEVEL: "info" });
  const { baseUrl, key } = service;
  service.process.stderr?.on("data", (bytes) => {
    log += String(bytes);
  });
  calls = makeServiceCalls(() => ({ baseUrl, key: key ?? "" }));
  projectId = await calls.createProject();
  await calls.uploadFences(projectId);
});
afterAll(async () => {
  rmSync(join(folder, "filler"), { force: true });
  await service?.stop();
  if (isMounted) execFileSync("umount", ["-l", folder]);
  rmdirSync(folder);
});

/** Each kind of call that costs credits, with its body. */
const paidCalls = [
  ["search", { query: "fence in a front yard" }],
  ["summaries", { focus: "fences" }],
  ["messages", { question: "How tall may a fence in a front yard be?" }],
] as const;

/** Writes until no further byte fits. */
function fillDisk(): void {
  const filler = openSync(join(folder, "filler"), "w");
  const piece = Buffer.alloc(1 << 20, 1);
  for (let size = piece.length; size >= 1; ) {
    try {
      if (writeSync(filler, piece, 0, size) === 0) break;
    } catch {
      size = Math.floor(size / 2);
    }
  }
  closeSync(filler);
}

describe.skipIf(!isMounted)("a full disk", () => {
  it("is reported by /ready, refuses uploads and paid calls with 503, and is over when there is room", async () => {
    expect((await calls.call("GET", "/ready")).status).toBe(200);
    fillDisk();
    const ready = await calls.call("GET", "/ready");
    expect([ready.status, ready.json.parts]).toMatchObject([503, { database: "down", files: "down" }]);
    const file = { filename: "a.txt", mimeType: "text/plain", bytes: "x".repeat(300_000) };
    await expect(calls.sendFile(projectId, file)).rejects.toThrow(/"service_unavailable"/);
    for (const [path, body] of paidCalls) {
      const refused = await calls.call("POST", `/v1/projects/${projectId}/${path}`, body);
      expect([path, refused.status, refused.json.code]).toEqual([path, 503, "service_unavailable"]);
    }
    rmSync(join(folder, "filler"));
    expect((await calls.call("GET", "/ready")).status).toBe(200);
    for (const [path, body] of paidCalls) {
      const answered = await calls.call("POST", `/v1/projects/${projectId}/${path}`, body);
      expect([path, answered.status, answered.text]).toEqual([path, 200, answered.text]);
    }
    const { reserved_credits: reserved } = (await calls.call("GET", "/v1/wallet")).json;
    expect(reserved).toBe(0);
    expect(service?.process.exitCode, log).toBeNull();
    expect(log).not.toContain('"internal_error"');
  });
});
