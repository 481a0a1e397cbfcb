import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DemoTown } from "../../../api/boot/demo-town.ts";
import { addressOf, type Parcel } from "../../../api/demo-town/land/parcels.ts";
import type { ScenarioName } from "../../../api/demo-town/land/scenarios.ts";
import { ordinancePaths } from "../../../api/demo-town/ordinance/ordinance-site.ts";
import { townCadastre } from "../../../api/demo-town/town.ts";
import { sql } from "../../../migrations/index.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { shareDemoTown } from "../../support/shared-town.ts";

let town: DemoTown;
let app: ComposedService;
const { scenarios, second } = townCadastre();

beforeAll(async () => {
  town = await shareDemoTown();
  app = await openComposedService({ FETCH_ALLOW_ORIGINS: town.origin }, { townUrls: town.urls });
});
afterAll(async () => {
  await app.close();
  await town.close();
});

interface Project {
  readonly project_id: string;
  readonly status: string;
  readonly chat_ready: boolean;
  readonly zoning_verification_required: boolean;
  readonly jurisdiction: unknown;
  readonly parcels: readonly { readonly ll_uuid: string | null; readonly zoning: Record<string, unknown> }[];
  readonly readiness: {
    readonly ordinances: Record<"municipal" | "county", { status: string; corpus_id: string | null; chunks: number }>;
    readonly gis_layers: Record<string, { state: string; features: number; source: { name: string } | null }>;
    readonly supplemental_sources: readonly { lane: string; status: string; url: string }[];
    readonly advisories: readonly { code: string; detail: string }[];
  };
  readonly bootstrap: {
    percent: number;
    stage: string;
    finished_at: string | null;
    steps: { name: string; state: string; detail: string | null }[];
  };
  readonly credits: { reserved: number; charged: number };
}

interface Cited {
  readonly section: string | null;
  readonly page: number | null;
}

const placeOf = (parcel: Parcel) => `${addressOf(parcel)}, Alder Falls, CT`;
const siteOf = (name: ScenarioName) => ({ site: { address: placeOf(scenarios[name]) } });
const body = (change: object) => ({ goal_text: "Build a two-family house", ...change });
const key = () => app.organization.ownerKey;
const post = (change: object, headers: Record<string, string> = {}) =>
  app.call("POST", "/v1/projects", { key: key(), body: body(change), headers });
const read = async (id: string) =>
  (await app.call("GET", `/v1/projects/${id}`, { key: key() })).json as unknown as Project;

