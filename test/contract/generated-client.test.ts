import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { createClient } from "@hey-api/openapi-ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedService, startService } from "../../evals/start-service.ts";
import { layEmptyStore } from "../support/database.ts";
import { clientWalk } from "./client-walk.ts";

const compiler = join(import.meta.dirname, "../../node_modules/typescript/bin/tsc");
const ordinance = `# Zoning

## 1 Fences

A fence in a front yard shall be no taller than four feet.

## 2 Lots

The minimum lot area in the R-2 district is 10,000 square feet.
`;

/** As strict as the project itself, and with the declarations of libraries checked too. */
const strict = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    noImplicitOverride: true,
    module: "nodenext",
    target: "es2024",
    lib: ["es2024", "dom", "dom.iterable"],
    types: [],
    outDir: "built",
    rootDir: ".",
  },
  include: ["**/*.ts"],
};

let folder: string;
let service: StartedService;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "groundwork-client-"));
  await layEmptyStore(join(folder, "store"));
  service = await startService({ DATA_DIR: join(folder, "store") });
}, 120_000);
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Makes the client from the document that the running service serves, compiles it, and gives the walk. */
async function compiledWalk(): Promise<(baseUrl: string, key: string, ordinance: string) => Promise<unknown>> {
  const served = await fetch(`${service.baseUrl}/v1/openapi.json`);
  await createClient({
    input: (await served.json()) as Record<string, unknown>,
    output: { path: join(folder, "sources", "client"), module: { extension: ".js" } },
    plugins: ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"],
    logs: { level: "silent", file: false },
  });
  const sources = join(folder, "sources");
  await writeFile(join(sources, "walk.ts"), clientWalk);
  await writeFile(join(sources, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(sources, "tsconfig.json"), JSON.stringify(strict));
  const compiled = await promisify(execFile)(process.execPath, [compiler, "-p", sources]).then(
    () => "",
    (failed: { stdout: string }) => failed.stdout,
  );
  expect(compiled).toBe("");
  const built = await import(/* @vite-ignore */ pathToFileURL(join(sources, "built", "walk.js")).href);
  return built.walk;
}

describe("a client generated from the served document", () => {
  it("compiles under strict TypeScript and leads from a new project to a cited answer", async () => {
    const walk = await compiledWalk();
    const walked = await walk(service.baseUrl, service.key ?? "", ordinance);
    expect(walked).toMatchObject({
      projectId: expect.stringMatching(/^prj_/),
      answer: expect.stringContaining("four feet"),
      refusal: "not_found",
      badField: "top_k",
    });
    const { quotes, markers, balance } = walked as { quotes: string[]; markers: number[]; balance: number };
    expect(quotes.join(" ")).toContain("no taller than four feet");
    expect(markers[0]).toBe(1);
    expect(balance).toBeLessThan(10_000);
  }, 180_000);
});

describe("a client that keeps its connection between two polls", () => {
  it("is promised that it may rest for longer than a minute", async () => {
    const agent = new Agent({ keepAlive: true });
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${service.baseUrl}/health`, { agent }, resolve).on("error", reject);
    });
    answer.resume();
    agent.destroy();
    const seconds = /timeout=(\d+)/.exec(String(answer.headers["keep-alive"]))?.[1];
    expect(Number(seconds)).toBeGreaterThan(60);
  });
});
