import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const tracked = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter(Boolean);
const sources = tracked.filter((path) => path.endsWith(".ts") && !path.startsWith("test/"));
const read = (path: string) => readFileSync(join(root, path), "utf8");

describe("the house", () => {
  it("has no folder at the top besides its rooms", () => {
    const folders = new Set(tracked.flatMap((path) => (path.includes("/") ? [path.split("/")[0]] : [])));
    const visible = [...folders].filter((folder) => !folder?.startsWith("."));
    expect(visible.sort()).toEqual(["agent", "api", "evals", "ingest", "migrations", "retrieval", "test"]);
  });

  it("reads the environment only where it is composed", () => {
    const readers = sources.filter((path) => /process\.env\b/.test(read(path)));
    expect(readers.filter((path) => !path.startsWith("evals/") && !path.startsWith("api/boot/"))).toEqual([]);
  });

  it("leaves nothing for later: no marker of unfinished work in the code", () => {
    const marked = sources.filter((path) => /\b(TODO|FIXME|XXX|HACK)\b/.test(read(path)));
    expect(marked).toEqual([]);
  });
});
