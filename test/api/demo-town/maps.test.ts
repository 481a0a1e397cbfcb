import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DemoTown } from "../../../api/boot/demo-town.ts";
import { toDegrees, toFeet } from "../../../api/demo-town/frame.ts";
import type { ScenarioName } from "../../../api/demo-town/land/scenarios.ts";
import { townCadastre } from "../../../api/demo-town/town.ts";
import { type DocumentRenderer, makeTypstRenderer } from "../../../api/drawing/typst-renderer.ts";
import { sql } from "../../../migrations/index.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { shareDemoTown } from "../../support/shared-town.ts";

const run = promisify(execFile);
const isInstalled = (program: string) =>
  run(program, [program === "gdalinfo" ? "--version" : "-v"]).then(
    () => true,
    () => false,
  );
const [hasGdal, hasPoppler] = await Promise.all([isInstalled("gdalinfo"), isInstalled("pdftoppm")]);

let town: DemoTown;
let app: ComposedService;
let folder: string;
let isBroken = false;
const { scenarios, second } = townCadastre();

beforeAll(async () => {
  const working = makeTypstRenderer();
  const tooHasty = makeTypstRenderer({ timeoutMs: 1 });
  const renderer: DocumentRenderer = {
    render: (order, signal) => (isBroken ? tooHasty : working).render(order, signal),
  };
  town = await shareDemoTown();
  app = await openComposedService({ FETCH_ALLOW_ORIGINS: town.origin }, { townUrls: town.urls, renderer });
  folder = await mkdtemp(join(tmpdir(), "groundwork-maps-"));
});
afterAll(async () => {
  await app.close();
  await town.close();
  await rm(folder, { recursive: true, force: true });
});

const fault = (service: string, name: string | null) =>
  fetch(`${town.origin}/faults/${service}`, {
    method: name === null ? "DELETE" : "PUT",
    ...(name === null ? {} : { body: JSON.stringify({ fault: name }) }),
  });
const call = (method: "GET" | "POST", path: string, body?: object, headers = {}) =>
  app.call(method, path, { key: app.organization.ownerKey, ...(body ? { body } : {}), headers });

/** Creates a project of scenarios and returns its path, before it is set up. */
async function begun(...llUuids: (string | null)[]): Promise<string> {
  const parcels = llUuids.map((id) => ({ ll_uuid: id }));
  const made = await call("POST", "/v1/projects", { goal_text: "Build", skip_ordinance_discovery: true, parcels });
  expect(made.status, made.text).toBe(202);
  return `/v1/projects/${made.json.project_id}`;
}

const serviceNames: Readonly<Record<string, string>> = { firmPrint: "firm-print" };
const projects = new Map<string, Promise<string>>();
/** Returns the path of a project of a scenario that is set up. */
function projectOf(name: ScenarioName): Promise<string> {
  const made = projects.get(name) ?? settled(begun(scenarios[name].llUuid));
  projects.set(name, made);
  return made;
}

async function settled(beginning: Promise<string>): Promise<string> {
  const path = await beginning;
  while ((await call("GET", path)).json.status === "bootstrapping") await new Promise((go) => setTimeout(go, 50));
  return path;
}

/** Spends the link of a map and writes its file; gives the path. */
async function download(json: Record<string, unknown>): Promise<string> {
  const { pathname } = new URL(String(json.download_url));
  const request = new Request(`http://localhost:3000${pathname}`);
  const answer = await app.service.app.fetch(request, { address: "203.0.113.7" });
  expect(answer.status).toBe(200);
  const file = join(folder, String(json.filename));
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  return file;
}

const draw = async (path: string, body: object, headers = {}) => call("POST", `${path}/maps`, body, headers);
const wordsOf = async (file: string) => (await run("pdftotext", ["-layout", file, "-"])).stdout.replaceAll(/\s+/g, " ");
interface Extent {
  readonly width: number;
  readonly height: number;
}

