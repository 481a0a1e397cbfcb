import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { createReadyProject, type TestFile, uploadFile } from "../knowledge/knowledge-app.ts";

let app: ComposedService;
let projectId: string;
beforeAll(async () => {
  app = await openComposedService({ DEMO_TOWN: "off" });
  projectId = await createReadyProject(app, 1);
});
afterAll(() => app.close());

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
