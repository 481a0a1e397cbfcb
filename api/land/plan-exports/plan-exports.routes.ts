import { Type } from "@sinclair/typebox";
import { defineOperation, type Operation, reply } from "../../http/operation.ts";
import { PlanExportBody, PlanExportView } from "./plan-exports.model.ts";
import type { PlanExports } from "./plan-exports.service.ts";

/** Declares the operation that exports concepts. */
export function planExportsOperations({ planExports }: { readonly planExports: PlanExports }): readonly Operation[] {
  return [
    defineOperation({
      operationId: "createSitePlanExport",
      method: "POST",
      path: "/v1/projects/{project_id}/site-plan-exports",
      summary: "Export the concept",
      description:
        "Writes the latest compiled concept as LandXML (import into a CAD program), DXF (generic CAD), GeoJSON or a picture, and returns a link that works once. The picture carries the caveats of recorded decisions; where they cannot fit, the request is refused and the same revision stays refused.",
      tag: "Site plan",
      auth: "api_key",
      scope: "siteplan:read",
      limit: { perMinute: 10 },
      idempotent: true,
      hasEffects: true,
      cost: "free",
      params: Type.Object({ project_id: Type.String() }),
      body: PlanExportBody,
      responses: { 200: { schema: PlanExportView, description: "The file and a link to it", example } },
      problems: ["not_found", "no_site_plan_concept", "invalid_site_plan_export_request", "export_render_failed"],
      example: { body: { format: "dxf" } },
      handler: async ({ principal, params, body, idempotency, signal }) => {
        const onStored = async (artifactId: string) => idempotency?.saveReference(artifactId);
        return reply(200, await planExports.create(principal, params.project_id, body.format, { onStored, signal }));
      },
      replay: async ({ principal, params }, { reference = "" }) =>
        reply(200, await planExports.get(principal, params.project_id, reference)),
    }),
  ];
}

const example = {
  artifact_id: "art_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  filename: "12-Mill-Street-r1-concept.dxf",
  mime_type: "image/vnd.dxf",
  download_url: "http://localhost:3000/v1/downloads/x2vJqk0ZJtZ4rYc8mVnqQ1o5b7dT3gW9hUeLsPfA6iE",
  expires_at: "2026-11-21T09:15:00.000Z",
  warnings: [],
  metadata: {
    revision: 1,
    crs: { name: "NAD83 / Connecticut (ftUS)", epsg: 2234, unit: "us_survey_foot" as const },
    generated_at: "2026-11-21T09:00:00.000Z",
    is_synthetic: true,
  },
};
