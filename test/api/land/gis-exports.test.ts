import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assertFitOneFile } from "../../../api/land/gis-exports/one-file.ts";
import { saveSiteLayer } from "../../../api/land/site-layers/site-layers.repository.ts";
import type { Provenance } from "../../../api/providers/provider-result.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { createReadyProject } from "../knowledge/knowledge-app.ts";

const run = promisify(execFile);
const hasGdal = await run("ogrinfo", ["--version"]).then(
  () => true,
  () => false,
);

let composed: ComposedService;
let folder: string;
let projectId: string;

const provenance: Provenance = {
  ...{ provider: "flood", name: "FEMA NFHL (synthetic)", url: "http://town.test/flood", vintage: null },
  ...{ fetchedAt: new Date("2026-11-20T10:00:00Z"), attribution: "Synthetic data", license: null, isSynthetic: true },
};
const west = -72.59;
const south = 42.3;
const square = (size: number) =>
  [
    [west, south],
    [west, south + size],
    [west + size, south + size],
    [west + size, south],
    [west, south],
  ] as const;

beforeAll(async () => {
  composed = await openComposedService({ DEMO_TOWN: "off" });
  folder = await mkdtemp(join(tmpdir(), "groundwork-exports-"));
  projectId = await createReadyProject(composed, 1);
  const layer = { kind: "standard", state: "ready", detail: null, summary: {}, provenance } as const;
  const { db } = composed.services;
  const flood = { type: "Feature", geometry: { type: "Polygon", coordinates: [square(0.001)] } } as const;
  const floods = [
    { ...flood, properties: { zone: "AE", is_floodway: false, note: "ü".repeat(200) } },
    { ...flood, properties: { zone: "AE", is_floodway: true, note: null } },
  ];
  await saveSiteLayer(db, projectId, { ...layer, layer: "flood", title: "Flood", featureCount: 2, features: floods });
  const contour = { type: "LineString", coordinates: [square(0.001)[0], square(0.001)[1]] } as const;
  const contours = [120, 122].map((elevation_ft) => ({
    ...{ type: "Feature" as const, geometry: contour },
    properties: { elevation_ft, is_index: false },
  }));
  const roads = [
    { type: "Feature" as const, geometry: contour, properties: { name: "Mill <&> Street", class: "residential" } },
    {
      type: "Feature" as const,
      geometry: { type: "Point" as const, coordinates: [west, south] as const },
      properties: {},
    },
  ];
  await saveSiteLayer(db, projectId, { ...layer, layer: "roads", title: "Roads", featureCount: 2, features: roads });
  await saveSiteLayer(db, projectId, {
    ...{ ...layer, layer: "contours", title: "Contours", featureCount: 2, features: contours },
  });
  await saveSiteLayer(db, projectId, {
    ...{ ...layer, layer: "wetlands", title: "Wetlands", state: "empty", featureCount: 0, features: [] },
  });
});
afterAll(async () => {
  await composed.close();
  await rm(folder, { recursive: true, force: true });
});

const path = () => `/v1/projects/${projectId}/gis-exports`;
const create = (body: object, headers = {}) =>
  composed.call("POST", path(), { key: composed.organization.ownerKey, body, headers });

/** Spends the link of an export and writes its file; gives the path. */
async function download(json: Record<string, unknown>): Promise<string> {
  const { pathname } = new URL(String(json.download_url));
  const request = new Request(`http://localhost:3000${pathname}`);
  const answer = await composed.service.app.fetch(request, { address: "203.0.113.7" });
  expect(answer.status).toBe(200);
  const file = join(folder, String(json.filename));
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  return file;
}

/** Layers as GDAL lists them: name, number of features, and what it says of each. */
async function ogrLayers(file: string): Promise<{ name: string; count: number; said: string }[]> {
  const { stdout } = await run("ogrinfo", ["-al", "-so", file]);
  return stdout
    .split(/^Layer name: /m)
    .slice(1)
    .map((said) => ({
      name: said.split("\n")[0] ?? "",
      count: Number(/^Feature Count: (\d+)/m.exec(said)?.[1]),
      said,
    }));
}

