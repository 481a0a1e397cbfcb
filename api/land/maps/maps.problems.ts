import type { CatalogueEntry } from "../../http/catalogue-entry.ts";

/** Refusals of maps. */
export const mapProblems = {
  invalid_map_request: {
    status: 400,
    title: "Bad Request",
    detail: "Latitude, longitude and buffer cannot be given with this kind of map.",
    retryable: false,
    recovery: "Leave out latitude, longitude and buffer.",
  },
  flood_map_not_published: {
    status: 404,
    title: "Not Found",
    detail: "The agency publishes no flood map for this site.",
    retryable: false,
  },
  map_layer_unavailable: {
    status: 409,
    title: "Conflict",
    detail: "The project has no stored contours.",
    retryable: false,
  },
  flood_map_unavailable: {
    status: 502,
    title: "Bad Gateway",
    detail: "The agency returned no flood map.",
    retryable: true,
    recovery: "Send the same request again after the wait.",
  },
  wetlands_map_unavailable: {
    status: 502,
    title: "Bad Gateway",
    detail: "The agency returned no wetlands map.",
    retryable: true,
    recovery: "Send the same request again after the wait.",
  },
  export_render_failed: {
    status: 502,
    title: "Bad Gateway",
    detail: "The export could not be drawn because of a temporary failure.",
    retryable: true,
    recovery: "Send the same request again.",
  },
} as const satisfies Record<string, CatalogueEntry>;

type Codes = typeof mapProblems;
declare module "../../http/problem-catalogue.ts" {
  interface FeatureProblems extends Codes {}
}
