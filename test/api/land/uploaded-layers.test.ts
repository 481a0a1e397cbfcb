import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { type CountingSite, startCountingSite } from "../../support/counting-site.ts";
import { createReadyProject, pollUntil, type TestFile, uploadFile } from "../knowledge/knowledge-app.ts";

let app: ComposedService;
let projectId: string;
let site: CountingSite;
/** What the addresses of the site return. */
const pages = new Map<string, { readonly type: string; readonly body: string }>();
beforeAll(async () => {
  site = await startCountingSite((request, response) => {
    const page = pages.get(request.url ?? "");
    if (page) response.writeHead(200, { "content-type": page.type }).end(page.body);
    else response.writeHead(404).end();
  });
  app = await openComposedService({ DEMO_TOWN: "off", FETCH_ALLOW_ORIGINS: site.origin });
  projectId = await createReadyProject(app, 1);
});
afterAll(async () => {
  await app.close();
  await site.close();
});

const tree = (species: string, longitude: number) => ({
  ...{ type: "Feature", properties: { species }, geometry: { type: "Point", coordinates: [longitude, 42.3] } },
});
const trees = (...species: string[]): TestFile => ({
  filename: "specimen-trees.geojson",
  mimeType: "application/geo+json",
  category: "gis",
  bytes: JSON.stringify({
    type: "FeatureCollection",
    features: species.map((one, at) => tree(one, -72.59 + at / 1000)),
  }),
});
const key = () => app.organization.ownerKey;
interface Layer {
  readonly layer: string;
  readonly title: string;
  readonly features: number;
  readonly status: string;
}
const layersNow = async (): Promise<Layer[]> => {
  const path = `/v1/projects/${projectId}/site-knowledge?sections=spatial_layers`;
  const { json } = await app.call("GET", path, { key: key() });
  return (json.spatial_layers as Layer[]).filter(({ layer }) => layer.startsWith("upload:"));
};

describe("an uploaded map file", () => {
  let documentId: string;

  it("becomes a layer of the project, with its source, and text that is found", async () => {
    const upload = await uploadFile(app, projectId, trees("white oak", "red maple"));
    documentId = String((upload.document as { document_id: string }).document_id);
    expect(await layersNow()).toMatchObject([
      { layer: `upload:${documentId}:0-specimen-trees`, title: "specimen-trees", features: 2 },
    ]);
    const body = { query: "red maple", top_k: 1 };
    const { json } = await app.call("POST", `/v1/projects/${projectId}/search`, { key: key(), body });
    expect(JSON.stringify(json.results)).toContain("red maple");
  });

  it("is part of an export of all layers", async () => {
    const body = { format: "geojson" };
    const { json } = await app.call("POST", `/v1/projects/${projectId}/gis-exports`, { key: key(), body });
    expect(json.metadata).toMatchObject({
      layers: expect.arrayContaining([
        expect.objectContaining({ features: 2, source: "specimen-trees.geojson, uploaded by the user" }),
      ]),
    });
  });

  it("is part of an export that asks for its layer by name, and left out of one that does not", async () => {
    const named = `upload:${documentId}:0-specimen-trees`;
    const exported = async (...layers: string[]) => {
      const body = { format: "geojson", layers };
      const { json } = await app.call("POST", `/v1/projects/${projectId}/gis-exports`, { key: key(), body });
      return (json.metadata as { layers: Layer[] }).layers.map(({ layer }) => layer);
    };
    expect(await exported("parcels", named)).toEqual(["parcels", named]);
    expect(await exported("parcels")).toEqual(["parcels"]);
    const body = { format: "geojson", layers: ["parcels", "upload:doc_other:0-trees"] };
    const refused = await app.call("POST", `/v1/projects/${projectId}/gis-exports`, { key: key(), body });
    expect([refused.status, refused.json.errors]).toMatchObject([
      422,
      [{ field: "layers[1]", code: "not_found", message: expect.stringContaining(named) }],
    ]);
  });

  it("takes its layers along when it is deleted", async () => {
    const { status } = await app.call("DELETE", `/v1/projects/${projectId}/documents/${documentId}`, { key: key() });
    expect(status).toBeLessThan(300);
    expect(await layersNow()).toEqual([]);
  });

  it("that cannot be placed on the earth fails with what to do, and leaves no layer", async () => {
    const inFeet = { ...tree("oak", 0), geometry: { type: "Point", coordinates: [1_149_556, 588_434] } };
    const bytes = JSON.stringify({ type: "FeatureCollection", features: [inFeet] });
    const upload = await uploadFile(app, projectId, { ...trees(), bytes });
    expect(upload).toMatchObject({ status: "failed", error: { detail: expect.stringContaining("EPSG:4326") } });
    expect(await layersNow()).toEqual([]);
  });
});

