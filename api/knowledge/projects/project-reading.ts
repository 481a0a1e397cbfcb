import type { SiteLayer } from "../../land/site-layers/site-layer.model.ts";
import type { StepRow } from "../bootstrap/bootstrap.repository.ts";
import type { SourceReadiness } from "../sources/source-standing.ts";
import type { SourceStandingRow } from "../sources/sources.repository.ts";
import type { ParcelRow } from "./project-parcels.repository.ts";
import type * as repository from "./projects.repository.ts";

/** Everything a project's poll is made of. */
export interface ProjectFacts {
  readonly project: repository.ProjectRow;
  readonly parcels: readonly ParcelRow[];
  readonly steps: readonly StepRow[];
  readonly layers: readonly SiteLayer[];
  readonly corpora: readonly repository.ProjectCorpusRow[];
  readonly ordinanceIngest:
    | { readonly state: string; readonly title: string; readonly error_detail: string | null }
    | undefined;
  /** Governing ordinances that come from addresses. */
  readonly ordinanceSources: readonly SourceStandingRow[];
  readonly sources: SourceReadiness;
  readonly embeddingModel: string;
}
