import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";

const usage = `Sends valid, nearly valid and hostile requests to every operation and checks what comes back.

  npm run fuzz -- [--runs 500] [--seed 1] [--seconds 600] [--only searchProject]

  --runs     requests to each operation
  --seed     makes the same requests again; a new one each time unless given
  --seconds  when to stop although requests are left
  --only     one operation
  --kills    instead of it, kills the service after every statement of paid work, one after the other`;

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "500" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    seconds: { type: "string", default: "600" },
    only: { type: "string" },
    kills: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (values.help) {
  console.log(usage);
  process.exit(0);
}
for (const name of ["runs", "seed", "seconds"] as const) {
  if (/^\d{1,10}$/.test(values[name]) && (name === "seed" || Number(values[name]) > 0)) continue;
  console.error(`--${name} must be a positive whole number, not "${values[name]}".\n\n${usage}`);
  process.exit(2);
}

const root = join(import.meta.dirname, "../..");
const only = values.only === undefined ? [] : ["--testNamePattern", `^.* ${values.only} `];
const tests = values.kills ? ["test/attack/killed-steps.test.ts"] : ["test/fuzz", ...only];
const settings = { FUZZ_RUNS: values.runs, FUZZ_SEED: values.seed, FUZZ_SECONDS: values.seconds };
const run = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...tests], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, ...settings, ...(values.kills ? { KILL_AT: "all" } : {}) },
});
process.exit(run.status ?? 1);
