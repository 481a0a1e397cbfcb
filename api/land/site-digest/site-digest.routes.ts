import { Type } from "@sinclair/typebox";
import { defineOperation, type Operation, reply } from "../../http/operation.ts";
import { digestSections, SiteDigestView } from "./site-digest.model.ts";
import type { SiteDigests } from "./site-digest.service.ts";

/** Declares `GET /v1/projects/{project_id}/site-knowledge`. */
export function siteDigestOperations({ digests }: { readonly digests: SiteDigests }): readonly Operation[] {
  return [
    defineOperation({
      operationId: "getSiteKnowledge",
      method: "GET",
      path: "/v1/projects/{project_id}/site-knowledge",
      summary: "Read what is known of a site",
      description: `A digest without geometry, made from stored records without a language model: ${digestSections.join(", ")}. Areas are measured on the ellipsoid, distances in feet from the nearest edge of the site. Every section says where its facts come from and when they were read. A section that was not asked for is null or an empty list, which does not mean that the site has none: look at \`sections_returned\` and at the \`state\` of the section.`,
      tag: "Site knowledge",
      auth: "api_key",
      scope: "project:read",
      limit: { perMinute: 60 },
      idempotent: false,
      cost: "free",
      params: Type.Object({ project_id: Type.String() }),
      query: Type.Object({
        sections: Type.Optional(
          Type.String({ description: "Names of sections with commas between them; all of them when left out" }),
        ),
      }),
      responses: { 200: { schema: SiteDigestView, description: "The digest", example: digestExample } },
      problems: ["not_found"],
      handler: async ({ principal, params, query }) =>
        reply(200, await digests.read(principal, params.project_id, query.sections)),
    }),
  ];
}

const digestExample = {
  project_id: "prj_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  generated_at: "2026-11-21T09:00:00.000Z",
  sections_available: [...digestSections],
  sections_returned: ["wetlands"],
  ...{ zoning: null, flood: null },
  wetlands: {
    ...{ state: "ready", detail: null, source: "National Wetlands Inventory (synthetic)" },
    ...{ attribution: "Synthetic data of the invented town of Alder Falls", retrieved_at: "2026-11-21T08:59:00.000Z" },
    is_synthetic: true,
    areas: [
      {
        code: "PFO1A",
        type: "Freshwater Forested/Shrub Wetland",
        area_acres: 0.31,
        area_square_feet: 13_504,
        share_of_site: 0.124,
      },
    ],
    total: { area_acres: 0.31, area_square_feet: 13_504, share_of_site: 0.124 },
    nearest_feet: 0,
  },
  ...{ soils: null, terrain: null, utilities: null, roads: null, adjacency: null, environmental: null },
  ...{ feasibility: null, regulatory_layers: [], spatial_layers: [], knowledge_base: null, source_readiness: [] },
};
