import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  analyserVersion,
  type Compute,
  encodeStaticModel,
  makeComputePool,
  makeStaticEmbedder,
  readStaticModel,
  type StaticModel,
} from "../../../ingest/index.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "groundwork-model-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const small: StaticModel = {
  analyser: analyserVersion,
  dimensions: 2,
  rows: new Map([
    ["fenc", 0],
    ["shed", 1],
    ["can", 2],
  ]),
  scales: Float32Array.from([0.5, 0.25, 1]),
  values: Int8Array.from([127, 0, 0, 100, -60, -60]),
};

function written(model: StaticModel, name: string): string {
  const path = join(folder, name);
  writeFileSync(path, encodeStaticModel(model));
  return path;
}

const cosine = (a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()) =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

describe("a static model file", () => {
  it("reads back as it was written", () => {
    expect(readStaticModel(written(small, "same.bin"))).toEqual(small);
  });

  it("is refused when it was trained with another analyser or is cut off", () => {
    expect(() => makeStaticEmbedder({ path: written({ ...small, analyser: "other" }, "other.bin") })).toThrow(
      "analyser",
    );
    const cut = join(folder, "cut.bin");
    writeFileSync(cut, encodeStaticModel(small).subarray(0, -1));
    expect(() => readStaticModel(cut)).toThrow("truncated");
  });
});

describe("the static embedder", () => {
  it("gives unit vectors, and the zero vector for a text it knows no word of", async () => {
    const embedder = makeStaticEmbedder({ path: written(small, "unit.bin") });
    const [both, unknown] = await embedder.embed(["fences and sheds", "qwertz"], "document");
    expect(Math.hypot(...(both ?? []))).toBeCloseTo(1, 5);
    expect([...(unknown ?? [])]).toEqual([0, 0]);
  });

  it("leaves the words every question has out of questions, and keeps them in documents", async () => {
    const embedder = makeStaticEmbedder({ path: written(small, "query.bin") });
    const [asked] = await embedder.embed(["can fences"], "query");
    const [plain] = await embedder.embed(["fences"], "document");
    const [stored] = await embedder.embed(["can fences"], "document");
    expect(asked).toEqual(plain);
    expect(stored).not.toEqual(plain);
  });

  it("moves a question by what its words mean when asked, and toward the rule of the nearest known question, where one is near", async () => {
    const path = written(small, "asked.bin");
    const said = {
      ...small,
      rows: new Map([
        ["fenc", 0],
        ["fenc shed", 1],
      ]),
      scales: Float32Array.from([0.5, 0.25]),
      values: Int8Array.from([0, 127, 127, 127]),
    };
    const known = {
      ...small,
      dimensions: 4,
      rows: new Map([
        ["0", 0],
        ["1", 1],
      ]),
      scales: Float32Array.from([1 / 127, 1 / 127]),
      values: Int8Array.from([127, 0, 127, 0, 0, 127, 0, -127]),
    };
    const [alone] = await makeStaticEmbedder({ path }).embed(["can fences"], "query");
    written(said, "asked.said.bin");
    written({ ...known, values: new Int8Array(8) }, "asked.known.bin");
    const [far] = await makeStaticEmbedder({ path }).embed(["can fences"], "query");
    written({ ...known, values: Int8Array.from([127, 0, 0, 0, 0, 127, 0, 0]) }, "asked.known.bin");
    const [meant, pair] = await makeStaticEmbedder({ path }).embed(["can fences", "fences sheds"], "query");
    written(known, "asked.known.bin");
    const [moved, stored] = await Promise.all([
      makeStaticEmbedder({ path }).embed(["can fences"], "query"),
      makeStaticEmbedder({ path }).embed(["can fences"], "document"),
    ]);
    expect([alone, far, meant].map((one) => [...(one ?? [])])).toEqual([
      [1, 0],
      [1, 0],
      [0, 1],
    ]);
    expect(cosine(pair, Float32Array.of(1, 0))).toBeCloseTo(31.75 / Math.hypot(31.75, 63.5 + 56.75), 3);
    expect(cosine(moved[0], meant)).toBeCloseTo(1 / Math.hypot(1, 0.5), 5);
    expect(stored).toEqual(
      await makeStaticEmbedder({ path: written(small, "plain.bin") }).embed(["can fences"], "document"),
    );
  });

  it("embeds documents in the background lane of the pool, with the vectors of the calling thread", async () => {
    const texts = ["Every lot has a front yard.", "qwertz", "Fences and sheds"];
    const pool = makeComputePool();
    const lanes: string[] = [];
    const compute: Compute = {
      run(task, input, options) {
        lanes.push(task.lane);
        return pool.run(task, input, options);
      },
    };
    const embedder = makeStaticEmbedder({ compute });
    const vectors = await embedder.embed(texts, "document");
    await embedder.embed(texts, "query");
    await pool.stop();
    expect(lanes).toEqual(["background"]);
    expect(vectors).toEqual(await makeStaticEmbedder().embed(texts, "document"));
  });

  it("ships with a model under six megabytes that knows what people call things", async () => {
    const embedder = makeStaticEmbedder();
    expect(embedder.id).toBe("embedded-static-v4/256");
    const [question] = await embedder.embed(["can my mother in law live in the back yard"], "query");
    const texts = [
      "Accessory dwelling unit on the lot of a single-family dwelling",
      "Wireless telecommunications tower",
    ];
    const [dwelling, tower] = await embedder.embed(texts, "document");
    expect(cosine(question, dwelling)).toBeGreaterThan(cosine(question, tower) + 0.2);
  });
});
