import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { conformanceTools } from "./conformance-tools.ts";

/**
 * Installs the official tools when they are not there, and holds the connector against them. Where they cannot be
 * installed it says so and ends well: an unreachable package mirror is no fault of the connector.
 */
const unavailable = conformanceTools.install();
if (unavailable !== null) {
  process.stdout.write(`skipped: the conformance of the connector; ${unavailable}\n`);
  process.exit(0);
}
const vitest = join(import.meta.dirname, "../../node_modules/vitest/vitest.mjs");
const done = spawnSync(process.execPath, [vitest, "run", join(import.meta.dirname, "conformance.test.ts")], {
  stdio: "inherit",
});
process.exit(done.status ?? 1);