describe("an export of map data", () => {
  it("names the layers that it leaves out and why, credits the others, and says that data are synthetic", async () => {
    const { status, json } = await create({ format: "geojson" });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ...{ filename: "Project-1.geojson", mime_type: "application/geo+json" },
      metadata: {
        crs: { name: "WGS 84", epsg: 4326, unit: "degree" },
        is_synthetic: true,
        layers: [
          { layer: "parcels", features: 1, source: "Project record" },
          { layer: "flood", features: 2, source: "FEMA NFHL (synthetic)", attribution: "Synthetic data" },
          { layer: "contours", features: 2 },
          { layer: "roads", features: 2, retrieved_at: "2026-11-20T10:00:00.000Z" },
        ],
      },
    });
    expect(json.warnings).toContain("wetlands was left out: the source has no features around the site.");
    expect(json.warnings).toContain("zoning was left out: the project has no data for it.");
  });

  it("is made of the layers that are asked for; others are refused by name", async () => {
    const { json } = await create({ format: "kml", layers: ["parcels", "wetlands"] });
    expect(json.warnings).toEqual(["wetlands was left out: the source has no features around the site."]);
    const unknown = await create({ format: "kml", layers: ["parcels", "moon"] });
    expect([unknown.status, unknown.json.code]).toEqual([422, "validation_failed"]);
    const none = await create({ format: "kml", layers: ["wetlands"] });
    expect([none.status, none.json.errors]).toMatchObject([422, [{ field: "layers", code: "empty" }]]);
    expect((await create({ format: "dwg" })).status).toBe(422);
  });
  it("refuses layers that are too much for one file, and names the largest", () => {
    const layer = (id: string, megabytes: number) => ({ id, featuresJson: "x".repeat(megabytes * 1024 * 1024) });
    expect(() => assertFitOneFile([layer("contours", 1), layer("plots", 60)])).not.toThrow();
    expect(() => assertFitOneFile([layer("contours", 8), layer("plots", 60)])).toThrow(
      'are too large for one file: choose fewer of them. The largest are "plots", "contours"',
    );
  });

  it("has links that work once, and a fresh one for each asking and each retry under a key", async () => {
    const headers = { "idempotency-key": "export-1" };
    const first = await create({ format: "kmz" }, headers);
    const retry = await create({ format: "kmz" }, headers);
    expect(retry.headers.get("idempotent-replayed")).toBe("true");
    expect(retry.json.artifact_id).toBe(first.json.artifact_id);
    expect(retry.json.download_url).not.toBe(first.json.download_url);
    await download(first.json);
    const again = await composed.call("GET", `${path()}/${first.json.artifact_id}`, {
      key: composed.organization.ownerKey,
    });
    expect({ ...again.json, download_url: "", expires_at: "" }).toEqual({
      ...{ ...first.json, download_url: "", expires_at: "" },
    });
    await download(again.json);
  });

  it("is not there for another organization, nor under the id of a file of another kind", async () => {
    const { json } = await create({ format: "geojson" });
    const key = composed.stranger.ownerKey;
    expect((await composed.call("GET", `${path()}/${json.artifact_id}`, { key })).status).toBe(404);
    expect((await composed.call("POST", path(), { key, body: { format: "kml" } })).status).toBe(404);
  });
});

describe.runIf(hasGdal)("GDAL reads", () => {
  it("GeoJSON with every feature under its layer", async () => {
    const [layer] = await ogrLayers(await download((await create({ format: "geojson" })).json));
    expect(layer?.count).toBe(7);
  });

  it.each(["kml", "kmz"])("%s with a layer for each layer, whatever stands in its texts", async (format) => {
    const file = await download((await create({ format })).json);
    const layers = await ogrLayers(file);
    expect(layers.map(({ name, count }) => [name, count])).toEqual([
      ...[
        ["Parcels", 1],
        ["Flood", 2],
        ["Contours", 2],
        ["Roads", 2],
      ],
    ]);
    const { stdout } = await run("ogrinfo", ["-al", file]);
    expect(stdout).toContain("Mill <&> Street");
  });

  it("a shapefile for each layer and kind of geometry, with projection and texts in UTF-8", async () => {
    const { json } = await create({ format: "shapefile" });
    expect(json.warnings).toContainEqual(expect.stringMatching(/^1 texts of flood are longer than 254 bytes/));
    const file = await download(json);
    const layers = await ogrLayers(`/vsizip/${file}`);
    expect(layers.map(({ name, count }) => [name, count]).toSorted()).toEqual([
      ...[
        ["contours", 2],
        ["flood", 2],
        ["parcels", 1],
        ["roads_lines", 1],
        ["roads_points", 1],
      ],
    ]);
    for (const { said } of layers) expect(said).toContain('ID["EPSG",4326]');
    const { stdout } = await run("ogrinfo", ["-al", `/vsizip/${file}/flood.shp`]);
    expect(stdout).toContain(`NOTE (String) = ${"ü".repeat(127)}\n`);
    expect(stdout).toContain("IS_FLOODWA");
    const archive = unzipSync(await readFile(file));
    expect(Buffer.from(archive["fields.csv"] ?? []).toString()).toContain('flood,IS_FLOODWA,"is_floodway"');
  });

  it("DXF in feet of the state plane, with closed rings, contours at their elevation and the credits", async () => {
    const { json } = await create({ format: "dxf" });
    expect(json.metadata).toMatchObject({
      crs: { name: "NAD83 / Massachusetts Mainland (ftUS)", epsg: 2249, unit: "us_survey_foot" },
    });
    const file = await download(json);
    const { stdout } = await run("ogrinfo", ["-al", file]);
    const layersOf = [...stdout.matchAll(/Layer \(String\) = (\S+)/g)].map(([, name]) => name);
    expect(layersOf.filter((name) => name === "C-FLOD")).toHaveLength(2);
    expect(layersOf.filter((name) => name === "C-TOPO")).toHaveLength(4);
    expect(layersOf).toContain("C-PROP");
    expect(stdout).toMatch(/LINESTRING Z? ?\(.* 122/);
    expect(stdout).toContain("Flood: Synthetic data");
    expect(stdout).toContain("Synthetic data of an invented town");
  });
});