async function settled(id: string): Promise<Project> {
  for (let tries = 0; tries < 2_400; tries++) {
    const project = await read(id);
    if (project.status !== "bootstrapping") return project;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the project is still being set up: ${JSON.stringify((await read(id)).bootstrap)}`);
}

async function created(change: object): Promise<Project> {
  const answer = await post(change);
  expect(answer.status, answer.text).toBe(202);
  return settled(String(answer.json.project_id));
}

const codesOf = (project: Project) => project.readiness.advisories.map(({ code }) => code);
const wallet = async () => (await app.call("GET", "/v1/wallet", { key: key() })).json;

describe("a project of the demo town", () => {
  it("made from an address becomes ready with its law, and is charged what was used", async () => {
    const before = Number((await wallet()).balance_credits);
    const project = await created(siteOf("plain"));
    expect(project).toMatchObject({
      status: "ready",
      chat_ready: true,
      zoning_verification_required: false,
      jurisdiction: { municipality: "Alder Falls", county: "Marlow" },
      parcels: [
        {
          ll_uuid: scenarios.plain.llUuid,
          zoning: { code: "R-2", verified: true, verified_by: "sources", candidates: ["R-2"] },
        },
      ],
      readiness: { ordinances: { municipal: { status: "ready" }, county: { status: "ready" } } },
      bootstrap: { percent: 100, stage: "done" },
    });
    expect(project.readiness.ordinances.municipal.chunks).toBeGreaterThan(50);
    expect(project.readiness.gis_layers.parcels?.source?.name).toMatch(/synthetic/i);
    const ended = new Set(["done", "skipped", "failed"]);
    expect(project.bootstrap.steps.filter(({ state }) => !ended.has(state))).toEqual([]);
    expect(project.credits.charged).toBeGreaterThanOrEqual(21);
    expect(project.credits.charged).toBeLessThanOrEqual(project.credits.reserved);
    const after = await wallet();
    expect(Number(after.balance_credits)).toBe(before - project.credits.charged);
    expect(after.reserved_credits).toBe(0);
    const found = await app.call("POST", `/v1/projects/${project.project_id}/search`, {
      key: key(),
      body: { query: "front setback in the R-2 district" },
    });
    expect(found.status, found.text).toBe(200);
    expect((found.json.results as unknown[]).length).toBeGreaterThan(0);
  });

  it("attaches to the law that its jurisdiction has, without fetching or paying again", async () => {
    const first = await created(siteOf("commercial"));
    const next = await created(siteOf("corner"));
    const corpora = ({ readiness }: Project) => [
      readiness.ordinances.municipal.corpus_id,
      readiness.ordinances.county.corpus_id,
    ];
    expect(corpora(next)).toEqual(corpora(first));
    const layers = next.bootstrap.steps.filter(({ name, state }) => name.startsWith("gis_") && state === "done");
    expect(next.credits.charged).toBe(1 + layers.length);
    const jobs = await app.services.db.query<{ jobs: number }>(sql`-- count_source_jobs
      select count(*)::integer as jobs from background_job where name = 'source-ingest'`);
    expect(jobs[0]?.jobs).toBe(2);
  });

  it("whose zoning sources disagree waits for a person, who settles it", async () => {
    const project = await created(siteOf("zoning_conflict"));
    expect(project).toMatchObject({ status: "zoning_verification_required", chat_ready: false });
    expect(project.parcels[0]?.zoning).toMatchObject({ verified: false, candidates: ["R-1", "R-2"] });
    expect(codesOf(project)).toContain("zoning_conflict");
    const path = `/v1/projects/${project.project_id}/parcels/0/zoning`;
    const answer = await app.call("PATCH", path, { key: key(), body: { action: "correct", zoning_code: "R-2" } });
    expect(answer.json).toMatchObject({
      zoning: { code: "R-2", verified: true, verified_by: app.organization.ownerId },
      chat_ready: true,
      zoning_verification_required: false,
    });
    expect((answer.json.zoning as { description: string | null }).description).toMatch(/residential|family/i);
    expect(await read(project.project_id)).toMatchObject({ status: "ready", chat_ready: true });
  });

  it("whose zoning no source knows says so, and cannot be confirmed but corrected", async () => {
    const project = await created(siteOf("zoning_unknown"));
    expect(project.parcels[0]?.zoning).toMatchObject({ code: null, verified: false, candidates: [], evidence: [] });
    expect(codesOf(project)).toContain("zoning_unknown");
    const path = `/v1/projects/${project.project_id}/parcels/0/zoning`;
    expect((await app.call("PATCH", path, { key: key(), body: { action: "confirm" } })).status).toBe(422);
    const answer = await app.call("PATCH", path, { key: key(), body: { action: "correct", zoning_code: "R-1" } });
    expect(answer.json.chat_ready).toBe(true);
  });

  it("at an address of two parcels asks which are meant, and takes the chosen ones beside the address", async () => {
    const asked = await post(siteOf("multi_parcel"));
    expect([asked.status, asked.json.code]).toEqual([422, "confirmation_required"]);
    const [choice] = asked.json.choices as {
      decision: string;
      options: { field: string; value: { ll_uuid: string }[] }[];
    }[];
    expect(choice?.decision).toBe("parcel");
    expect(choice?.options[0]?.value.map(({ ll_uuid }) => ll_uuid).sort()).toEqual(
      [scenarios.multi_parcel.llUuid, second.llUuid].sort(),
    );
    const project = await created({ ...siteOf("multi_parcel"), parcels: choice?.options[0]?.value });
    expect(project.parcels).toHaveLength(2);
    expect(project.readiness.gis_layers.parcels?.features).toBe(2);
  });

  it("at a street without a number asks which parcel is meant", async () => {
    const asked = await post({ site: { address: `${scenarios.ambiguous.street}, Alder Falls, CT` } });
    expect([asked.status, asked.json.code]).toEqual([422, "confirmation_required"]);
    const [choice] = asked.json.choices as { options: unknown[] }[];
    expect(choice?.options.length).toBeGreaterThan(1);
  });

  it("whose ordinance has a publisher that excludes programs becomes ready and says so", async () => {
    const ordinance = `${town.origin}${ordinancePaths.closed}`;
    const project = await created({ ...siteOf("blocked_publisher"), ordinance_url: ordinance });
    expect(project.readiness.ordinances.municipal).toMatchObject({ status: "publisher_blocked", corpus_id: null });
    expect(codesOf(project)).toContain("ordinance_publisher_blocked");
    expect(project.chat_ready).toBe(true);
  });

  it("reads an ordinance from the address that is given instead of looking for one", async () => {
    const ordinance = `${town.origin}${ordinancePaths.zoning}`;
    const project = await created({ ...siteOf("narrow"), ordinance_url: ordinance, setup_mode: "provided" });
    expect(project.readiness.ordinances).toMatchObject({
      municipal: { status: "ready", url: ordinance },
      county: { status: "not_found" },
    });
    expect(project.credits.charged).toBe(11);
  });

  it("reads an ordinance that is one PDF file, and answers from it with section and page", async () => {
    const ordinance = `${town.origin}${ordinancePaths.book}`;
    const project = await created({ ...siteOf("ordinance_pdf"), ordinance_url: ordinance });
    expect(project.readiness.ordinances.municipal).toMatchObject({ status: "ready", url: ordinance });
    const path = `/v1/projects/${project.project_id}`;
    const ask = (to: string, wanted: object) => app.call("POST", `${path}/${to}`, { key: key(), body: wanted });
    const found = (await ask("search", { query: "lowest floor in the flood fringe" })).json.results as {
      citation: Cited;
    }[];
    const rule = { section: expect.stringContaining("7.6"), page: found[0]?.citation.page };
    expect([found[0]?.citation, rule.page]).toEqual([expect.objectContaining(rule), expect.any(Number)]);
    const turn = await ask("messages", { question: "How far above the base flood elevation must a dwelling be?" });
    expect(turn.json.answer).toMatch(/two \(2\) feet/);
    expect(turn.json.citations).toContainEqual(expect.objectContaining(rule));
  });

  it("asks before a second project on the same land", async () => {
    await created({ parcels: [{ ll_uuid: scenarios.large.llUuid }] });
    const again = await post({ ...siteOf("large"), name: "Another name" });
    expect(again.json).toMatchObject({ code: "confirmation_required", choices: [{ decision: "duplicate_project" }] });
    expect((await post({ ...siteOf("large"), allow_duplicate: true })).status).toBe(202);
  });

  it("has its GIS services registered beside, and reads none of what is skipped", async () => {
    const project = await created({
      ...siteOf("flag"),
      skip_ordinance_discovery: true,
      skip_gis_discovery: true,
      pending_gis_sources: [{ url: "https://maps.example.org/arcgis/rest/services/A/MapServer", scope: "county" }],
    });
    expect(project.readiness.ordinances.municipal.status).toBe("skipped");
    expect(project.readiness.gis_layers.flood?.state).toBe("skipped");
    expect(project.readiness.supplemental_sources).toMatchObject([{ lane: "gis" }]);
    expect(project.credits.charged).toBe(1);
  });

  it("made eight times at once all become ready, from one copy of the law", async () => {
    const others = townCadastre().parcels.filter(
      (parcel) => !Object.values(scenarios).includes(parcel) && parcel !== second && parcel.recordedDistrict !== null,
    );
    const answers = await Promise.all(others.slice(0, 8).map(({ llUuid }) => post({ parcels: [{ ll_uuid: llUuid }] })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    const projects = await Promise.all(answers.map(({ json }) => settled(String(json.project_id))));
    expect(projects.map(({ status }) => status).filter((status) => status === "failed")).toEqual([]);
    const laws = new Set(projects.map(({ readiness }) => readiness.ordinances.municipal.corpus_id));
    expect([laws.size, projects.every(({ readiness }) => readiness.ordinances.municipal.status === "ready")]).toEqual([
      1,
      true,
    ]);
    expect(projects.filter(({ chat_ready: isReady }) => isReady).length).toBeGreaterThan(5);
    expect((await wallet()).reserved_credits).toBe(0);
  });
});

describe("a dry run", () => {
  const dry = async (change: object) => {
    const answer = await post({ ...change, dry_run: true });
    expect(answer.status, answer.text).toBe(200);
    return answer.json as {
      estimate: { credits: number; breakdown: { credits: number }[]; duration_seconds: number };
      prep_summary: { sources: { target: string; status: string; url: string | null }[] };
      gaps: { code: string; field: string }[];
    };
  };

  it("shows what was found, what it costs and what is missing, and changes nothing", async () => {
    const before = await wallet();
    const { estimate, prep_summary: prep, gaps } = await dry(siteOf("industrial"));
    expect(estimate.credits).toBe(estimate.breakdown.reduce((sum, { credits }) => sum + credits, 0));
    expect(prep.sources.map(({ target }) => target).slice(0, 2)).toEqual(["municipal_ordinance", "county_ordinance"]);
    expect(prep.sources.every(({ url }) => url?.startsWith(town.origin))).toBe(true);
    expect(gaps).toEqual([]);
    expect(await wallet()).toEqual(before);
  });

  it("names the field that fills each gap", async () => {
    const conflict = await dry({ ...siteOf("zoning_conflict"), allow_duplicate: true });
    expect(conflict.gaps).toMatchObject([{ code: "zoning_conflict", field: "parcels.0.zoning_code" }]);
    const unknown = await dry({ ...siteOf("zoning_unknown"), allow_duplicate: true });
    expect(unknown.gaps).toMatchObject([{ code: "zoning_unknown", field: "parcels.0.zoning_code" }]);
    const corners = [
      [-72.1, 41.2],
      [-72.1, 41.201],
      [-72.099, 41.201],
      [-72.1, 41.2],
    ];
    const outside = await dry({ parcels: [{ geometry: { type: "Polygon", coordinates: [corners] } }] });
    const where = expect.objectContaining({ code: "jurisdiction_unknown", field: "parcels.0.jurisdiction" });
    expect(outside.gaps).toEqual(expect.arrayContaining([where]));
  });
});
