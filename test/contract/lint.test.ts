import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const require = createRequire(import.meta.url);
const linter = join(dirname(require.resolve("@redocly/cli/package.json")), "bin/cli.js");

it("the reviewed document has no fault and no warning for the linter", async () => {
  // The linter stays on this machine: it neither reports its use nor asks for newer versions.
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const args = [linter, "lint", "test/contract/openapi.json", "--format", "json", "--config", "redocly.yaml"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env }).catch(
    (failed: { stdout: string }) => failed,
  );
  const { totals, problems } = JSON.parse(stdout) as {
    totals: object;
    problems: { ruleId: string; message: string }[];
  };
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
}, 120_000);
