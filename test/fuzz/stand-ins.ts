/** Kinds of resources that requests can name; each has several that exist, of the caller and of others. */
export const standInNames = [
  "project_id",
  "job_id",
  "document_id",
  "turn_id",
  "artifact_id",
  "token",
  "user_id",
  "cursor",
  "goal_hash",
] as const;
export type StandInName = (typeof standInNames)[number];

/** Members that name a resource under another name than its own. */
const otherNames: Readonly<Record<string, StandInName>> = {
  deliverable_id: "artifact_id",
  previous_turn_id: "turn_id",
  document_ids: "document_id",
  shared_with: "user_id",
  expected_goal_hash: "goal_hash",
};

/**
 * Gives the text that stands for an existing resource in a generated request, or undefined when the name is not one of
 * a resource. A request stays the same from run to run although the ids of what exists do not.
 */
export function standIn(name: string, index = 0): string | undefined {
  const kind = otherNames[name] ?? standInNames.find((known) => known === name);
  return kind === undefined ? undefined : `<<${kind}:${index}>>`;
}

/** Puts what exists in the place of every stand-in of a text. */
export async function withoutStandIns(
  text: string,
  find: (name: StandInName, index: number) => Promise<string>,
): Promise<string> {
  let resolved = text;
  for (const [whole, name, index] of text.matchAll(/<<([a-z_]+):(\d)>>/g)) {
    const kind = standInNames.find((known) => known === name);
    if (kind !== undefined) resolved = resolved.replace(whole, await find(kind, Number(index)));
  }
  return resolved;
}
