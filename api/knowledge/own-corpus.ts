import { createCorpus } from "../../ingest/index.ts";
import type { Queryable } from "../../migrations/index.ts";
import { JobFailure } from "../jobs/job.ts";
import * as corpora from "./project-corpora.repository.ts";

/** Lanes of a project's private corpora; it has at most one corpus in each. */
export type OwnLane = "municipal" | "county" | "supplemental" | "upload" | "gis";

const corpusOf = {
  municipal: { kind: "ordinance", title: "Governing ordinance of" },
  county: { kind: "ordinance", title: "County ordinance of" },
  supplemental: { kind: "supplemental", title: "Supplemental ordinances of" },
  upload: { kind: "upload", title: "Documents of" },
  gis: { kind: "gis", title: "Map data of" },
} as const;

/**
 * Returns the project's own corpus of a lane, and creates it when there is none. Concurrent calls get the same corpus.
 *
 * @throws JobFailure `project_deleted`
 */
export async function ensureOwnCorpus(
  transaction: Queryable,
  { orgId, projectId }: { readonly orgId: string; readonly projectId: string },
  lane: OwnLane,
): Promise<string> {
  const project = await corpora.lockProject(transaction, projectId);
  if (!project) throw projectDeleted();
  const found = await corpora.findOwnCorpus(transaction, projectId, lane);
  if (found !== undefined) return found;
  const { kind, title } = corpusOf[lane];
  const corpusId = await createCorpus(transaction, {
    orgId,
    projectId,
    kind,
    title: `${title} ${project.name}`,
    jurisdictionKey: null,
  });
  await corpora.addProjectCorpus(transaction, projectId, corpusId, lane);
  return corpusId;
}

const projectDeleted = () =>
  new JobFailure(
    { code: "project_deleted", detail: "The project was deleted while the document was read." },
    { isPermanent: true },
  );
