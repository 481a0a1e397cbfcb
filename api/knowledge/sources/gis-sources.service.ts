import type { FetchPolicy } from "../../../ingest/index.ts";
import type { Database, Queryable } from "../../../migrations/index.ts";
import type { IdempotencyHandle } from "../../http/operation.ts";
import type { Principal } from "../../http/principal.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { noSuchProject } from "../project-gate.ts";
import { gisKey } from "./gis-key.ts";
import { isMapFile } from "./gis-links.ts";
import { findGisService } from "./gis-services.repository.ts";
import type { AddedGisSourceView, AddGisSourceBody } from "./gis-sources.model.ts";
import { readAddressOrFault } from "./read-address.ts";
import { isThere } from "./source-standing.ts";
import * as repository from "./sources.repository.ts";
import type { Sources } from "./sources.service.ts";

/** What callers can do with GIS services. */
export interface GisSources {
  /**
   * Registers a service for the jurisdiction of a project; `isKept` is false where nothing was written.
   *
   * @throws Problem not_found, free_tier_limit, house_paid_daily_limit
   */
  add(
    principal: Principal,
    projectId: string,
    body: AddGisSourceBody,
    idempotency: IdempotencyHandle | undefined,
  ): Promise<{ readonly view: AddedGisSourceView; readonly isKept: boolean }>;
}

const messages = {
  queued:
    "The service is looked at and its layers are read around the site. Poll the project, whose readiness lists the source and whose site knowledge lists the layers.",
  file: "The file is fetched, and its layers become layers of the project. Poll the project, whose readiness lists the source and whose site knowledge lists the layers.",
  registered:
    "The service was registered in this jurisdiction before. Its layers are read around the site; poll the project, whose readiness lists the source.",
  there: "The service is in this project already; nothing was done.",
};

/** Makes them. */
export function makeGisSources(deps: {
  readonly db: Database;
  readonly jobs: Pick<Jobs, "announce">;
  readonly policy: FetchPolicy;
  readonly sources: Pick<Sources, "keep">;
}): GisSources {
  return {
    async add(principal, projectId, body, idempotency) {
      const { url: given, scope } = body;
      const read = readAddressOrFault(given, deps.policy, "url");
      const view = (status: AddedGisSourceView["status"], message: string, found: number | null = null) => ({
        ...{ url: given, scope, status },
        ...{ rest_bases_found: found, message },
      });
      const work = async (transaction: Queryable) => {
        const project = await repository.lockSourceProject(transaction, principal, projectId);
        if (!project) throw noSuchProject();
        const refusal = "url" in read ? read.refusal : `${read.message}.`;
        if (!("url" in read) || refusal !== null) return { view: view("rejected", refusal ?? ""), jobId: null };
        const { url } = read;
        const jurisdictionKey = gisKey(project.jurisdiction, url, scope);
        const known =
          jurisdictionKey === null ? undefined : await findGisService(transaction, { jurisdictionKey, url: url.href });
        const queued = () =>
          known
            ? view("duplicate", messages.registered, known.restBases.length)
            : view("queued", isMapFile(url) ? messages.file : messages.queued);
        const standing = await repository.findStandingByUrl(transaction, projectId, url.href);
        // An earlier attempt under the same key got as far as this.
        if (standing && idempotency?.reference === standing.id) return { view: queued(), jobId: standing.job_id };
        if (standing && isThere(standing)) {
          return { view: view("duplicate", messages.there, known?.restBases.length ?? null), jobId: null };
        }
        const request = { url, title: body.jurisdiction_name ?? "", category: "gis", authorityScope: scope, refusal };
        const decision = { status: "queued", lane: "gis", confidence: "high", message: "", jurisdictionKey } as const;
        const { sourceId, jobId } = await deps.sources.keep(
          transaction,
          { principal, projectId, project },
          request,
          decision,
        );
        await idempotency?.saveReference(sourceId);
        return { view: queued(), jobId };
      };
      const { view: answered, jobId } = await deps.db.transaction(work);
      if (jobId !== null) deps.jobs.announce(jobId);
      return { view: answered, isKept: jobId !== null };
    },
  };
}
