import { Type } from "@sinclair/typebox";
import { defineOperation, type Operation, reply, uncommitted } from "../../http/operation.ts";
import { MapBody, MapRendering, MapView } from "./maps.model.ts";
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
        "Draws a map and returns a link to it that works once. `site_map` is a sheet for a binder: parcels over aerial imagery, street names, scale bar, north arrow. `aerial` is the bare imagery with its georeference. `contours` is a sheet of the stored contours, drawn once for the same data. `flood` and `wetlands` are the official products for the middle of the parcels, recorded once: the first call is answered with 202; send it again after the wait. All but `contours` need the boundaries of the parcels only, so they work while the project is being set up. Print the attribution that is returned.",
      tag: "Maps and exports",
      auth: "api_key",
      scope: "gis:export",
      limit: { perMinute: 10 },
      idempotent: true,
      cost: "free",
      params: ProjectParams,
      body: MapBody,
      responses: {
        200: { schema: MapView, description: "The map and a link to it", example: mapExample },
        202: {
          schema: MapRendering,
          description: "A worker draws the map",
          example: { status: "rendering", retry_after_seconds: 5 },
          headers: { "Retry-After": "Seconds after which to send the same request again" },
        },
      },
      problems: [
        "not_found",
        "invalid_map_request",
        "bootstrap_not_ready",
        "map_layer_unavailable",
        "flood_map_not_published",
        "flood_map_unavailable",
        "wetlands_map_unavailable",
        "upstream_unavailable",
        "export_render_failed",
      ],
      example: { body: { kind: "site_map" } },
      handler: async ({ principal, params, body, idempotency, signal }) => {
        const onStored = async (artifactId: string) => idempotency?.saveReference(artifactId);
        const made = await maps.create(principal, params.project_id, body, { onStored, signal });
        if (!("renderingSeconds" in made)) return reply(200, made);
        const { renderingSeconds: seconds } = made;
        const headers = { "retry-after": String(seconds) };
        // The map that comes later belongs to the same key.
        return uncommitted(reply(202, { status: "rendering", retry_after_seconds: seconds }, headers));
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
