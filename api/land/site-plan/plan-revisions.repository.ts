import { json, newId, type Queryable, sql } from "../../../migrations/index.ts";
import type { Citation } from "../../../retrieval/index.ts";
import type { Position } from "../../geometry/geojson.ts";
import type { CompiledPlan, PlanObject } from "./engine/compiled-plan.ts";
import type { PlanRules } from "./engine/plan-input.ts";
import type { DisclosedDecision } from "./stored-concept.ts";

/** What a concept was made for. */
export interface PlanScenario {
  readonly workflow_id: string;
  readonly typology: string;
  readonly label: string;
  readonly governing_district: string | null;
  readonly current_district: string | null;
  readonly basis: "current" | "rezone_target";
  readonly zones: readonly { readonly zone_id: string; readonly name: string; readonly typology: string }[];
}

/** A revision of the concept of a project. */
export interface PlanRevisionRow {
  readonly id: string;
  readonly revision: number;
  readonly created_at: Date;
  readonly origin: Position;
  readonly plan: CompiledPlan;
  readonly scenario: PlanScenario;
  readonly rule_inputs: PlanRules;
  readonly rule_evidence: Readonly<Record<string, Citation>>;
  /** Dates are texts here. */
  readonly disclosed: readonly (Omit<DisclosedDecision, "decidedAt"> & { readonly decidedAt: string })[];
}

/** Returns the latest revision; undefined before a concept compiled. */
export async function findLatestRevision(db: Queryable, projectId: string): Promise<PlanRevisionRow | undefined> {
  const rows = await db.query<PlanRevisionRow>(sql`-- find_latest_plan_revision
    select id, revision, created_at, origin, plan, scenario, rule_inputs, rule_evidence, disclosed
    from plan_revision
    where project_id = ${projectId}
    order by revision desc
    limit 1`);
  return rows[0];
}

/** Returns the number of the latest revision; 0 before a concept compiled. */
export async function latestRevisionNumber(db: Queryable, projectId: string): Promise<number> {
  const rows = await db.query<{ revision: number }>(sql`-- find_latest_plan_revision_number
    select coalesce(max(revision), 0)::integer as revision
    from plan_revision
    where project_id = ${projectId}`);
  return rows[0]?.revision ?? 0;
}

/** A revision before it is stored. */
export type NewPlanRevision = Pick<
  PlanRevisionRow,
  "origin" | "plan" | "scenario" | "rule_inputs" | "rule_evidence"
> & { readonly disclosed: readonly DisclosedDecision[]; readonly projectId: string; readonly proposalId: string };

/** Stores the next revision of a concept. The caller holds the row of the session. */
export async function insertRevision(
  db: Queryable,
  { projectId, proposalId, origin, plan, scenario, rule_inputs, rule_evidence, disclosed }: NewPlanRevision,
): Promise<{ readonly id: string; readonly revision: number }> {
  const rows = await db.query<{ id: string; revision: number }>(sql`-- insert_plan_revision
    insert into plan_revision (
      id, project_id, revision, proposal_id, origin, plan, hash, scenario, rule_inputs, rule_evidence, disclosed
    )
    select ${newId("planRevision")}, ${projectId}, coalesce(max(revision), 0) + 1, ${proposalId}, ${json(origin)}::jsonb,
      ${json(plan)}::jsonb, ${plan.hash}, ${json(scenario)}::jsonb, ${json(rule_inputs)}::jsonb,
      ${json(rule_evidence)}::jsonb, ${json(disclosed)}::jsonb
    from plan_revision
    where project_id = ${projectId}
    returning id, revision`);
  const [row] = rows;
  if (!row) throw new Error("the revision was not stored");
  return row;
}

/** What answers may tell of a concept: everything but its geometry. */
export interface ConceptRecord extends Pick<PlanRevisionRow, "revision" | "created_at" | "scenario" | "disclosed"> {
  readonly plan: Pick<CompiledPlan, "metrics" | "conflicts" | "zoneFailures" | "notes">;
  /** Zones, buildings, basins and what else has numbers that are summed by zone, without their shapes. */
  readonly objects: readonly Omit<PlanObject, "shape">[];
  /** Parking stalls that are drawn one by one, by zone. */
  readonly stalls: readonly { readonly zoneId: string | null; readonly count: number }[];
  /** Notes of the proposal that was approved: what is assumed, and what is not evaluated. */
  readonly notes: readonly string[];
}

/** Returns the latest concept without its geometry, which may be large; undefined before a concept compiled. */
export async function findConceptRecord(db: Queryable, projectId: string): Promise<ConceptRecord | undefined> {
  const rows = await db.query<ConceptRecord>(sql`-- find_concept_record
    select r.revision, r.created_at, r.scenario, r.disclosed, p.notes,
      jsonb_build_object(
        'metrics', r.plan -> 'metrics', 'conflicts', r.plan -> 'conflicts',
        'zoneFailures', r.plan -> 'zoneFailures', 'notes', r.plan -> 'notes'
      ) as plan,
      (
        select coalesce(jsonb_agg(o - 'shape'), '[]'::jsonb)
        from jsonb_array_elements(r.plan -> 'objects') as o
        where o ->> 'objectType' in ('zone', 'building', 'amenity', 'stormwater_basin')
      ) as objects,
      (
        select coalesce(jsonb_agg(jsonb_build_object('zoneId', counted.zone, 'count', counted.stalls)), '[]'::jsonb)
        from (
          select o -> 'zoneId' as zone, count(*)::integer as stalls
          from jsonb_array_elements(r.plan -> 'objects') as o
          where o ->> 'objectType' in ('parking_stall', 'accessible_stall', 'ev_stall')
          group by o -> 'zoneId'
        ) as counted
      ) as stalls
    from plan_revision r
    join plan_proposal p on p.id = r.proposal_id
    where r.project_id = ${projectId}
    order by r.revision desc
    limit 1`);
  return rows[0];
}

/** Lists what scenarios show of each revision, newest first. */
export async function listSnapshots(
  db: Queryable,
  projectId: string,
): Promise<Pick<PlanRevisionRow, "id" | "revision" | "created_at" | "scenario" | "plan" | "disclosed">[]> {
  return db.query(sql`-- list_plan_snapshots
    select id, revision, created_at, scenario, disclosed,
      jsonb_build_object('metrics', plan -> 'metrics', 'conflicts', plan -> 'conflicts', 'hash', plan -> 'hash') as plan
    from plan_revision
    where project_id = ${projectId}
    order by revision desc
    limit 20`);
}
