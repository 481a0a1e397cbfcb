import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { makeStaticEmbedder } from "../../ingest/index.ts";
import { ndcg, recall } from "../metrics.ts";
import { estimateDifference, estimateMean } from "../statistics.ts";
import { dataFolder } from "../suites.ts";
import { readFold } from "./fold.ts";
import { type LawSection, readLawText } from "./law-text.ts";
import { type LayQuestion, readLayQuestions, townsOfFold } from "./lay-questions.ts";

/**
 * Compares two embedding models, vectors alone, on the training questions of the towns of a fold: those that a model
 * trained with the same `--fold` has not seen.
 *
 *   node evals/train/measure-lay-questions.ts --before FILE --after FILE --fold part/of
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { before: { type: "string" }, after: { type: "string" }, fold: { type: "string" } },
  });
  const { before, after, fold } = values;
  if (before === undefined || after === undefined || fold === undefined)
    throw new Error("write --before FILE --after FILE --fold part/of");
  const law = readLawText(resolve(dataFolder()), []);
  const questions = readLayQuestions(dataFolder(), law);
  const towns = townsOfFold(questions, readFold(fold));
  const sections = law.filter(({ source }) => towns.includes(source));
  const texts = new Set(sections.map(({ text }) => text));
  const asked = questions.filter(({ source, answer }) => towns.includes(source) && texts.has(answer));
  const old = await measure(before, sections, asked);
  const now = await measure(after, sections, asked);
  for (const name of ["nDCG@10", "recall@10"] as const) {
    const moved = estimateDifference(old[name], now[name]);
    console.log(
      `${name}  ${asked.length} questions of ${towns.length} towns  ` +
        `${estimateMean(old[name]).mean.toFixed(3)} to ${estimateMean(now[name]).mean.toFixed(3)}, ` +
        `${moved.mean.toFixed(3)} [${moved.low.toFixed(3)}, ${moved.high.toFixed(3)}], p ${moved.p.toFixed(4)}`,
    );
  }
}

async function measure(model: string, sections: readonly LawSection[], questions: readonly LayQuestion[]) {
  const embedder = makeStaticEmbedder({ path: resolve(model) });
  const passages = await embedder.embed(
    sections.map(({ heading, text }) => `${heading}\n${text}`),
    "document",
  );
  const queries = await embedder.embed(
    questions.map(({ question }) => question),
    "query",
  );
  const ranked = questions.map(({ source, answer }, at) => {
    const scored = sections.flatMap((section, place) =>
      section.source === source ? [{ text: section.text, score: dot(queries[at], passages[place]) }] : [],
    );
    const first = scored.toSorted((a, b) => b.score - a.score).slice(0, 10);
    return { first: first.map(({ text }) => text), relevant: new Map([[answer, 1]]) };
  });
  return {
    "nDCG@10": ranked.map(({ first, relevant }) => ndcg(first, relevant, 10)),
    "recall@10": ranked.map(({ first, relevant }) => recall(first, relevant, 10)),
  };
}

function dot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  let sum = 0;
  for (let at = 0; at < (a?.length ?? 0); at++) sum += (a?.[at] ?? 0) * (b?.[at] ?? 0);
  return sum;
}

await main();
