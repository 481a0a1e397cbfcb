import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const houseLimit = 400;

const sources = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "" && !path.startsWith("test/"));
const lines = (path: string) => readFileSync(join(root, path), "utf8").split("\n").length;

describe("a source file", () => {
  it.each(sources)("%s holds one idea in at most 400 lines", (path) => {
    expect(lines(path)).toBeLessThanOrEqual(houseLimit);
  });
});
