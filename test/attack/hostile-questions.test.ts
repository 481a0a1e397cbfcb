import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedService, startService } from "../../evals/start-service.ts";
import { longestHoldDuring, longestHoldMs, watchedSettings } from "../support/loop-hold.ts";
import { sampleOrdinance } from "../support/sample-ordinance.ts";
import { makeServiceCalls } from "../support/service-calls.ts";

const longestQuestion = 4_000;
/** The most a turn may take, on a machine that does other work too. */
const budgetMs = 60_000;

let folder: string;
let watchFile: string;
let service: StartedService;
let projectId: string;
const calls = makeServiceCalls(() => ({ baseUrl: service.baseUrl, key: service.key ?? "" }));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "groundwork-hostile-questions-"));
  watchFile = join(folder, "loop.json");
  service = await startService({
    DATA_DIR: join(folder, "data"),
    RATE_LIMITS: "off",
    ...watchedSettings(watchFile),
  });
  projectId = await calls.createProject();
  const { jobId } = await calls.sendFile(projectId, await sampleOrdinance());
  await calls.pollUntil(`/v1/uploads/${jobId}`, (json) => json.status === "ready");
  await ask("How tall may a fence be in the front yard?");
}, 180_000);
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const ask = (question: string, key = service.key ?? "") =>
  calls.call("POST", `/v1/projects/${projectId}/messages`, { question }, { authorization: `Bearer ${key}` });
const admin = promisify(execFile);

/** Creates a further key of the organization, as an operator does while the service runs. */
async function mintKey(name: string): Promise<string> {
  const command = [join(import.meta.dirname, "../../api/admin.ts"), "keys", "create", "--name", name, "--json"];
  const env = { ...process.env, DATA_DIR: join(folder, "data") };
  return JSON.parse((await admin(process.execPath, command, { env })).stdout).key;
}

const search = (query: string) => calls.call("POST", `/v1/projects/${projectId}/search`, { query });

const knownUnits = [
  "\u{10000} ",
  "§1,",
  "§ 1.",
  "Section 1.",
  "1,",
  "1 ",
  "Section 5-",
  "bed room ",
  "can i build a ",
  "(",
  "[1]",
  '"',
  "—",
];
const unit = fc.oneof(
  fc.constantFrom(...knownUnits, "R-1, ", "1/2 ", "front side rear ", "one hundred ", ". A ", "?", "a\n", "a"),
  fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 8 })
    .filter((text) => /\S/.test(text) && !text.includes("\u0000")),
  fc
    .array(fc.constantFrom("§", "1", "-", " ", "(", ")", ",", ".", "R", "feet", "section", "lot", "and"), {
      minLength: 1,
      maxLength: 6,
    })
    .map((parts) => `x${parts.join("")}`),
);
/** Repeats a text up to a length, without half of a surrogate pair at the end, which is no text. */
const repeated = (text: string, length: number) =>
  text
    .repeat(Math.ceil(length / text.length))
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, "");

describe("POST /v1/projects/{project_id}/messages", () => {
  it.each(knownUnits)(
    "answers 4,000 characters of %j within the budget of a turn, and leaves the event loop free",
    async (text) => {
      const startedAt = performance.now();
      const hold = await longestHoldDuring(watchFile, async () => {
        const answer = await ask(repeated(text, longestQuestion));
        expect([answer.status, answer.json.status]).toEqual([200, "succeeded"]);
      });
      expect(performance.now() - startedAt).toBeLessThan(budgetMs);
      expect(hold).toBeLessThan(longestHoldMs);
    },
    budgetMs * 2,
  );

  it("answers any question of 4,000 characters within the budget of a turn, and leaves the event loop free", async () => {
    await fc.assert(
      fc.asyncProperty(unit, async (text) => {
        const startedAt = performance.now();
        const hold = await longestHoldDuring(watchFile, async () => {
          const answer = await ask(repeated(text, longestQuestion));
          expect([answer.status, answer.json.status]).toEqual([200, "succeeded"]);
        });
        expect(performance.now() - startedAt).toBeLessThan(budgetMs);
        expect(hold).toBeLessThan(longestHoldMs);
      }),
      { numRuns: 10 },
    );
  }, 900_000);
});

describe("six turns at the same time", () => {
  const question = repeated("can i build a ", longestQuestion);

  it("run side by side for three keys, and leave the event loop free", async () => {
    const keys = [service.key ?? "", await mintKey("second"), await mintKey("third")];
    const hold = await longestHoldDuring(watchFile, async () => {
      const answers = await Promise.all([...keys, ...keys].map((key) => ask(question, key)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    });
    expect(hold).toBeLessThan(longestHoldMs);
  }, 120_000);

  it("are refused beyond two for one key", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(question)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(refused.map(({ json }) => json.code)).toEqual(refused.map(() => "concurrency_limit_exceeded"));
    expect(refused).toHaveLength(4);
  }, 120_000);
});

describe("POST /v1/projects/{project_id}/search", () => {
  it.each(knownUnits)(
    "answers 2,000 characters of %j and leaves the event loop free",
    async (text) => {
      const hold = await longestHoldDuring(watchFile, async () => {
        expect((await search(repeated(text, 2_000))).status).toBe(200);
      });
      expect(hold).toBeLessThan(longestHoldMs);
    },
    budgetMs,
  );
});
