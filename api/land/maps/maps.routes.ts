import { Type } from "@sinclair/typebox";
import { defineOperation, type Operation, reply } from "../../http/operation.ts";
import { MapBody, MapView } from "./maps.model.ts";
import type { Maps } from "./maps.service.ts";

const ProjectParams = Type.Object({ project_id: Type.String() });

/** Declares `POST /v1/projects/{project_id}/maps`. */
export function mapsOperations({ maps }: { readonly maps: Maps }): readonly Operation[] {
  return [
    defineOperation({
      operationId: "createMap",
      method: "POST",
      path: "/v1/projects/{project_id}/maps",
      summary: "Draw a map of a site",
      description:
        "Draws a map and returns a link to it that works once. `site_map` is a sheet for a binder: parcels over aerial imagery, street names, scale bar, north arrow. `aerial` is the bare imagery with its georeference. Both need the boundaries of the parcels only, so they work while the project is being set up. Print the attribution that is returned.",
      tag: "Maps and exports",
      auth: "api_key",
      scope: "gis:export",
      limit: { perMinute: 10 },
      idempotent: true,
      cost: "free",
      params: ProjectParams,
      body: MapBody,
      responses: { 200: { schema: MapView, description: "The map and a link to it", example: mapExample } },
      problems: ["not_found", "map_layer_unavailable", "upstream_unavailable", "export_render_failed"],
      example: { body: { kind: "site_map" } },
      handler: async ({ principal, params, body, idempotency, signal }) => {
        const onStored = async (artifactId: string) => idempotency?.saveReference(artifactId);
        return reply(200, await maps.create(principal, params.project_id, body, { onStored, signal }));
      },
      replay: async ({ principal, params }, { reference = "" }) =>
        reply(200, await maps.get(principal, params.project_id, reference)),
    }),
  ];
}

const mapExample = {
  artifact_id: "art_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  kind: "site_map",
  filename: "12-Mill-Street-site-map.pdf",
  mime_type: "application/pdf",
  download_url: "http://localhost:3000/v1/downloads/x2vJqk0ZJtZ4rYc8mVnqQ1o5b7dT3gW9hUeLsPfA6iE",
  expires_at: "2026-11-21T09:15:00.000Z",
  extent_feet: { width: 480, height: 456.7 },
  parcels_drawn: 1,
  road_labels: true,
  attribution: "USGS The National Map: Orthoimagery; © OpenStreetMap contributors",
  usage: "Display only. Print the attribution with it.",
  is_synthetic: false,
};
