import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../support/room-sources.ts";

const read = (path: string) => readFileSync(join(repositoryRoot, path), "utf8");

/** Every setting that the service reads: what its reader calls by a name in capitals. */
const settings = [
  ...new Set(
    (read("api/boot/config.ts") + read("api/boot/provider-settings.ts")).match(/(?<=")[A-Z][A-Z0-9_]{2,}(?=")/g),
  ),
];

/** Settings that `compose.yaml` does not hand on, and why. */
const notInCompose: Readonly<Record<string, string>> = {
  DATA_DIR: "the image has a volume for it",
  RATE_LIMITS: "they are off on a loopback address only, and a container listens on all",
};

const missingIn = (text: string, pattern: (name: string) => RegExp) =>
  settings.filter((name) => !pattern(name).test(text));

describe("a setting", () => {
  it("is told in the README", () => {
    expect(settings.length).toBeGreaterThan(25);
    expect(missingIn(read("README.md"), (name) => new RegExp(`\`${name}\``))).toEqual([]);
  });

  it("has a line in the example of an environment", () => {
    expect(missingIn(read(".env.example"), (name) => new RegExp(`^(?:# )?${name}(?:=| is at the end)`, "m"))).toEqual(
      [],
    );
  });

  it("is handed on to the containers, unless there is a reason", () => {
    const missing = missingIn(read("compose.yaml"), (name) => new RegExp(`^ +${name}:`, "m"));
    expect(missing.sort()).toEqual(Object.keys(notInCompose).sort());
  });
});