describe("a map file with the name of a layer of the contract", () => {
  it("keeps apart from that layer in an export", async () => {
    const upload = await uploadFile(app, projectId, { ...trees("oak"), filename: "Zoning.geojson" });
    const { document_id: id } = upload.document as { document_id: string };
    const body = { format: "geojson", layers: [`upload:${id}:0-Zoning`] };
    const { json } = await app.call("POST", `/v1/projects/${projectId}/gis-exports`, { key: key(), body });
    const { pathname } = new URL(String(json.download_url));
    const link = new Request(`http://localhost:3000${pathname}`);
    const file = await app.service.app.fetch(link, { address: "203.0.113.7" });
    expect(await file.json()).toMatchObject({ features: [{ properties: { layer: "Zoning (added)" } }] });
    await app.call("DELETE", `/v1/projects/${projectId}/documents/${id}`, { key: key() });
  });
});

describe("a map file far from the site", () => {
  it("is named in the warnings of an export and the advisories of the project", async () => {
    const bytes = JSON.stringify({ type: "FeatureCollection", features: [tree("palm", -80)] });
    await uploadFile(app, projectId, { ...trees(), filename: "palms.geojson", bytes });
    const body = { format: "kml" };
    const { json } = await app.call("POST", `/v1/projects/${projectId}/gis-exports`, { key: key(), body });
    const note = expect.stringMatching(/^The layer "palms" is 3\d\d miles from the site\./);
    expect(json.warnings).toContainEqual(note);
    const project = await app.call("GET", `/v1/projects/${projectId}`, { key: key() });
    expect((project.json.readiness as { advisories: object[] }).advisories).toContainEqual({
      ...{ code: "layer_far_from_site", severity: "warning", detail: note },
    });
  });
});

describe("an address that returns a map file", () => {
  const type = "application/octet-stream";
  const kml = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Well</name><Placemark><name>Well 4</name>
    <Point><coordinates>-72.59,42.3</coordinates></Point></Placemark></Document></kml>`;
  const geojson = JSON.stringify({ type: "FeatureCollection", features: [tree("elm", -72.588)] });
  const added = async (address: string, path = "sources", more: object = {}) => {
    const body = { url: `${site.origin}${address}`, ...more };
    const { json } = await app.call("POST", `/v1/projects/${projectId}/${path}`, { key: key(), body });
    expect(json).toMatchObject({ status: "queued" });
    const listed = (project: Record<string, unknown>) =>
      (project.readiness as { supplemental_sources: { url: string; status: string; detail: string }[] })
        .supplemental_sources;
    const project = await pollUntil(
      app,
      `/v1/projects/${projectId}`,
      (now) => listed(now).every(({ status }) => status !== "queued" && status !== "ingesting"),
      key(),
    );
    return listed(project).find(({ url }) => url === body.url);
  };

  it.each([
    ["/wells.kml", "sources", kml, { layer: "Well", features: 1 }],
    ["/export?format=geojson", "sources", geojson, { features: 1 }],
    ["/plain/elms", "sources", geojson.replace("elm", "tall elm"), { features: 1 }],
    ["/elms.geojson", "gis-sources", geojson.replace("elm", "old elm"), { features: 1 }],
  ])("becomes a layer of the project: %s by %s", async (address, path, body, { features }) => {
    pages.set(address, { type: address.startsWith("/plain") ? "application/geo+json" : type, body });
    const before = await layersNow();
    const scope = path === "gis-sources" ? { scope: "municipality" } : {};
    expect(await added(address, path, scope)).toMatchObject({ status: "ready" });
    const names = before.map(({ layer }) => layer);
    const fresh = (await layersNow()).filter(({ layer }) => !names.includes(layer));
    expect(fresh).toMatchObject([{ features }]);
  });

  it("fails with what to do where the address returns something else", async () => {
    pages.set("/gone.kml", { type: "text/html", body: "<html><body><p>The page has moved.</p></body></html>" });
    expect(await added("/gone.kml")).toMatchObject({
      ...{ status: "failed", detail: expect.stringContaining("returns no map data") },
    });
  });
});
