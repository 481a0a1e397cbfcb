import type { CatalogueEntry } from "../../http/catalogue-entry.ts";

/** Refusals of concept exports; `export_render_failed` is shared with maps. */
export const planExportProblems = {
  no_site_plan_concept: {
    status: 404,
    title: "Not Found",
    detail: "The project has no compiled concept.",
    retryable: false,
    recovery: "Create a proposal and approve it; then export the concept.",
  },
  invalid_site_plan_export_request: {
    status: 400,
    title: "Bad Request",
    detail: "The required disclosures do not fit the picture.",
    retryable: false,
    recovery: "Export the concept as dxf, landxml or geojson, or compile a revision with shorter override reasons.",
  },
} as const satisfies Record<string, CatalogueEntry>;

type Codes = typeof planExportProblems;
declare module "../../http/problem-catalogue.ts" {
  interface FeatureProblems extends Codes {}
}
