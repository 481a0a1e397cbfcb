import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DemoTown } from "../../../api/boot/demo-town.ts";
import { providerKeys, providerSettings } from "../../../api/boot/provider-settings.ts";
import { townCadastre } from "../../../api/demo-town/town.ts";
import { type StartedService, startService } from "../../../evals/start-service.ts";
import { openEmbedded, sql } from "../../../migrations/index.ts";
import { type CountingSite, startCountingSite } from "../../support/counting-site.ts";
import { makeServiceCalls } from "../../support/service-calls.ts";
import { shareDemoTown } from "../../support/shared-town.ts";

/** The service dies at named statements of a bootstrap; the town is served by this process and counts what it is asked. */
const entry = join(import.meta.dirname, "../../support/mortal-service-entry.ts");
let folder: string;
let order: string;
let town: DemoTown;
let site: CountingSite;
let service: StartedService;
let key = "";

const { call, pollUntil } = makeServiceCalls(() => ({ baseUrl: service.baseUrl, key }));

async function start(): Promise<void> {
  const providers = providerKeys.flatMap((provider) => {
    const { url, token } = providerSettings[provider];
    const own = [[url, town.urls[provider].replace(town.origin, site.origin)]];
    return token === null ? own : [...own, [token, "demo-town"]];
  });
  const settings = {
    DATA_DIR: folder,
    RATE_LIMITS: "off",
    MORTAL_FILE: order,
    MORTAL_TIME: "claims",
    FETCH_ALLOW_ORIGINS: `${town.origin},${site.origin}`,
    ...Object.fromEntries(providers),
  };
  service = await startService(settings, [entry]);
  key = service.key ?? key;
}

/** Passes a request on to the town, and its answer back. */
async function passOn(...[request, response]: Parameters<RequestListener>): Promise<void> {
  const body = request.method === "POST" ? Readable.toWeb(request) : null;
  const headers = { "content-type": request.headers["content-type"] ?? "text/plain" };
  const init = { method: request.method ?? "GET", headers, body, duplex: "half" } as RequestInit;
  const answer = await fetch(`${town.origin}${request.url}`, init);
  const bytes = Buffer.from(await answer.arrayBuffer());
  response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
  response.end(bytes);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "groundwork-killed-bootstrap-"));
  order = join(folder, "order");
  town = await shareDemoTown();
  site = await startCountingSite((request, response) => void passOn(request, response));
  await start();
});
afterAll(async () => {
  await service.stop();
  await site.close();
  await town.close();
  await rm(folder, { recursive: true, force: true });
});

interface Step {
  readonly name: string;
  readonly state: string;
  readonly finished_at: string | null;
}

const { scenarios } = townCadastre();
const parcels = Object.values(scenarios);
const isEnded = ({ state }: Step) => state !== "pending" && state !== "running";
const wallet = async () => (await call("GET", "/v1/wallet")).json;
/** Pages of law that were asked for more than once. */
const lawTwice = () => {
  const pages = site.requests.filter((each) => each.includes("/CodesContent"));
  return pages.filter((page, at) => pages.indexOf(page) !== at);
};

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** The longest until a process comes to the statement at which it dies. */
const dyingMs = 30_000;

const isAlive = () => true;
const isDead = () => false;

/** Waits until the process has died at its order. */
async function death(): Promise<void> {
  const { process: child } = service;
  for (let waited = 0; child.exitCode === null && child.signalCode === null; waited += 50) {
    if (waited > dyingMs) throw new Error("the process did not come to the point where it dies");
    await wait(50);
  }
}

/** Creates a project whose process dies at each of the points, one after the other; returns it with a process that lives. */
async function createDying(points: readonly string[], index: number): Promise<string> {
  const body = { goal_text: "Build", parcels: [{ ll_uuid: parcels[index]?.llUuid, zoning_code: "R-2" }] };
  const headers = { "idempotency-key": `killed-${index}` };
  const create = async () => (await call("POST", "/v1/projects", body, headers)).json.project_id;
  for (const [at, point] of points.entries()) {
    await writeFile(order, point);
    if (at === 0) await create().catch(() => undefined);
    // It may die of what it takes up before it is ready.
    else if (!(await start().then(isAlive, isDead))) continue;
    await death();
  }
  await rm(order);
  await start();
  for (;;) {
    const projectId = await create();
    if (projectId !== undefined) return String(projectId);
    // The claim of the attempt that died has a lease.
    await wait(500);
  }
}

/** Steps of a project that had ended when its process died. */
async function endedSteps(projectId: string): Promise<readonly Step[]> {
  const { json } = await call("GET", `/v1/projects/${projectId}`);
  return (json.bootstrap as { steps: Step[] }).steps.filter(isEnded);
}

let numbered = 0;

/** `npm run walk` kills at more points. */
const isWalk = process.env.KILL_AT !== undefined;
const points = [
  ["reads the law", ["die 1 the commit of set_source_job", "die 1 record_fetched_source"]],
  ["keeps layers", ["die 2 save_site_layer", "die 4 the commit of finish_bootstrap_step"]],
  ["settles", ["die 1 end_reservation", "die 1 set_project_charged"]],
] as const;
const morePoints = [
  ["begins", ["die 1 start_bootstrap_step"]],
  // A job that has lost its worker eight times is given up.
  ["ends its first steps, after each", Array<string>(5).fill("die 1 the commit of finish_bootstrap_step")],
  [
    "ends its last steps, after each",
    [
      "die 5 the commit of finish_bootstrap_step",
      ...Array<string>(4).fill("die 1 the commit of finish_bootstrap_step"),
    ],
  ],
  ["fetches more layers", ["die 1 the commit of finish_bootstrap_step", "die 10 start_bootstrap_step"]],
] as const;

describe("a process that is killed while a project is set up", { timeout: 300_000 }, () => {
  it.each(isWalk ? [...points, ...morePoints] : points)(
    "when it %s: the next one goes on with the steps that are left, and charges once",
    async (_, deaths) => {
      const before = Number((await wallet()).balance_credits);
      const projectId = await createDying(deaths, numbered++);
      const kept = await endedSteps(projectId);
      const project = await pollUntil(`/v1/projects/${projectId}`, ({ status }) => status !== "bootstrapping");
      expect(project).toMatchObject({ status: "ready", chat_ready: true });
      const steps = (project.bootstrap as { steps: Step[] }).steps;
      expect(steps.filter((step) => !isEnded(step))).toEqual([]);
      // What had ended is not done again.
      expect(steps).toEqual(expect.arrayContaining([...kept]));
      const { charged } = project.credits as { charged: number };
      expect(charged).toBeGreaterThan(0);
      expect(await wallet()).toMatchObject({ balance_credits: before - charged, reserved_credits: 0 });
      // Of each of the two laws one page may have been on its way.
      expect(lawTwice().length).toBeLessThanOrEqual(2);
    },
  );

  it("leaves one corpus for each law and one settlement for each project", async () => {
    await service.stop();
    const db = await openEmbedded({ folder: join(folder, "database") });
    const [counts] = await db.query<{
      corpora: number;
      projects: number;
      settled: number;
      open: number;
    }>(sql`-- count_left
      select (select count(*) from corpus)::integer as corpora, (select count(*) from project)::integer as projects,
        (select count(*) from ledger_entry where kind = 'settle')::integer as settled,
        (select count(*) from credit_reservation where state = 'held')::integer as open`);
    await db.close();
    await start();
    expect(counts).toEqual({ corpora: 2, projects: numbered, settled: numbered, open: 0 });
  });
});
