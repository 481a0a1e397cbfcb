import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type StartedService, startService } from "../../../evals/start-service.ts";
import { layEmptyStore } from "../../support/database.ts";
import { makeServiceCalls } from "../../support/service-calls.ts";

let folder: string;
let service: StartedService | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "groundwork-uncaught-"));
  await layEmptyStore(folder);
});
afterEach(async () => {
  await service?.kill();
  await rm(folder, { recursive: true, force: true });
});

describe("a process in which an error is thrown that nothing catches", () => {
  it.each([
    ["SIGUSR2", "a planted exception"],
    ["SIGHUP", "a planted rejection"],
  ] as const)("finishes the request under way, logs the error once and exits with 1 (%s)", async (signal, message) => {
    const entry = join(import.meta.dirname, "../../support/faulty-service-entry.ts");
    service = await startService({ DATA_DIR: folder, RATE_LIMITS: "off", LOG_LEVEL: "info" }, [entry]);
    const { baseUrl, key, process: child } = service;
    let log = "";
    child.stderr?.on("data", (bytes) => {
      log += String(bytes);
    });
    const calls = makeServiceCalls(() => ({ baseUrl, key: key ?? "" }));
    const project_id = await calls.createProject();
    const file = { project_id, filename: "a.txt", mime_type: "text/plain", size_bytes: 10 };
    const initiated = await calls.call("POST", "/v1/uploads/initiate", file);

    const socket = connect(Number(new URL(baseUrl).port), "localhost");
    let answer = "";
    socket.on("data", (data) => {
      answer += String(data);
    });
    const head = `PUT ${new URL(String(initiated.json.upload_url)).pathname} HTTP/1.1`;
    socket.write(`${head}\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: 10\r\n\r\nhalf `);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const exited = once(child, "exit");
    child.kill(signal);
    child.kill(signal);
    await expect.poll(() => log).toContain("draining after an error that nothing caught");
    await expect(fetch(`${baseUrl}/health`)).rejects.toThrow();
    const closed = once(socket, "close");
    socket.write("whole");
    await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 204 /);
    expect(await exited).toEqual([1, null]);
    expect(log.split(message)).toHaveLength(2);
    expect(log).toContain('"stopped"');
  });
});

describe("a process whose embedded database ends by itself", () => {
  it("fails the requests under way instead of leaving them waiting, logs the reason and exits with 1", async () => {
    const entry = join(import.meta.dirname, "../../support/faulty-service-entry.ts");
    // The thread of the demo town would be the first, and would be ended in place of the database's.
    const settings = { DATA_DIR: folder, RATE_LIMITS: "off", LOG_LEVEL: "info", DEMO_TOWN: "off" };
    service = await startService(settings, [entry]);
    const { baseUrl, key, process: child } = service;
    let log = "";
    child.stderr?.on("data", (bytes) => {
      log += String(bytes);
    });
    const calls = makeServiceCalls(() => ({ baseUrl, key: key ?? "" }));
    const requests = Array.from({ length: 40 }, () => calls.call("GET", "/v1/projects"));
    const exited = once(child, "exit");
    child.kill("SIGALRM");
    const answers = await Promise.allSettled(requests);
    const statuses = answers.map((answer) => (answer.status === "fulfilled" ? answer.value.status : "cut off"));
    expect(statuses.filter((status) => ![200, 503, "cut off"].includes(status))).toEqual([]);
    expect(await exited).toEqual([1, null]);
    expect(log).toContain("the embedded database has stopped");
    expect(log).toContain("draining");

    const again = await startService({ DATA_DIR: folder, RATE_LIMITS: "off" });
    service = again;
    const after = makeServiceCalls(() => ({ baseUrl: again.baseUrl, key: key ?? "" }));
    expect((await after.call("GET", "/v1/projects")).status).toBe(200);
  }, 120_000);
});
