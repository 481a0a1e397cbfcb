import type { Citation } from "../../../../retrieval/index.ts";
import type { MappedLand } from "../../../land/site-plan/mapped-land.ts";
import type { StoredConcept } from "../../../land/site-plan/stored-concept.ts";
import type { StoredPassage } from "./answers.ts";
import { storedPassage } from "./answers.ts";

/** The concept of a project without its geometry, as reports keep it. */
export interface ReportConcept {
  readonly revision: number;
  readonly created_at: string;
  readonly workflow: string;
  /** What is built, such as "multifamily_garden". */
  readonly typology: string;
  readonly governing_district: StoredConcept["governingDistrict"];
  readonly metrics: StoredConcept["plan"]["metrics"];
  readonly conflicts: StoredConcept["plan"]["conflicts"];
  readonly zone_failures: StoredConcept["plan"]["zoneFailures"];
  readonly notes: readonly string[];
  /** Square feet of mapped constraints under the buildings and the paving that the plan draws. */
  readonly drawn_on: MappedLand;
  readonly decisions: readonly {
    readonly seq: number;
    readonly kind: string;
    readonly statement: string;
    /** Of an override: the rule, its limit and what the program asks for. */
    readonly rule: { readonly name: string; readonly limit: string; readonly proposed: string } | null;
    readonly reason: string | null;
    readonly decided_at: string;
  }[];
  /** Passages by the reference of their rule. */
  readonly citations: Readonly<Record<string, StoredPassage>>;
  readonly hash: string;
}

/** Returns what reports tell of a concept. */
export function reportConcept(concept: StoredConcept, drawnOn: MappedLand): ReportConcept {
  const { plan } = concept;
  return {
    revision: concept.revision,
    created_at: concept.createdAt.toISOString(),
    workflow: concept.workflowLabel,
    typology: concept.typology,
    governing_district: concept.governingDistrict,
    ...{ metrics: plan.metrics, conflicts: plan.conflicts, zone_failures: plan.zoneFailures, hash: plan.hash },
    notes: plan.notes.map(({ text }) => text),
    drawn_on: drawnOn,
    decisions: concept.decisions
      .filter(({ isSuspended }) => !isSuspended)
      .map(({ seq, kind, statement, rule, reason, decidedAt }) => ({
        ...{ seq, kind, statement, rule, reason, decided_at: decidedAt.toISOString() },
      })),
    citations: Object.fromEntries(
      Object.entries(concept.citations).map(([ref, citation]: [string, Citation]) => [ref, storedPassage(citation)]),
    ),
  };
}

/** A yield that was reckoned or settled, and the concepts that were compiled, by district. */
export interface ReportYield {
  readonly data: readonly {
    readonly zoning_code: string | null;
    readonly facts: Readonly<
      Record<
        string,
        {
          readonly value: number | string | null;
          readonly unit: string | null;
          readonly source: string;
          readonly settled_at: string | null;
          readonly basis: string;
        }
      >
    >;
    readonly inherited: Readonly<Record<string, string>>;
    readonly snapshots: readonly {
      readonly revision: number;
      readonly at: string;
      readonly units: number;
      readonly gfa_sf: number;
      readonly far: number;
      readonly stalls: number;
      readonly coverage: number;
      readonly open_space: number;
      readonly conflicts_count: number;
    }[];
  }[];
}
