import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DemoTown } from "../../../api/boot/demo-town.ts";
import { addressOf } from "../../../api/demo-town/land/parcels.ts";
import type { ScenarioName } from "../../../api/demo-town/land/scenarios.ts";
import { ordinancePaths } from "../../../api/demo-town/ordinance/ordinance-site.ts";
import { townCadastre } from "../../../api/demo-town/town.ts";
import { sql } from "../../../migrations/index.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { shareDemoTown } from "../../support/shared-town.ts";

let town: DemoTown;
let app: ComposedService;
const { scenarios } = townCadastre();

beforeAll(async () => {
  town = await shareDemoTown();
  app = await openComposedService({ FETCH_ALLOW_ORIGINS: town.origin }, { townUrls: town.urls });
});
afterAll(async () => {
  await app.close();
  await town.close();
});

const fail = (service: string, fault: string) =>
  fetch(`${town.origin}/faults/${service}`, { method: "PUT", body: JSON.stringify({ fault }) });
const create = (name: ScenarioName, change: object = {}) =>
  app.call("POST", "/v1/projects", {
    key: app.organization.ownerKey,
    body: { goal_text: "Build", parcels: [{ ll_uuid: scenarios[name].llUuid }], ...change },
  });

interface Project {
  readonly status: string;
  readonly readiness: {
    readonly gis_layers: Record<string, { state: string }>;
    readonly ordinances: { municipal: { status: string } };
    readonly advisories: readonly { code: string; detail: string }[];
  };
  readonly credits: { readonly charged: number };
}

async function settled(path: string): Promise<Project> {
  for (;;) {
    const { json } = await app.call("GET", path, { key: app.organization.ownerKey });
    if (json.status !== "bootstrapping") return json as unknown as Project;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

describe("a project while services of the town are down", { timeout: 200_000 }, () => {
  it("becomes ready without the layers that failed, says so, and does not pay for them", async () => {
    for (const service of ["flood", "wetlands", "overpass", "county"]) await fail(service, "500");
    const answer = await create("plain", { skip_ordinance_discovery: true });
    expect(answer.status, answer.text).toBe(202);
    const project = await settled(String(answer.json.poll));
    // One source alone is left to state the zoning.
    expect(project.status).toBe("zoning_verification_required");
    const failed = Object.entries(project.readiness.gis_layers).filter(([, { state }]) => state === "failed");
    expect(failed.map(([name]) => name)).toEqual(expect.arrayContaining(["zoning", "flood", "wetlands", "roads"]));
    const advisories = project.readiness.advisories.filter(({ code }) => code === "layer_failed");
    expect(advisories).toHaveLength(failed.length);
    expect(project.credits.charged).toBeLessThanOrEqual(1 + 10 - failed.length);
  });

  it("keeps the environmental sites of the sources that answer, and says which list was not read", async () => {
    await fetch(`${town.origin}/faults/`, { method: "DELETE" });
    await fail("cleanups", "500");
    const answer = await create("industrial", { skip_ordinance_discovery: true });
    const path = String(answer.json.poll);
    const { readiness } = await settled(path);
    expect(readiness.gis_layers.environmental?.state).toBe("ready");
    const advisory = readiness.advisories.find(({ code }) => code === "layer_incomplete");
    expect(advisory?.detail).toContain("Superfund sites and brownfields could not be read");
    const key = app.organization.ownerKey;
    const { json } = await app.call("GET", `${path}/site-knowledge?sections=environmental`, { key });
    expect(json.environmental).toMatchObject({
      listings: expect.arrayContaining([
        { listing: "regulated facilities", state: "ready", detail: null },
        { listing: "Superfund sites and brownfields", state: "failed", detail: expect.any(String) },
      ]),
    });
    const verdict = { action: "correct", zoning_code: "LI" };
    expect((await app.call("PATCH", `${path}/parcels/0/zoning`, { key, body: verdict })).status).toBe(200);
    for (const question of ["Is the site a Superfund site?", "How far is the nearest environmental site?"]) {
      const turn = await app.call("POST", `${path}/messages`, { key, body: { question } });
      expect(turn.json.answer_status, turn.text).toBe("partial");
      expect(turn.json.answer).toContain("is not known: it could not be read");
    }
  });

  it("does not take a notice of maintenance for its ordinance, and the publisher is not asked again for each project", async () => {
    await fetch(`${town.origin}/faults/`, { method: "DELETE" });
    await fail("ordinances", "html");
    const law = { ordinance_url: `${town.origin}${ordinancePaths.zoning}`, setup_mode: "provided" };
    const reasonFor = async (name: ScenarioName) => {
      const answer = await create(name, { ...law, skip_gis_discovery: true });
      const { readiness } = await settled(String(answer.json.poll));
      expect(readiness.ordinances.municipal.status).toBe("failed");
      return readiness.advisories.find(({ code }) => code === "ordinance_not_read")?.detail;
    };
    expect(await reasonFor("wetland")).toMatch(/has no sections and only a few words/);
    await fetch(`${town.origin}/faults/ordinances`, { method: "DELETE" });
    for (const name of ["steep", "corner"] as const) {
      expect(await reasonFor(name)).toMatch(/has no sections.*It was tried at \d\d:\d\d UTC for another project/);
    }
  });

  it("is not created while discovery or parcels cannot be asked, and nothing is written or held", async () => {
    const count = async () =>
      app.services.db.query(sql`-- count_created
        select (select count(*) from project)::integer as projects,
          (select count(*) from credit_reservation)::integer as holds`);
    const before = await count();
    await fail("ordinances", "503");
    const undiscovered = await create("corner");
    expect([undiscovered.status, undiscovered.json.code]).toEqual([502, "upstream_unavailable"]);
    await fail("parcels", "html");
    await fail("county-index", "500");
    const unfound = await create("narrow");
    expect([unfound.status, unfound.json.code]).toEqual([502, "upstream_unavailable"]);
    expect(unfound.headers.has("retry-after")).toBe(true);
    expect(await count()).toEqual(before);
  });

  it("takes the county's record of its parcel while the parcel service fails, with the law and zoning of its town", async () => {
    await fetch(`${town.origin}/faults/`, { method: "DELETE" });
    await fail("parcels", "500");
    const key = app.organization.ownerKey;
    const address = `${addressOf(scenarios.commercial)}, Alder Falls, CT`;
    const answer = await app.call("POST", "/v1/projects", {
      key,
      body: { goal_text: "Build a shop", site: { address } },
    });
    expect(answer.status, answer.text).toBe(202);
    const { json } = await app.call("GET", String(answer.json.poll), { key });
    expect(json.jurisdiction).toMatchObject({ municipality: "Alder Falls", state: "Connecticut" });
    const { readiness } = await settled(String(answer.json.poll));
    expect(readiness.ordinances.municipal.status).toBe("ready");
    expect(readiness.gis_layers.zoning?.state).toBe("ready");
    await fetch(`${town.origin}/faults/`, { method: "DELETE" });
  });
});
