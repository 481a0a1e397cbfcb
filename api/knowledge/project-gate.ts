import { type Database, makeUnchangedReads } from "../../migrations/index.ts";
import type { Viewer } from "../access/project-visibility.repository.ts";
import { problem } from "../http/problem.ts";
import { findGate, type GateRow } from "./project-gate.repository.ts";

/** Facts of a project's land that condition a question about "my lot". */
export interface SiteFacts {
  /** Verified zoning codes of the parcels, without repeats. */
  readonly zoningCodes: readonly string[];
  readonly jurisdiction: string | null;
}

/** A project that may be searched and asked: what its corpora are, and what is known of its land. */
export interface ReadyProject {
  readonly projectId: string;
  readonly orgId: string;
  readonly corpusIds: readonly string[];
  readonly site: SiteFacts;
}

/**
 * Gives a project for search and agent work.
 *
 * @throws Problem not_found for an unknown or invisible project, bootstrap_not_ready while it is being built,
 *         zoning_verification_required while a parcel's zoning is unverified
 */
export type GetReadyProject = (viewer: Viewer, projectId: string) => Promise<ReadyProject>;

/** Throws Problem not_found unless the principal may see the project; gives its organization. */
export type GetVisibleProject = (viewer: Viewer, projectId: string) => Promise<{ readonly orgId: string }>;

/** A project that is not there, or not for this caller: the two are told alike. */
export const noSuchProject = () => problem("not_found", { detail: "No project of yours has that id." });

/** Lets questions through to the projects that can answer them. */
export function makeProjectGate(db: Database): {
  readonly getReadyProject: GetReadyProject;
  readonly getVisibleProject: GetVisibleProject;
} {
  const gates = makeUnchangedReads<GateRow | undefined>(db);

  async function find(viewer: Viewer, projectId: string): Promise<GateRow> {
    const read = () => findGate(db, viewer, projectId);
    const { orgId, userId, seesAllProjects } = viewer;
    // A server would have to be asked what has changed, which costs as much as the read.
    const isKnownHere = db.ownChanges !== undefined;
    const gate = await (isKnownHere ? gates([orgId, userId, seesAllProjects, projectId].join(" "), read) : read());
    if (!gate) throw noSuchProject();
    return gate;
  }

  return {
    getVisibleProject: async (viewer, projectId) => ({ orgId: (await find(viewer, projectId)).org_id }),
    async getReadyProject(viewer, projectId) {
      const gate = await find(viewer, projectId);
      const poll = `/v1/projects/${projectId}`;
      if (gate.status === "zoning_verification_required") throw problem("zoning_verification_required", { poll });
      if (gate.status === "bootstrapping") throw problem("bootstrap_not_ready", { poll, retry_after_seconds: 5 });
      if (gate.status === "failed") {
        throw problem("bootstrap_not_ready", {
          poll,
          detail: "The project could not be set up; its readiness says why. Create it again.",
        });
      }
      return {
        projectId,
        orgId: gate.org_id,
        corpusIds: gate.corpus_ids,
        site: {
          zoningCodes: gate.zoning_codes,
          jurisdiction: gate.jurisdiction?.municipality ?? null,
        },
      };
    },
  };
}
