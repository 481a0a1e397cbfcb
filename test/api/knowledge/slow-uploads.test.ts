import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import type { Server } from "srvx";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listen } from "../../../api/boot/listen.ts";
import type { HttpApp } from "../../../api/http/app.ts";
import { readJson } from "../../../api/http/read-json.ts";
import { makeProjectGate } from "../../../api/knowledge/project-gate.ts";
import { uploadsOperations } from "../../../api/knowledge/uploads/uploads.routes.ts";
import { makeUploads } from "../../../api/knowledge/uploads/uploads.service.ts";
import { openFolderStore } from "../../../api/storage/folder-store.ts";
import { freePort } from "../../../evals/start-service.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { type Call, makeTestApp, testBaseUrl } from "../../support/http.ts";
import { createReadyProject, initiate, put } from "./knowledge-app.ts";

let app: ComposedService;
let strict: { app: HttpApp; call: Call };
let folder: string;
let projectId: string;
let server: Server;
let port: number;
beforeAll(async () => {
  app = await openComposedService();
  const { db } = app.services;
  folder = join(app.folder, "strict");
  const uploads = makeUploads({
    db,
    jobs: { enqueue: async () => "", announce: () => {} },
    files: await openFolderStore(folder),
    ...makeProjectGate(db),
    assertDocumentAllowed: async () => {},
    baseUrl: testBaseUrl,
    // Whoever gives less than 10 MB a second is too slow almost at once.
    pace: { graceMs: 50, minBytesPerSecond: 10_000_000 },
  });
  strict = makeTestApp(app.services, uploadsOperations({ uploads }));
  projectId = await createReadyProject(app, 1);
  port = await freePort();
  server = await listen(strict.app, { host: "localhost", port });
});
afterAll(async () => {
  await server?.close(true);
  await app.close();
});

const file = { filename: "slow.txt", mimeType: "text/plain", bytes: "x".repeat(10_000) };
const kept = async () => [...(await readdir(join(folder, "tmp"))), ...(await readdir(join(folder, "obj")))];
const byHand = () => ({ call: strict.call, organization: app.organization });

/**
 * Sends a head and then a byte every few milliseconds until the other side ends the connection; gives what it said.
 * A sender who is busy does not look for an answer until later.
 */
function dripInto(head: string, looksAfterMs = 0): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "localhost");
    let said = "";
    socket.write(head);
    const timer = setInterval(() => socket.writable && socket.write("x"), 5);
    setTimeout(() => socket.on("data", (data) => (said += data)), looksAfterMs);
    socket.on("error", () => {});
    socket.on("close", () => {
      clearInterval(timer);
      resolve(said);
    });
  });
}

describe("an upload that drips", () => {
  it("is given up with one clear error, its connection is closed, and nothing of it is kept", async () => {
    const { jobId, link } = await initiate(byHand(), projectId, file);
    const head = [`PUT ${link} HTTP/1.1`, "host: localhost", "content-type: text/plain", "content-length: 10000"];
    const answer = await dripInto(`${head.join("\r\n")}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    const problem = JSON.parse(answer.split("\r\n\r\n")[1]?.replace(/^[0-9a-f]+\r\n|\r\n0$/g, "") ?? "");
    expect(problem).toMatchObject({
      code: "upload_timeout",
      detail: "The upload was given up: the file arrived more slowly than 10000000 bytes a second.",
    });
    expect(await kept()).toEqual([]);
    const { ownerKey: key } = app.organization;
    const status = await strict.call("GET", `/v1/uploads/${jobId}`, { key });
    expect(status.json).toMatchObject({ status: "created", error: null });
    const finalized = await strict.call("POST", `/v1/uploads/${jobId}/finalize`, { key, body: {} });
    expect(finalized.json.code).toBe("upload_object_missing");
    expect((await strict.call("PUT", link, { headers: { "content-type": "text/plain" }, body: "x" })).status).toBe(410);
  });

  it("can read the answer also when it goes on sending for a while", async () => {
    const { link } = await initiate(byHand(), projectId, file);
    const head = [`PUT ${link} HTTP/1.1`, "host: localhost", "content-type: text/plain", "content-length: 10000"];
    expect(await dripInto(`${head.join("\r\n")}\r\n\r\n`, 800)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("can be sent again over a fresh link, to where more patience is shown", async () => {
    const { link } = await initiate(app, projectId, file);
    expect((await put(app, link, file)).status).toBe(204);
  });
});

it("a JSON body that never ends is not waited for either", async () => {
  const endless = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(Buffer.from("{")) });
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: endless, duplex: "half" };
  const request = new Request(testBaseUrl, init as RequestInit);
  await expect(readJson(request, 1_000, 20)).rejects.toMatchObject({
    code: "invalid_json",
    members: { detail: "The request body did not arrive within 0.02 s." },
    headers: { connection: "close" },
  });
});
