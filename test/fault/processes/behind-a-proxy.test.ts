import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type IncomingMessage, type RequestOptions, request } from "node:http";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedService, startService } from "../../../evals/start-service.ts";
import { layEmptyStore } from "../../support/database.ts";

const publicHost = "land.example.com";
const opsToken = "an-operators-token-of-some-length";
const password = "correct horse battery";
const email = "owner@land.example.com";

let folder: string;
let service: StartedService;
/** Passes bytes on to the service and adds no header, as a proxy that nobody configured does. */
let proxy: Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "groundwork-proxy-"));
  await layEmptyStore(folder);
  service = await startService({
    DATA_DIR: folder,
    PUBLIC_BASE_URL: `https://${publicHost}`,
    OPS_TOKEN: opsToken,
    RATE_LIMITS: "on",
    DEMO_TOWN: "off",
  });
  const port = Number(new URL(service.baseUrl).port);
  proxy = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    pipeline(client, upstream, () => {});
    pipeline(upstream, client, () => {});
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
}, 60_000);
afterAll(async () => {
  proxy?.close();
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

/** Sends a request on a new connection from a given address of this machine. */
async function send(options: RequestOptions, body = ""): Promise<Answer> {
  const sent = request({ host: "127.0.0.1", agent: false, ...options });
  sent.end(body);
  const [received] = (await once(sent, "response")) as [IncomingMessage];
  return { status: received.statusCode ?? 0, headers: received.headers, text: await text(received) };
}

const servicePort = () => Number(new URL(service.baseUrl).port);
const proxyPort = () => (proxy.address() as AddressInfo).port;

describe("a service at a public address, behind a proxy on the same machine that adds no forwarding headers", () => {
  it.each(["/metrics", "/ops/queue"])("opens %s to the operators' token only", async (path) => {
    for (const host of [publicHost, "localhost", "127.0.0.1"]) {
      for (const port of [proxyPort(), servicePort()]) {
        expect((await send({ port, path, headers: { host } })).status, `${host}:${port}`).toBe(401);
      }
    }
    const headers = { host: publicHost, authorization: `Bearer ${opsToken}` };
    expect((await send({ port: proxyPort(), path, headers })).status).toBe(200);
  });
});

describe("an address that has used up its requests of a minute", () => {
  it("still reads /health and /ready", async () => {
    const from = { port: servicePort(), localAddress: "127.0.0.9" };
    const statuses: number[] = [];
    for (let batch = 0; batch < 35; batch++) {
      const path = "/nowhere";
      const answers = await Promise.all(Array.from({ length: 20 }, () => send({ ...from, path })));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 404).length).toBeGreaterThanOrEqual(600);
    expect(statuses.at(-1)).toBe(429);
    for (const path of ["/health", "/ready"]) expect((await send({ ...from, path })).status).toBe(200);
  });
});

describe("the sign-in page", () => {
  const post = (path: string, localAddress: string, fields: Readonly<Record<string, string>>) => {
    const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
    const options = { port: servicePort(), method: "POST", path, localAddress, headers };
    return send(options, new URLSearchParams(fields).toString());
  };

  it("accepts the right password at once while another address that guesses passwords has to wait", async () => {
    const command = [join(import.meta.dirname, "../../../api/admin.ts"), "users", "link", "--json"];
    const env = { ...process.env, DATA_DIR: folder, PUBLIC_BASE_URL: `https://${publicHost}` };
    const { stdout } = await promisify(execFile)(process.execPath, command, { env });
    const link = new URL(JSON.parse(stdout).link).pathname;
    const chosen = { email, name: "Dana Ortiz", password, repeated: password };
    expect((await post(link, "127.0.0.2", chosen)).status).toBe(303);

    const guess = () => post("/account/sign-in", "127.0.0.3", { email, password: "a wrong guess" });
    const guesses: Answer[] = [];
    for (let tries = 0; tries < 8; tries++) guesses.push(await guess());
    expect(guesses.at(-1)?.status).toBe(429);
    expect(Number(guesses.at(-1)?.headers["retry-after"])).toBeGreaterThan(0);

    const owner = await post("/account/sign-in", "127.0.0.4", { email, password });
    expect([owner.status, owner.headers.location]).toEqual([303, "/account"]);
    expect(owner.headers["set-cookie"]?.[0]).toMatch(/^__Host-session=/);
  });
});
