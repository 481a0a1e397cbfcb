import type { Provenance } from "../../providers/provider-result.ts";
import type { SiteFeature } from "../../providers/site-features.ts";

/** How a layer stands. "Empty" was asked and has nothing here; "failed" could not be asked; they are never merged. */
export type SiteLayerState = "pending" | "ready" | "empty" | "unavailable" | "failed" | "not_published" | "skipped";

/** A layer without its features. */
export interface SiteLayer {
  /** A name of the contract such as "flood", or "gis:<source id>:<layer>", "upload:<document id>:<layer>". */
  readonly layer: string;
  readonly kind: "standard" | "registered" | "upload";
  readonly title: string;
  readonly state: SiteLayerState;
  /** Why the layer is not ready; of a ready one, what its reader should know. */
  readonly detail: string | null;
  readonly featureCount: number;
  readonly summary: Readonly<Record<string, unknown>>;
  readonly provenance: Provenance | null;
}

/** A layer with its features; empty unless the state is `ready`. */
export interface SiteLayerWithFeatures extends SiteLayer {
  readonly features: readonly SiteFeature[];
}
