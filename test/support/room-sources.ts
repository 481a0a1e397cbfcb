import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** The root of the repository. */
export const repositoryRoot = join(import.meta.dirname, "../..");

/** The paths of all source files of the rooms that serve, from the root; files not yet committed among them. */
export function roomSources(): string[] {
  const rooms = ["migrations", "ingest", "retrieval", "agent", "api"].map((room) => `${room}/*.ts`);
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", ...rooms], {
    cwd: repositoryRoot,
    encoding: "utf8",
  });
  return listed.split("\n").filter((path) => path !== "");
}
