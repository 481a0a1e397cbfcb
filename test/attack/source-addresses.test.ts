import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../migrations/index.ts";
import { createReadyProject, type KnowledgeApp, pollUntil, startKnowledgeApp } from "../api/knowledge/knowledge-app.ts";
import { type ComposedService, openComposedService } from "../support/composed-service.ts";
import { type CountingSite, startCountingSite } from "../support/counting-site.ts";

/** A site nobody may reach, and one that may be reached and leads wherever `leadsTo` says. */
let hidden: CountingSite;
let allowed: CountingSite;
let leadsTo = "";
/** What names resolve to. */
const names = new Map<string, readonly string[]>();
let app: ComposedService;
let projectId: string;
const logged: string[] = [];

beforeAll(async () => {
  hidden = await startCountingSite((_, response) => response.end("secret"));
  allowed = await startCountingSite((_, response) => {
    // Written as hosts write it: UTF-8, one byte to a character.
    response.writeHead(302, { location: Buffer.from(leadsTo, "utf8").toString("latin1") }).end();
  });
  app = await openComposedService(
    { FETCH_ALLOW_ORIGINS: allowed.origin },
    {
      network: { resolve: async (host) => names.get(host) ?? (host === "127.0.0.1" ? ["127.0.0.1"] : []) },
      onLogLine: (line) => logged.push(line),
    },
  );
  projectId = await createReadyProject(app, 1);
});
afterAll(async () => {
  await app.close();
  await hidden.close();
  await allowed.close();
});

interface Listed {
  readonly url: string;
  readonly status: string;
  readonly detail: string | null;
}
const listedIn = (project: Record<string, unknown>) =>
  (project.readiness as { supplemental_sources: readonly Listed[] }).supplemental_sources;
/** Adds an address, each with a key of its own: what one key may add in a day is not what is tried here. */
async function post(url: string) {
  const { orgId, ownerId } = app.organization;
  const { key } = await app.services.apiKeys.mint({ orgId, createdBy: ownerId, name: "of the test" });
  return app.call("POST", `/v1/projects/${projectId}/sources`, { key, body: { url } });
}

/** Adds an address and gives how it ended: by its answer, or by its job. */
async function ended(url: string): Promise<{ status: string; text: string }> {
  const answer = await post(url);
  if (answer.status !== 200) return { status: String(answer.json.code), text: answer.text };
  if (answer.json.status !== "queued") return { status: String(answer.json.status), text: answer.text };
  const path = `/v1/uploads/${answer.json.job_id}`;
  const job = await pollUntil(app, path, ({ status }) => status === "ready" || status === "failed");
  return { status: String((job.error as { code?: string } | null)?.code ?? job.status), text: JSON.stringify(job) };
}

const spellings = [
  "127.0.0.1",
  "localhost",
  "localhost.",
  "127.255.0.1",
  "0.0.0.0",
  "2130706433",
  "0x7f000001",
  "0177.0.0.01",
  "127.1",
  "１２７.０.０.１",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::7f00:1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "10.0.0.7",
  "192.168.1.1",
  "172.16.0.9",
  "169.254.169.254",
  "[fe80::1]",
  "[fd00:ec2::254]",
  "100.64.0.1",
  "metadata.google.internal",
];

