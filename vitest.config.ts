import { defineConfig } from "vitest/config";
import { cacheCompiledModules } from "./api/boot/compile-cache.ts";

// The workers, and the processes that tests start, inherit the folder from the environment of this process.
cacheCompiledModules();

/** Tests of functions: they start nothing that outlives them, so one worker runs them all without loading anew. */
const pure = ["test/house", "test/property", "test/unit"].map((folder) => `${folder}/**/*.test.ts`);

/**
 * Tests that kill processes again and again, send them what is meant to stop them, or let them wait for services that hang;
 * each takes up to a minute or two.
 */
const endurance = [
  "test/attack/{big-files,hostile-layouts,hostile-questions,killed-deletions,killed-steps,killed-turn}.test.ts",
  // Services of the demo town fail, are waited for, and are tried again.
  "test/api/demo-town/failing-services.test.ts",
  "test/fault/providers/bootstrap-faults.test.ts",
  "test/fault/reports/killed-report.test.ts",
  "test/fault/ingest/{failed-once,killed-bootstrap,killed-process,killed-source,lost-lease}.test.ts",
  // Recognizes the text of pages in every way they can be scanned; an uploaded scan is read in the tests of services.
  "test/unit/ingest/scanned-documents.test.ts",
  // Draws half a minute of site plans, of which the tests of functions draw half.
  "test/property/site-plan/whole-public-cases.test.ts",
];

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "functions", include: pure, exclude: endurance, isolate: false } },
      // The engines that a file opens serve the next files of its worker: see `test/support/engine-pool.ts`.
      {
        extends: true,
        test: { name: "services", include: ["test/**/*.test.ts"], exclude: [...pure, ...endurance], isolate: false },
      },
      { extends: true, test: { name: "endurance", include: endurance } },
    ],
    // The codes of the features, which a process gets from the composed service.
    setupFiles: ["api/boot/feature-problems.ts"],
    globalSetup: ["test/support/template-database.ts"],
    // Tests start the embedded engine and real servers: more at once than cores makes them slower, not faster.
    maxWorkers: 2,
    // A machine that does other work too may need minutes for what takes seconds.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // What is waited for comes however slow the machine is; a poll ends just before its test would.
    expect: { poll: { timeout: 110_000 } },
  },
});
