import type { Citation } from "../../../retrieval/index.ts";
import type { Position } from "../../geometry/geojson.ts";
import type { CompiledPlan } from "./engine/compiled-plan.ts";

/** A decision that has to be disclosed wherever the concept is shown. Source: `siteplan.md` D7. */
export interface DisclosedDecision {
  /** Its number in the decision ledger of the project. */
  readonly seq: number;
  readonly kind: "wetland" | "floodplain" | "override" | "other";
  /** What was decided, as a sentence: "Wetland excluded with a buffer of 50 ft". */
  readonly statement: string;
  /** Dataset or record that the decision is about, with its date; null where there is none. */
  readonly source: string | null;
  /** Of an override: the rule, its limit and what the plan proposes, in words. */
  readonly rule: { readonly name: string; readonly limit: string; readonly proposed: string } | null;
  /** The user's own words; null where none were given. */
  readonly reason: string | null;
  readonly decidedAt: Date;
  readonly isSuspended: boolean;
}

/** The latest compiled concept of a project, as it was stored when it was approved. */
export interface StoredConcept {
  readonly revision: number;
  readonly createdAt: Date;
  /** Origin of the frame of the plan, see `siteFrame`. */
  readonly origin: Position;
  readonly plan: CompiledPlan;
  /** Such as "Garden multifamily". */
  readonly workflowLabel: string;
  /** What is built, such as "multifamily_garden". */
  readonly typology: string;
  readonly governingDistrict: {
    readonly zoning_code: string | null;
    readonly basis: "current" | "rezone_target";
    readonly current_zoning_code: string | null;
  };
  readonly decisions: readonly DisclosedDecision[];
  /** Citations by `RuleSource.ref`. */
  readonly citations: Readonly<Record<string, Citation>>;
}

/** Returns the latest concept of a project; undefined before one compiled. */
export type ReadConcept = (projectId: string) => Promise<StoredConcept | undefined>;
