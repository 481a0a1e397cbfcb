import { Type } from "@sinclair/typebox";
import { defineOperation, type Operation, reply } from "../../http/operation.ts";
import { GisExportBody, GisExportView } from "./gis-exports.model.ts";
import type { GisExports } from "./gis-exports.service.ts";

const ProjectParams = Type.Object({ project_id: Type.String() });
const ExportParams = Type.Object({ project_id: Type.String(), artifact_id: Type.String() });

/** Declares the operations on files of map data. */
export function gisExportsOperations({ gisExports }: { readonly gisExports: GisExports }): readonly Operation[] {
  return [createOperation(gisExports), getOperation(gisExports)];
}

function createOperation(gisExports: GisExports): Operation {
  return defineOperation({
    operationId: "createGisExport",
    method: "POST",
    path: "/v1/projects/{project_id}/gis-exports",
    summary: "Export the layers of a site",
    description:
      "Writes parcels and stored layers as a zipped shapefile, KML, KMZ, GeoJSON or DXF and returns a link that works once. A layer with no features is left out and named in `warnings`. Coordinates are WGS 84 degrees; DXF is in feet of the state plane zone of the site. Works while the project is being set up, with the layers that are there.",
    tag: "Maps and exports",
    auth: "api_key",
    scope: "gis:export",
    limit: { perMinute: 10 },
    idempotent: true,
    cost: "free",
    params: ProjectParams,
    body: GisExportBody,
    responses: { 200: { schema: GisExportView, description: "The file and a link to it", example: exportExample } },
    problems: ["not_found"],
    example: { body: { format: "geojson", layers: ["parcels"] } },
    handler: async ({ principal, params, body, idempotency, signal }) => {
      const onStored = async (artifactId: string) => idempotency?.saveReference(artifactId);
      const { format, layers } = body;
      return reply(
        200,
        await gisExports.create(principal, params.project_id, { format, layers }, { onStored, signal }),
      );
    },
    replay: async ({ principal, params }, { reference = "" }) =>
      reply(200, await gisExports.get(principal, params.project_id, reference)),
  });
}

function getOperation(gisExports: GisExports): Operation {
  return defineOperation({
    operationId: "getGisExport",
    method: "GET",
    path: "/v1/projects/{project_id}/gis-exports/{artifact_id}",
    summary: "Make a fresh link to an export",
    description: "Each call makes a new link, which works once and for 15 minutes; the file stays the same.",
    tag: "Maps and exports",
    auth: "api_key",
    scope: "gis:export",
    limit: { perMinute: 30 },
    idempotent: false,
    hasEffects: true,
    cost: "free",
    params: ExportParams,
    responses: { 200: { schema: GisExportView, description: "The file and a fresh link", example: exportExample } },
    problems: ["not_found"],
    handler: async ({ principal, params }) =>
      reply(200, await gisExports.get(principal, params.project_id, params.artifact_id)),
  });
}

const exportExample = {
  artifact_id: "art_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  filename: "12-Mill-Street.geojson",
  mime_type: "application/geo+json",
  download_url: "http://localhost:3000/v1/downloads/x2vJqk0ZJtZ4rYc8mVnqQ1o5b7dT3gW9hUeLsPfA6iE",
  expires_at: "2026-11-21T09:15:00.000Z",
  warnings: ["wetlands was left out: the source has no features around the site."],
  metadata: {
    crs: { name: "WGS 84", epsg: 4326, unit: "degree" as const },
    generated_at: "2026-11-21T09:00:00.000Z",
    is_synthetic: true,
    layers: [
      {
        ...{ layer: "parcels", title: "Parcels", features: 1 },
        ...{ source: "Project record", attribution: null, retrieved_at: null },
      },
    ],
  },
};