describe("an aerial picture", () => {
  it("comes with a world file by which GDAL finds the parcel in it", async ({ skip }) => {
    const answer = await draw(await projectOf("plain"), { kind: "aerial" });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toMatchObject({
      ...{ kind: "aerial", mime_type: "image/png", road_labels: false, is_synthetic: true, parcels_drawn: 0 },
      attribution: expect.stringContaining("Synthetic"),
      usage: expect.stringContaining("Print the attribution"),
      georeference: { crs: "EPSG:3857" },
    });
    const georeference = answer.json.georeference as {
      readonly bbox_web_mercator: readonly number[];
      readonly bbox_wgs84: readonly [number, number, number, number];
      readonly image_size_px: readonly number[];
      readonly world_file: string;
      readonly world_file_name: string;
    };
    const [west, south, east, north] = georeference.bbox_wgs84;
    for (const [longitude, latitude] of scenarios.plain.area.flat(2).map(toDegrees)) {
      expect(longitude > west && longitude < east && latitude > south && latitude < north).toBe(true);
    }
    const [left, bottom] = toFeet([west, south]);
    const [right, top] = toFeet([east, north]);
    const extent = answer.json.extent_feet as Extent;
    expect(Math.abs(extent.width - (right - left))).toBeLessThan(0.5);
    expect(Math.abs(extent.height - (top - bottom))).toBeLessThan(0.5);
    const file = await download(answer.json);
    const { width, height } = await sharp(file).metadata();
    expect([width, height]).toEqual(georeference.image_size_px);
    if (!hasGdal) skip();
    await writeFile(join(folder, georeference.world_file_name), georeference.world_file);
    const { stdout } = await run("gdalinfo", ["-json", file]);
    const { cornerCoordinates } = JSON.parse(stdout) as { cornerCoordinates: Record<string, number[]> };
    const corners = [...(cornerCoordinates.lowerLeft ?? []), ...(cornerCoordinates.upperRight ?? [])];
    for (const [at, value] of corners.entries()) expect(value).toBeCloseTo(georeference.bbox_web_mercator[at] ?? 0, 2);
  });

  it("shows the surroundings of a point as far as is asked", async () => {
    const [longitude, latitude] = toDegrees([6_000, 4_000]);
    const answer = await draw(await projectOf("plain"), { kind: "aerial", latitude, longitude, buffer_meters: 60 });
    expect(answer.status, answer.text).toBe(200);
    const { width, height } = answer.json.extent_feet as Extent;
    for (const length of [width, height]) expect(Math.abs(length - 120 / 0.3048)).toBeLessThan(1);
  });

  it("that cannot be had is refused with a wait, and drawn once the imagery answers again", async () => {
    const path = await projectOf("plain");
    await fault("imagery", "500");
    const failed = await draw(path, { kind: "aerial" });
    await fault("imagery", null);
    expect([failed.status, failed.json.code]).toEqual([502, "upstream_unavailable"]);
    expect(Number(failed.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("a site map", () => {
  it("is one letter sheet with streets, credit, date, use and the note that it is synthetic", async ({ skip }) => {
    const path = await projectOf("plain");
    const answer = await draw(path, { kind: "site_map" });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toMatchObject({
      ...{ kind: "site_map", mime_type: "application/pdf", parcels_drawn: 1, road_labels: true, is_synthetic: true },
    });
    if (!hasPoppler) skip();
    const file = await download(answer.json);
    const { stdout } = await run("pdfinfo", [file]);
    expect(stdout).toMatch(/Tagged: +yes/);
    expect(stdout).toMatch(/Pages: +1\n/);
    expect(stdout).toMatch(/792 x 612 pts \(letter\)/);
    const words = await wordsOf(file);
    for (const part of [
      "SYNTHETIC",
      "Site map",
      "12 MILL STREET",
      "Alder Falls, Marlow",
      "For display only",
      "Drawn ",
    ]) {
      expect(words).toContain(part);
    }
    expect(words).toMatch(/1 inch = \d+ feet/);
  });

  it("draws its parcels at the scale that it states", async ({ skip }) => {
    if (!hasPoppler) skip();
    const answer = await draw(await projectOf("large"), { kind: "site_map" });
    const file = await download(answer.json);
    const feetPerInch = Number(/1 inch = ([\d,]+) feet/.exec(await wordsOf(file))?.[1]?.replace(",", ""));
    await run("pdftoppm", ["-r", "150", "-png", "-singlefile", file, join(folder, "large")]);
    const yellow = await yellowBox(join(folder, "large.png"));
    const corners = scenarios.large.area.flat(2);
    const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
    const inFeet = (pixels: number) => (pixels / 150) * feetPerInch;
    // The line is 1.7 points wide; a pixel more or less is seen at each end.
    const tolerance = inFeet(4);
    const [wide, high] = [spread(corners.map(([x]) => x)), spread(corners.map(([, y]) => y))];
    expect(Math.abs(inFeet(yellow.width) - inFeet((1.7 / 72) * 150) - wide)).toBeLessThan(tolerance);
    expect(Math.abs(inFeet(yellow.height) - inFeet((1.7 / 72) * 150) - high)).toBeLessThan(tolerance);
    expect(tolerance / wide).toBeLessThan(0.02);
  });

  it("numbers several parcels, and is drawn while the project is still being set up", async () => {
    const path = await begun(scenarios.multi_parcel.llUuid, second.llUuid);
    const early = await draw(path, { kind: "site_map" });
    expect([early.status, early.json.parcels_drawn], early.text).toEqual([200, 2]);
  });

  it("that cannot be rendered is refused with a wait and stores nothing", async () => {
    const path = await projectOf("plain");
    isBroken = true;
    const failed = await draw(path, { kind: "site_map" }, { "idempotency-key": "map-broken" });
    isBroken = false;
    expect([failed.status, failed.json.code]).toEqual([502, "export_render_failed"]);
    expect(Number(failed.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("sent again under its key is the same file with a fresh link", async () => {
    const path = await projectOf("plain");
    const headers = { "idempotency-key": "map-1" };
    const first = await draw(path, { kind: "site_map" }, headers);
    const retry = await draw(path, { kind: "site_map" }, headers);
    expect(retry.headers.get("idempotent-replayed")).toBe("true");
    expect(retry.json.artifact_id).toBe(first.json.artifact_id);
    expect(retry.json.download_url).not.toBe(first.json.download_url);
    expect((await call("GET", `${path}/artifacts/${first.json.artifact_id}`)).status).toBe(200);
  });
});

/** Asks for an official map until it is no longer being drawn. */
async function recorded(path: string, kind: string, headers = {}) {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await draw(path, { kind }, headers);
    if (answer.status !== 202) return answer;
    await new Promise((go) => setTimeout(go, 100));
  }
  throw new Error(`${kind} is still being drawn`);
}

describe("an official map", () => {
  it.each(["flood", "wetlands"])("of %s is drawn by one job for all first calls, and kept", async (kind) => {
    const path = await projectOf("wetland");
    const jobs = async () => {
      const rows = await app.services.db.query<{ jobs: number }>(sql`-- count_map_jobs
        select count(*)::integer as jobs from background_job where name = 'map-record'`);
      return rows[0]?.jobs ?? 0;
    };
    const before = await jobs();
    const first = await Promise.all(
      [1, 2, 3, 4].map(() => draw(path, { kind }, { "idempotency-key": `${kind}-key-${kind}` })),
    );
    for (const { status, json, headers } of first.filter(({ status }) => status !== 409)) {
      expect([status, json]).toEqual([202, { status: "rendering", retry_after_seconds: 5 }]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(5);
    }
    const more = await Promise.all([1, 2, 3].map(() => draw(path, { kind })));
    expect(more.every(({ status }) => status === 202 || status === 200)).toBe(true);
    const done = await recorded(path, kind, { "idempotency-key": `${kind}-key-${kind}` });
    expect(done.status, done.text).toBe(200);
    expect(await jobs()).toBe(before + 1);
    expect(done.json).toMatchObject({ kind, mime_type: "application/pdf", is_synthetic: true });
    const again = await draw(path, { kind });
    expect(again.json.artifact_id).toBe(done.json.artifact_id);
    const file = await download(done.json);
    if (!hasPoppler) return;
    expect((await run("pdfinfo", [file])).stdout).toContain("Pages:");
    if (kind === "wetlands") expect(await wordsOf(file)).toContain("National Wetlands Inventory");
    else expect(done.json).toMatchObject({ extent_feet: null, parcels_drawn: null });
  });

  it.each([
    ["flood", ["flood", "firmPrint"], "flood_map_unavailable"],
    ["wetlands", ["wetlands"], "wetlands_map_unavailable"],
  ])(
    "of %s that the agency fails to give is refused with a wait, and asked for again after it",
    async (kind, down, code) => {
      const path = await projectOf("corner");
      for (const service of down) await fault(serviceNames[service] ?? service, "500");
      expect((await draw(path, { kind })).status).toBe(202);
      const failed = await recorded(path, kind);
      for (const service of down) await fault(serviceNames[service] ?? service, null);
      expect([failed.status, failed.json.code], failed.text).toEqual([502, code]);
      expect(Number(failed.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await draw(path, { kind })).status).toBe(502);
      await app.services.db.query(sql`-- let_the_wait_pass
      update project_map set told_at = told_at - interval '1 hour' where state = 'failed'`);
      expect((await draw(path, { kind })).status).toBe(202);
      const second = await recorded(path, kind);
      expect(second.status, second.text).toBe(200);
    },
    60_000,
  );

  it("of flood that the agency does not print is not there, and is not asked for again", async () => {
    const path = await projectOf("flood_not_published");
    for (const answer of [await recorded(path, "flood"), await draw(path, { kind: "flood" })]) {
      expect([answer.status, answer.json.code], answer.text).toEqual([404, "flood_map_not_published"]);
      expect(answer.headers.has("retry-after")).toBe(false);
    }
  });
});

describe("a contour sheet", () => {
  it("labels its index contours, and is drawn again only for other data", async () => {
    const path = await projectOf("steep");
    const first = await draw(path, { kind: "contours" });
    expect(first.status, first.text).toBe(200);
    expect(first.json).toMatchObject({ kind: "contours", parcels_drawn: 1, is_synthetic: true });
    const again = await draw(path, { kind: "contours" });
    expect(again.json.artifact_id).toBe(first.json.artifact_id);
    const projectId = path.split("/").at(-1) ?? "";
    await app.services.db.query(sql`-- touch_contours
      update site_layer set updated_at = now() where project_id = ${projectId} and layer = 'contours'`);
    expect((await draw(path, { kind: "contours" })).json.artifact_id).not.toBe(first.json.artifact_id);
    if (!hasPoppler) return;
    const words = await wordsOf(await download(again.json));
    for (const part of ["Elevation contours", "Contour, every 5 ft", "Index contour", "NAVD88"])
      expect(words).toContain(part);
    // Upright text of rotated labels is read letter by letter.
    expect(words.replaceAll(" ", "")).toMatch(/3\D*0\D*0/);
  });

  it("is refused where nothing is stored, and to be waited for while the site is being read", async () => {
    const without = await draw(await projectOf("no_contours"), { kind: "contours" });
    expect([without.status, without.json.code], without.text).toEqual([409, "map_layer_unavailable"]);
    const path = await begun(scenarios.commercial.llUuid);
    const early = await draw(path, { kind: "contours" });
    expect([early.status, early.json.code]).toEqual([409, "bootstrap_not_ready"]);
    expect(early.json).toMatchObject({ poll: path, retry_after_seconds: 5 });
  });
});

describe("a request for a map", () => {
  it.each([
    ["an unknown kind", { kind: "moon" }, 422, "validation_failed"],
    ["a latitude alone", { kind: "aerial", latitude: 41.7 }, 422, "validation_failed"],
    ["a buffer for a flood map", { kind: "flood", buffer_meters: 50 }, 400, "invalid_map_request"],
    ["a place for a wetlands map", { kind: "wetlands", latitude: 41.7, longitude: -72.4 }, 400, "invalid_map_request"],
    ["a latitude for contours", { kind: "contours", latitude: 41.7 }, 400, "invalid_map_request"],
    ["too little ground", { kind: "aerial", buffer_meters: 1 }, 422, "validation_failed"],
  ])("with %s is refused", async (_, body, status, code) => {
    const answer = await draw(await projectOf("plain"), body);
    expect([answer.status, answer.json.code], answer.text).toEqual([status, code]);
  });

  it("of a site without boundaries is refused, and of another organization's project too", async () => {
    const path = await settled(begun(scenarios.narrow.llUuid));
    const hidden = await app.call("POST", `${path}/maps`, { key: app.stranger.ownerKey, body: { kind: "aerial" } });
    expect([hidden.status, hidden.json.code]).toEqual([404, "not_found"]);
    const projectId = path.split("/").at(-1) ?? "";
    await app.services.db.query(sql`-- forget_boundaries
      update project_parcel set geometry = null where project_id = ${projectId}`);
    for (const kind of ["site_map", "flood"]) {
      const answer = await draw(path, { kind });
      expect([answer.status, answer.json.code]).toEqual([409, "map_layer_unavailable"]);
    }
  });
});

/** Box of the pixels of the map that have the colour of a parcel's boundary. */
async function yellowBox(file: string): Promise<{ readonly width: number; readonly height: number }> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  const mapRight = ((28 + 576) / 72) * 150;
  for (let y = 0; y < info.height; y++) {
    for (let x = 0; x < mapRight; x++) {
      const at = (y * info.width + x) * 3;
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
      if (red < 235 || green < 195 || blue > 60) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  }
  return { width: right - left + 1, height: bottom - top + 1 };
}
