import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { shippedWordings } from "../../retrieval/index.ts";
import { readFold } from "./fold.ts";
import { readLawText } from "./law-text.ts";
import { readLayQuestions, townsOfFold } from "./lay-questions.ts";
import { translateWords } from "./word-translation.ts";
import { readWrittenPairs } from "./written-pairs.ts";

/**
 * Learns from the residents' questions of the data folder which terms of the law stand for what people say, and writes them.
 *
 *   npm run train:wordings -- [--data folder] [--out file] [--fold part/of]
 *
 * `--fold` leaves out the questions of the towns of a fold. The same data give the same file.
 */
function main(): void {
  const { values } = parseArgs({
    options: {
      data: { type: "string", default: process.env.EVAL_DATA_DIR ?? "../shared/data" },
      out: { type: "string", default: shippedWordings.pathname },
      fold: { type: "string" },
    },
  });
  const data = resolve(values.data);
  const asked = readLayQuestions(data, readLawText(data, []));
  const leftOut = values.fold === undefined ? [] : townsOfFold(asked, readFold(values.fold));
  const questions = asked.filter(({ source }) => !leftOut.includes(source));
  const learned = translateWords([...questions, ...readWrittenPairs()]);
  const lines = [...learned].map(([said, terms]) => {
    const weighed = terms.map(([term, probability]) => [term, Math.round(probability * 100) / 100]);
    return `${JSON.stringify(said)}:${JSON.stringify(Object.fromEntries(weighed))}`;
  });
  writeFileSync(values.out, `{\n${lines.join(",\n")}\n}\n`);
  console.error(`${learned.size} sayings of ${questions.length} questions written to ${values.out}`);
}

main();
