import type { FetchPolicy } from "../../../ingest/index.ts";
import type { Database, Queryable } from "../../../migrations/index.ts";
import { type FieldError, validationProblem } from "../../http/problem.ts";
import { decideSource, type KeptDecision, type SourceRequest } from "./decide-source.ts";
import { type GisScope, gisKey } from "./gis-key.ts";
import { readAddressOrFault } from "./read-address.ts";
import { settlingCategories } from "./route-source.ts";
import { shownAddress } from "./source-address.ts";
import type { SourceOwner, Sources } from "./sources.service.ts";

/** The sources that a create request lists. */
export interface PendingRequest {
  readonly pending_supplemental_sources?: readonly PendingSource[];
  readonly pending_gis_sources?: readonly PendingGisSource[];
}

/** A GIS service that a project is to be created with. */
export interface PendingGisSource {
  readonly url: string;
  readonly scope: GisScope;
  readonly jurisdiction_name?: string;
}

/** A supplemental source that a project is to be created with. */
export interface PendingSource {
  readonly url: string;
  readonly title?: string;
  readonly category?: string;
  readonly authority_scope?: string;
}

/** A pending source with what will be done about it. */
export interface PlannedSource {
  readonly request: SourceRequest;
  readonly decision: KeptDecision;
  /** The address as it may be shown. */
  readonly shownUrl: string;
}

/** The sources that a project is created with. */
export interface PendingSources {
  /**
   * Decides what will be done about each; writes nothing.
   *
   * @throws Problem validation_failed naming each bad address
   */
  plan(
    pending: PendingRequest,
    jurisdiction: SourceOwner["project"]["jurisdiction"],
  ): Promise<readonly PlannedSource[]>;
  /**
   * Keeps them in the transaction that creates the project; gives the jobs to announce.
   *
   * @throws Problem free_tier_limit, house_paid_daily_limit
   */
  keep(transaction: Queryable, owner: SourceOwner, planned: readonly PlannedSource[]): Promise<readonly string[]>;
}

const field = "pending_supplemental_sources";
const gisField = "pending_gis_sources";
const asSource = ({ url, scope, jurisdiction_name: title = "" }: PendingGisSource): PendingSource => ({
  url,
  title,
  category: "gis",
  authority_scope: scope,
});

function plannedService(request: SourceRequest, place: SourceOwner["project"]["jurisdiction"]): PlannedSource {
  const status = request.refusal === null ? "queued" : "rejected";
  const message = request.refusal ?? "";
  const jurisdictionKey = gisKey(place, request.url, request.authorityScope as GisScope);
  const decision = { status, lane: "gis", confidence: "high", message, jurisdictionKey } as const;
  return { request, decision, shownUrl: shownAddress(request.url.href) };
}

/** Makes them. Listing a source as supplemental is the caller's decision: nothing is asked back about it. */
export function makePendingSources(deps: {
  readonly db: Database;
  readonly policy: FetchPolicy;
  readonly sources: Pick<Sources, "keep">;
}): PendingSources {
  return {
    async plan(pending, jurisdiction) {
      const requests = readAll(pending.pending_supplemental_sources ?? [], deps.policy, field);
      const services = readAll((pending.pending_gis_sources ?? []).map(asSource), deps.policy, gisField);
      const project = { org_id: "", jurisdiction, has_governing_ordinance: true };
      const planned: PlannedSource[] = [];
      for (const request of requests) {
        const decision = await decideSource(deps.db, project, { ...request, category: settled(request.category) });
        const kept =
          decision.status === "governing" ? { ...decision, status: "needs_confirmation" as const } : decision;
        planned.push({ request, decision: kept, shownUrl: shownAddress(request.url.href) });
      }
      return [...planned, ...services.map((service) => plannedService(service, jurisdiction))];
    },
    async keep(transaction, owner, planned) {
      const jobIds: string[] = [];
      for (const { request, decision } of planned) {
        const { jobId } = await deps.sources.keep(transaction, owner, request, decision);
        if (jobId !== null) jobIds.push(jobId);
      }
      return jobIds;
    },
  };
}

function settled(category: string): string {
  const isDocument = (settlingCategories.document as readonly string[]).includes(category.trim().toLowerCase());
  return isDocument ? "document" : "supplemental";
}

function readAll(pending: readonly PendingSource[], policy: FetchPolicy, list: string): SourceRequest[] {
  const errors: FieldError[] = [];
  const seen = new Map<string, number>();
  const requests = pending.flatMap((source, index): SourceRequest[] => {
    const read = readAddressOrFault(source.url, policy, `${list}[${index}].url`);
    if ("message" in read) {
      errors.push(read);
      return [];
    }
    const first = seen.get(read.url.href);
    if (first !== undefined) {
      const message = `is the same as ${list}[${first}].url`;
      errors.push({ field: `${list}[${index}].url`, code: "duplicate", message });
      return [];
    }
    seen.set(read.url.href, index);
    const { title = "", category = "", authority_scope: authorityScope = "" } = source;
    return [{ ...read, title, category, authorityScope }];
  });
  if (errors.length > 0) throw validationProblem(errors);
  return requests;
}
