import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Baseline } from "../../../evals/baselines.ts";
import type { RunRecord } from "../../../evals/run-record.ts";

/** A whole process with a database: no limit of speed is meant, only an end. */
const patience = 600_000;
const line = (value: unknown) => `${JSON.stringify(value)}\n`;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-evals-"));
  const laws = [
    "A fence in a back yard shall be no taller than six feet.",
    "A sign shall be no larger than nine square feet.",
  ];
  writeFileSync(
    join(folder, "corpus.jsonl"),
    laws.map((text, at) => line({ _id: `s${at}`, title: `${at + 1}.1 Rule`, text })).join(""),
  );
  writeFileSync(
    join(folder, "queries.jsonl"),
    line({ _id: "q0", text: "How tall may a fence in a back yard be?", metadata: { answer_values: [6] } }) +
      line({ _id: "q1", text: "How large may a sign be?" }),
  );
  writeFileSync(join(folder, "qrels.tsv"), "q0\ts0\t1\nq1\ts1\t1\nq1\ts9\t1\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function evals(...argv: string[]) {
  const script = join(import.meta.dirname, "../../../evals/run-evals.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...argv], { encoding: "utf8" });
  return { status, stdout, stderr };
}

describe("npm run evals on a folder of one's own", () => {
  it(
    "measures it, keeps one record and one report, and compares with its baseline afterwards",
    () => {
      const [out, baselines] = [join(folder, "out"), join(folder, "baselines")];
      const common = ["--config", "bm25,hybrid+rerank", "--out", out, "--baselines", baselines];
      const written = evals(folder, ...common, "--write-baselines");
      expect(written, written.stderr).toMatchObject({ status: 0 });
      const run = JSON.parse(readFileSync(join(out, "run.json"), "utf8")) as RunRecord;
      expect(run.suites[0]?.retrieval.map(({ name }) => name)).toEqual(["bm25", "hybrid+rerank"]);
      expect(run.suites[0]?.retrieval[0]?.rankings[0]).toMatchObject({ query: "q0", measures: { "success@1": 1 } });
      expect(run.suites[0]?.citations.misquoted).toBe(0);
      expect(written.stdout).toContain("1 of 3 judged records are not in the law that was read");
      expect(run.configurationHash).toMatch(/^[0-9a-f]{16}$/);
      expect(existsSync(join(out, "report.html"))).toBe(true);

      const [name = ""] = [run.suites[0]?.name];
      const path = join(baselines, `${name}.json`);
      const baseline = JSON.parse(readFileSync(path, "utf8")) as Baseline;
      const [first = null, ...rest] = baseline.figures;
      const figures = [{ ...first, value: 2, tolerance: 0.01 }, ...rest];
      writeFileSync(path, JSON.stringify({ ...baseline, figures }));
      const regressed = evals(folder, ...common);
      expect(regressed.status).toBe(1);
      expect(regressed.stdout).toContain(`REGRESSED  ${name}`);
      expect(regressed.stdout).toContain(`baselines: ${rest.length} of ${figures.length} figures hold`);
    },
    patience,
  );

  it(
    "ends with status 2 and one sentence for what cannot be run",
    () => {
      const missing = evals(join(folder, "nowhere"));
      expect(missing.status).toBe(2);
      expect(missing.stderr).toMatch(/^\S+nowhere is no eval folder: give a path[^\n]*\n$/);
    },
    patience,
  );
});
