import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // The codes of the features, which a process gets from the composed service.
    setupFiles: ["api/boot/feature-problems.ts"],
    globalSetup: ["test/support/template-database.ts"],
    // Tests start the embedded engine and real servers: more at once than cores makes them slower, not faster.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes however slow the machine is; a poll ends just before its test would.
    expect: { poll: { timeout: 55_000 } },
  },
});
