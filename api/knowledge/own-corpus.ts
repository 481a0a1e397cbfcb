import { createCorpus } from "../../ingest/index.ts";
import type { Queryable } from "../../migrations/index.ts";
import * as corpora from "./project-corpora.repository.ts";

/** What the corpora of a project's own are for; it has at most one of each. */
export type OwnLane = "municipal" | "supplemental" | "upload";

const corpusOf = {
  municipal: { kind: "ordinance", title: "Governing ordinance of" },
  supplemental: { kind: "supplemental", title: "Supplemental ordinances of" },
  upload: { kind: "upload", title: "Documents of" },
} as const;

/** Gives the project's own corpus of a lane, made when there is none; who asks at the same time waits and gets the same. */
export async function ensureOwnCorpus(
  transaction: Queryable,
  { orgId, projectId }: { readonly orgId: string; readonly projectId: string },
  lane: OwnLane,
): Promise<string> {
  const project = await corpora.lockProject(transaction, projectId);
  const found = await corpora.findOwnCorpus(transaction, projectId, lane);
  if (found !== undefined) return found;
  const { kind, title } = corpusOf[lane];
  const corpusId = await createCorpus(transaction, {
    orgId,
    projectId,
    kind,
    title: `${title} ${project?.name ?? ""}`,
    jurisdictionKey: null,
  });
  await corpora.addProjectCorpus(transaction, projectId, corpusId, lane);
  return corpusId;
}
