import { defineConfig } from "vitest/config";
import { cacheCompiledModules } from "./api/boot/compile-cache.ts";

// The workers, and the processes that tests start, inherit the folder from the environment of this process.
cacheCompiledModules();

/** What every source file keeps to: part of the static checks. */
const house = ["test/house/**/*.test.ts"];

/** Tests of functions: they start nothing that outlives them, so one worker runs them all without loading anew. */
const pure = ["test/property", "test/unit"].map((folder) => `${folder}/**/*.test.ts`);

/**
 * Tests that take long by what they start or draw: servers, browsers and command lines as processes of their own, readings of
 * scans, whole projects of the demo town, and site plans by the hundred.
 */
const slow = [
  "test/api/delivery/report-endings.test.ts",
  "test/api/demo-town/{gis-sources,maps,projects,projects-connector,site-plans}.test.ts",
  "test/api/knowledge/scanned-uploads.test.ts",
  "test/browser/**/*.test.ts",
  "test/contract/generated-client.test.ts",
  "test/fault/ingest/ocr-engine.test.ts",
  "test/fault/processes/**/*.test.ts",
  "test/fuzz/contract.test.ts",
  "test/property/site-plan/**/*.test.ts",
  "test/unit/evals/{chat-model,run-evals}.test.ts",
  "test/unit/ingest/read-document.test.ts",
];

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
  // Recognizes the text of pages in every way they can be scanned; an uploaded scan is read in the slow tests.
  "test/unit/ingest/scanned-documents.test.ts",
  // Draws half a minute of site plans, of which the slow tests draw half.
  "test/property/site-plan/whole-public-cases.test.ts",
];

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "functions", include: pure, exclude: [...slow, ...endurance], isolate: false } },
      // The engines that a file opens serve the next files of its worker: see `test/support/engine-pool.ts`.
      {
        extends: true,
        test: {
          name: "services",
          include: ["test/**/*.test.ts"],
          exclude: [...house, ...pure, ...slow, ...endurance],
          isolate: false,
        },
      },
      { extends: true, test: { name: "slow", include: slow, exclude: endurance, isolate: false } },
      { extends: true, test: { name: "house", include: house, isolate: false } },
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