describe("an address added as a source reaches nothing but the public internet", () => {
  it.each(spellings)("when it is written as %s", async (host) => {
    expect((await ended(`http://${host}/`)).status).toBe("rejected");
    expect((await ended(`http://${host}:${hidden.port}/`)).status).toBeOneOf(["validation_failed", "rejected"]);
    expect(hidden.connections()).toBe(0);
  });

  it.each(spellings)("when it leads on to %s", async (host) => {
    const way = (port: string) => {
      leadsTo = `http://${host}${port}/`;
      return ended(`${allowed.origin}/to?${encodeURIComponent(leadsTo)}`);
    };
    expect((await way("")).status).toBeOneOf(["fetch_not_public", "fetch_unresolved", "fetch_own_host"]);
    expect((await way(`:${hidden.port}`)).status).toBeOneOf(["fetch_bad_url", "fetch_own_host"]);
    expect(hidden.connections()).toBe(0);
  });

  it.each([
    ["a private address", ["10.0.0.7"]],
    ["this machine", ["127.0.0.1"]],
    ["the metadata of a cloud", ["169.254.169.254"]],
    ["a public address and a private one", ["93.184.216.34", "127.0.0.1"]],
  ])("when its name stands for %s", async (what, addresses) => {
    const name = `${what.replaceAll(" ", "-")}.town.example`;
    names.set(name, addresses);
    const { status, text } = await ended(`http://${name}/`);
    expect([status, hidden.connections()]).toEqual(["fetch_not_public", 0]);
    for (const address of addresses) expect(text).not.toContain(address);
  });

  it.each([
    "file:///etc/passwd",
    "gopher://127.0.0.1/_GET",
    "javascript:alert(1)",
    "http://127.0.0.1:22/",
    "data:text/html,x",
  ])("when it, or a redirect, is %s", async (address) => {
    leadsTo = address;
    expect((await ended(address)).status).toBe("validation_failed");
    expect((await ended(`${allowed.origin}/on?${encodeURIComponent(address)}`)).status).toBe("fetch_bad_url");
  });

  it("when it is one of this service's own", async () => {
    leadsTo = "http://localhost:3000/v1/wallet";
    expect((await ended("http://localhost:3000/metrics")).status).toBe("rejected");
    expect((await ended(`${allowed.origin}/home`)).status).toBe("fetch_own_host");
  });

  it("when it goes in circles", async () => {
    leadsTo = `${allowed.origin}/round`;
    expect((await ended(`${allowed.origin}/round`)).status).toBe("fetch_redirect");
  });
});

describe("a secret in an address", () => {
  it("is in no log, no audit entry, no list and no citation", async () => {
    const secret = "hushhush1234";
    leadsTo = "http://10.0.0.7/";
    const url = `${allowed.origin}/signed.pdf?page=1&token=${secret}`;
    await ended(url);
    await post(`https://user:${secret}@town.example/`);
    const project = (await app.call("GET", `/v1/projects/${projectId}`, { key: app.organization.ownerKey })).json;
    expect(listedIn(project).map((source) => source.url)).toContain(`${allowed.origin}/signed.pdf?page=1`);
    expect(JSON.stringify(project)).not.toContain(secret);
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.filter((line) => line.includes(secret))).toEqual([]);
    const held = await app.services.db.query(sql`-- secret_in_records
      select 1 as one from audit_event where details::text like ${`%${secret}%`}
      union all
      select 1 from background_job where payload::text like ${`%${secret}%`} or error::text like ${`%${secret}%`}`);
    expect(held).toEqual([]);
  });
});

describe("a host that means harm", () => {
  let own: KnowledgeApp;
  let harmful: CountingSite;
  let project: string;
  beforeAll(async () => {
    harmful = await startCountingSite((request, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      if (request.url === "/silent") return;
      const piece = "x".repeat(request.url === "/endless" ? 300_000 : 1);
      response.write(piece);
      const timer = setInterval(() => response.write(piece), 20);
      response.on("close", () => clearInterval(timer));
    });
    const limits = { idleMs: 3_000, totalMs: 6_000, maxBytes: 200_000, maxRetries: 0 };
    own = await startKnowledgeApp({ sources: { fetchAllowOrigins: [harmful.origin], limits } });
    project = await createReadyProject(own, 1);
  });
  afterAll(async () => {
    await own.close();
    await harmful.close();
  });

  it.each([
    ["never stops sending", "/endless", "fetch_too_large"],
    ["drips byte by byte", "/drip", "fetch_timeout"],
    ["says nothing more", "/silent", "fetch_timeout"],
  ])("because it %s is given up, and the next attempt waits", async (_, path, code) => {
    const answer = await own.call("POST", `/v1/projects/${project}/sources`, {
      key: own.organization.ownerKey,
      body: { url: `${harmful.origin}${path}` },
    });
    const jobId = String(answer.json.job_id);
    const errorOf = async () => {
      const rows = await own.services.db.query<{ code: string | null }>(sql`-- error_of_source
        select error->>'code' as code from background_job where id = ${jobId}`);
      return rows[0]?.code ?? null;
    };
    await expect.poll(errorOf).toBe(code);
    const files = await own.services.db.query(sql`-- kept_of_harmful
      select id from project_source where project_id = ${project} and storage_key is not null`);
    expect(files).toEqual([]);
  });
});
