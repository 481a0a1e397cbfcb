import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ModelUnusable, readChatModel, requireAnswering } from "../../../evals/chat-model.ts";
import type { RunRecord } from "../../../evals/run-record.ts";
import { type ChatReply, type ChatRequest, type OpenAiServer, startOpenAiServer } from "../../support/openai-server.ts";

/** A whole process with a database: no limit of speed is meant, only an end. */
const patience = 600_000;
const key = "sk-planted-9d1c7e";
const line = (value: unknown) => `${JSON.stringify(value)}\n`;
let folder: string;
let server: OpenAiServer | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-chat-model-"));
  const laws = [
    "A fence in a back yard shall be no taller than six feet. A fence in a front yard shall be no taller than four feet.",
    "A sign shall be no larger than nine square feet.",
  ];
  const questions = [
    { _id: "right", text: "How tall may a fence in a back yard be?", metadata: { answer_values: [6] } },
    { _id: "down", text: "How large may a sign be?", metadata: { answer_values: [9] } },
    {
      _id: "follow-up",
      text: "And in a front yard?",
      metadata: {
        answer_values: [4],
        previous: ["How tall may a fence in a back yard be?"],
        standalone: "How tall may a fence in a front yard be?",
      },
    },
    // Last in the order by which a limit chooses.
    { _id: "excess", text: "How tall may a fence be in a side yard?", metadata: { answer_values: [6] } },
    { _id: "unlabeled", text: "What is a sign?" },
  ];
  writeFileSync(
    join(folder, "corpus.jsonl"),
    laws.map((text, at) => line({ _id: `s${at}`, title: `${at + 1}.1 Rule`, text })).join(""),
  );
  writeFileSync(join(folder, "queries.jsonl"), questions.map(line).join(""));
  writeFileSync(
    join(folder, "qrels.tsv"),
    "right\ts0\t1\ndown\ts1\t1\nfollow-up\ts0\t1\nexcess\ts0\t1\nunlabeled\ts1\t1\n",
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Answers as a dutiful model would, and fails with 503 at the question about signs. */
function reply({ messages }: ChatRequest): ChatReply {
  const tokens = { input: 1_000, output: 50 };
  const asked = JSON.stringify(messages.findLast(({ role }) => role === "user")?.content ?? "");
  if (asked.includes("How large may a sign be")) return { kind: "status", status: 400 };
  if (asked.includes("Reply with the word")) return { kind: "text", text: "ready" };
  if (messages.at(-1)?.role !== "tool")
    return { kind: "tools", calls: [{ name: "search_knowledge", arguments: '{"query":"fence"}' }], tokens };
  const text = asked.includes("front yard")
    ? "A fence in a front yard shall be no taller than four feet [1]."
    : "A fence in a back yard shall be no taller than six feet [1].";
  return { kind: "text", text, tokens };
}

/** Runs `npm run evals` with only these settings of a model. */
function evals(settings: Readonly<Record<string, string>>, ...argv: string[]) {
  const script = join(import.meta.dirname, "../../../evals/run-evals.ts");
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...settings };
  return new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [script, ...argv], { env, encoding: "utf8" }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : error.code, stdout, stderr }),
    );
  });
}

describe("npm run evals -- --model", () => {
  it(
    "measures the answers of the model with tokens and price, and counts a failed turn as failed",
    async () => {
      server = await startOpenAiServer(reply);
      const out = join(folder, "out");
      const settings = {
        OPENAI_BASE_URL: server.baseUrl,
        OPENAI_API_KEY: key,
        CHAT_MODEL_SETTINGS: '{"*":{"temperature":0.2}}',
        RATES: '{"models":{"town-model":{"input_credits_per_1k":2,"output_credits_per_1k":10}}}',
      };
      const done = await evals(settings, folder, "--model", "town-model", "--limit", "3", "--out", out);
      expect(done, done.stderr).toMatchObject({ status: 0 });
      const record = readFileSync(join(out, "run.json"), "utf8");
      const run = JSON.parse(record) as RunRecord;
      const answers = run.suites[0]?.answers ?? [];
      expect(answers.map(({ query, outcome }) => [query, outcome])).toEqual([
        ["right", "right"],
        ["down", "failed"],
        ["follow-up", "right"],
      ]);
      expect(answers[1]).toMatchObject({ status: "failed", marks: { "answers where something does": false } });
      // Two calls a turn; the follow-up asks its earlier question first.
      expect(answers.map(({ use }) => use?.inputTokens)).toEqual([2_000, 0, 4_000]);
      // 6 x 2 credits of input and .3 x 10 of output.
      expect(run.suites[0]?.use).toMatchObject({ turns: 4, failedTurns: 1, outputTokens: 300, credits: 15 });
      expect(run.model).toMatchObject({
        id: "town-model",
        settings: { temperature: 0.2 },
        rate: { inputCreditsPer1k: 2, isListed: true },
      });
      expect(run.suites[0]?.retrieval).toEqual([]);

      const estimate = done.stdout.indexOf("town-model at ");
      expect(done.stdout.slice(estimate)).toMatch(/^town-model at \S+: 4 turns, estimated at [\d,]+ input .* credits/);
      expect(estimate).toBeLessThan(done.stdout.indexOf("## "));
      expect(done.stdout).toContain("15.000 credits by RATES");
      const report = readFileSync(join(out, "report.html"), "utf8");
      expect(report).toContain("6,000 input and 300 output tokens, 15.000 credits by RATES");
      expect(report).toContain("The turn failed: model.");
      expect([record, report, done.stdout, done.stderr].some((text) => text.includes(key))).toBe(false);
      const asked = server.requests.filter(({ messages }) => JSON.stringify(messages).includes("And in a front yard?"));
      expect(JSON.stringify(asked[0]?.messages)).toContain("no taller than six feet");
    },
    patience,
  );

  it(
    "ends with status 2 and one sentence where there is no endpoint, no such model, or no server",
    async () => {
      const without = await evals({}, folder, "--model", "town-model");
      expect(without).toMatchObject({ status: 2, stdout: "" });
      expect(without.stderr).toMatch(/^--model town-model needs an endpoint: set OPENAI_BASE_URL [^\n]*\n$/);

      const body = JSON.stringify({ error: { message: `The model does not exist; key ${key}`, type: "not_found" } });
      server = await startOpenAiServer(() => ({ kind: "status", status: 404, body }));
      const settings = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: key };
      const refusalOf = (id: string) =>
        requireAnswering(readChatModel(id, settings)).then(
          () => "",
          (error: unknown) => (error instanceof ModelUnusable ? error.message : `not for the caller: ${error}`),
        );
      const unknown = await refusalOf("no-model");
      expect(unknown).toMatch(/^--model no-model does not answer at \S+ \(404 .*does not exist.*\); [^\n]*$/);
      expect(unknown).not.toContain(key);
      await server.close();
      expect(await refusalOf("town-model")).toMatch(/^--model town-model does not answer at [^\n]*$/);
      expect(() => readChatModel("town-model", { ...settings, CHAT_MODEL_SETTINGS: "{" })).toThrow(
        new ModelUnusable("CHAT_MODEL_SETTINGS is not JSON"),
      );
    },
    patience,
  );
});
