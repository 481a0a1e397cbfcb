import { serve } from "srvx/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { providerKeys } from "../../../api/boot/provider-settings.ts";
import { faultNames } from "../../../api/demo-town/faults.ts";
import { ordinancePaths } from "../../../api/demo-town/ordinance/ordinance-site.ts";
import { townCadastre } from "../../../api/demo-town/town.ts";
import { townPaths } from "../../../api/demo-town/town-paths.ts";
import { makeTownRouter } from "../../../api/demo-town/town-router.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";

type Answer = (request: Request) => Promise<Response>;

/** The demo town under a host name for each way to fail: `flood` at `http://html.localhost` answers as that fault does. */
const answers = new Map<string, Answer>();
let server: ReturnType<typeof serve>;
let port = 0;

beforeAll(async () => {
  server = serve({
    ...{ hostname: "127.0.0.1", port: 0, silent: true, gracefulShutdown: false },
    fetch: async (request) => {
      const answer = answers.get(new URL(request.url).hostname.split(".")[0] ?? "");
      return answer ? answer(request) : new Response("no such town", { status: 421 });
    },
  });
  await server.ready();
  port = Number(new URL(server.url ?? "").port);
});
afterAll(() => server.close(true));

/** Lookups by id, which make a project, are answered whatever fails; what its steps ask is not. */
const isLookup = (request: Request) => /^\/parcels\/parcels\/[0-9a-f-]{36}/.test(new URL(request.url).pathname);

interface Beside extends ComposedService {
  readonly origin: string;
  /** Makes services of the town fail from now on, and all others answer again. */
  fail(services: readonly string[]): Promise<void>;
}

/** Opens the service beside a town of its own whose services can be made to fail in one way. */
async function openBeside(fault: string): Promise<Beside> {
  const name = `${fault.replaceAll("_", "-")}-${answers.size}`;
  const [faulty, sound] = [makeTownRouter(), makeTownRouter()];
  answers.set(name, (request) => (isLookup(request) ? sound : faulty)(request));
  const origin = `http://${name}.localhost:${port}`;
  const townUrls = Object.fromEntries(providerKeys.map((key) => [key, `${origin}${townPaths[key]}`]));
  const network = { resolve: async (host: string) => (host.endsWith("localhost") ? ["127.0.0.1"] : []) };
  const settings = { FETCH_ALLOW_ORIGINS: origin };
  return {
    ...(await openComposedService(settings, { townUrls: townUrls as never, network })),
    origin,
    fail: async (services) => {
      const board = "http://town.test/faults/";
      await faulty(new Request(board, { method: "DELETE" }));
      const body = JSON.stringify({ fault });
      for (const service of services) await faulty(new Request(`${board}${service}`, { method: "PUT", body }));
    },
  };
}

interface Project {
  readonly project_id: string;
  readonly status: string;
  readonly chat_ready: boolean;
  readonly readiness: {
    readonly gis_layers: Record<string, { state: string; features: number }>;
    readonly ordinances: { municipal: { status: string; detail: string | null } };
    readonly advisories: readonly { code: string; detail: string }[];
  };
  readonly bootstrap: { readonly steps: readonly { name: string; state: string; detail: string | null }[] };
  readonly credits: { readonly charged: number };
}

const { scenarios } = townCadastre();

async function createIn(app: ComposedService, change: object): Promise<Project> {
  const key = app.organization.ownerKey;
  const body = { goal_text: "Build a house", parcels: [{ ll_uuid: scenarios.floodway.llUuid }], ...change };
  const created = await app.call("POST", "/v1/projects", { key, body });
  expect(created.status, created.text).toBe(202);
  for (;;) {
    const { json } = await app.call("GET", String(created.json.poll), { key });
    if (json.status !== "bootstrapping") return json as unknown as Project;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

const layersOf = ({ readiness }: Project) =>
  Object.entries(readiness.gis_layers).filter(([layer]) => layer !== "parcels");
const layerServices = [
  "county",
  "flood",
  "wetlands",
  "soils",
  "elevation",
  "overpass",
  "environmental",
  "cleanups",
  "parcels",
];
const lookupServices = ["parcels", "county-index", "county", "geocoder", "nominatim"];

it("a project whose land every service answers has every layer and tells of no failure", async () => {
  const app = await openBeside("500");
  const project = await createIn(app, { skip_ordinance_discovery: true });
  expect(layersOf(project).filter(([, { state }]) => state !== "ready")).toEqual([]);
  expect(project.readiness.advisories.filter(({ code }) => code === "layer_failed")).toEqual([]);
  await app.close();
});

describe.concurrent.each(faultNames)("while every service answers with %s", { timeout: 400_000 }, (fault) => {
  it("a project becomes ready, says of each layer and of its law why it failed, and pays for none", async () => {
    const app = await openBeside(fault);
    await app.fail([...layerServices, "ordinances"]);
    const law = { ordinance_url: `${app.origin}${ordinancePaths.zoning}`, setup_mode: "provided" };
    const [project, { readiness, status }] = await Promise.all([
      createIn(app, { skip_ordinance_discovery: true }),
      createIn(app, { ...law, skip_gis_discovery: true, parcels: [{ ll_uuid: scenarios.steep.llUuid }] }),
    ]);
    expect(project.status).toBe("zoning_verification_required");
    const layers = layersOf(project);
    expect(layers.map(([layer, { state, features }]) => [layer, state, features])).toEqual(
      layers.map(([layer]) => [layer, "failed", 0]),
    );
    const reasons = project.readiness.advisories.filter(({ code }) => code === "layer_failed");
    expect(reasons.map(({ detail }) => detail)).toEqual(
      layers.map(() => expect.stringMatching(/ could not be fetched: \S/)),
    );
    const steps = project.bootstrap.steps.filter(({ name }) => name.startsWith("gis_"));
    expect(steps.map(({ state }) => state)).toEqual(layers.map(() => "failed"));
    expect(project.credits.charged).toBe(1);
    // What could not be asked is not told to be nothing.
    const path = `/v1/projects/${project.project_id}/site-knowledge`;
    const { json: digest } = await app.call("GET", path, { key: app.organization.ownerKey });
    const notKnown = { is_mapped: null, special_flood_hazard_area: null, floodway: null, unmapped: null };
    expect(digest).toMatchObject({
      ...{ flood: notKnown, wetlands: { total: null }, utilities: { total: null }, roads: { total: null } },
      ...{ adjacency: { total: null }, environmental: { total: null, on_site: null } },
    });

    // A site whose robots.txt cannot be read may forbid everything.
    const failed = { status: expect.stringMatching(/^(failed|publisher_blocked)$/), corpus_id: null };
    expect(readiness.ordinances.municipal).toMatchObject(failed);
    const codes = ["ordinance_not_read", "ordinance_publisher_blocked"];
    expect(readiness.advisories.filter(({ code }) => codes.includes(code))).toHaveLength(1);
    expect(status).not.toBe("failed");
    await app.close();
  });

  it("no project is made while parcels or law cannot be looked up, and the caller is told to try again", async () => {
    const app = await openBeside(fault);
    const key = app.organization.ownerKey;
    const body = { goal_text: "Build a house", site: { address: "12 Mill Street, Alder Falls, CT" } };
    for (const failing of [lookupServices, ["ordinances"]]) {
      await app.fail(failing);
      const refused = await app.call("POST", "/v1/projects", { key, body });
      expect([refused.status, refused.json.code], refused.text).toEqual([502, "upstream_unavailable"]);
      expect((await app.call("GET", "/v1/wallet", { key })).json.reserved_credits).toBe(0);
    }
    await app.close();
  });
});
