import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { analyse, askedTerms, pairsOf } from "../../ingest/index.ts";
import { shippedSayings } from "../../retrieval/index.ts";
import {
  everydayTerms,
  meanTranslation,
  pairsSeenOften,
  translateWords,
  type WordTranslations,
} from "./asked-translation.ts";
import { readFold } from "./fold.ts";
import { readLawText } from "./law-text.ts";
import { readLayQuestions, townsOfFold } from "./lay-questions.ts";
import { passageTerms } from "./section-pairs.ts";
import { readWrittenPairs } from "./written-pairs.ts";

/** What is less probable is not kept. */
const leastProbability = 0.004;
/** Two neighbouring terms of the law ("home occup") are a term of their own where so many formal wordings have them. */
const leastWritten = 8;

/**
 * Learns from the residents' questions of the data folder and the written pairs how people ask for what the law says, and writes it.
 *
 *   npm run train:likelihood -- [--data folder] [--out file] [--fold part/of]
 *
 * `--fold` leaves out the questions of the towns of a fold. The same data give the same file.
 */
function main(): void {
  const { values } = parseArgs({
    options: {
      data: { type: "string", default: process.env.EVAL_DATA_DIR ?? "../shared/data" },
      out: { type: "string", default: shippedSayings.pathname },
      fold: { type: "string" },
    },
  });
  const data = resolve(values.data);
  const questions = readLayQuestions(data, readLawText(data, []));
  const leftOut = values.fold === undefined ? [] : townsOfFold(questions, readFold(values.fold));
  const ofTowns = questions.filter(({ source }) => !leftOut.includes(source));
  const asked = [
    ...readWrittenPairs().map(({ question, formal, section }) => ({ question, formal, text: section })),
    // A town's section is on much that the question does not ask for; its formal wording is not.
    ...ofTowns.map(({ question, formal }) => ({ question, formal, text: "" })),
  ];
  const formally = asked.map(({ question, formal }) => ({ question: askedTerms(question), terms: askedTerms(formal) }));
  const oftenWritten = pairsSeenOften(
    formally.map(({ terms }) => terms),
    leastWritten,
  );
  const withPairs = (terms: readonly string[]) => [
    ...terms,
    ...pairsOf(terms).filter((pair) => oftenWritten.has(pair)),
  ];
  const ofWordings = formally.map(({ question, terms }) => ({ question, terms: withPairs(terms) }));
  const atLength = ofWordings.map(({ question, terms }, at) => ({
    question,
    terms: [...terms, ...withPairs(analyse(asked[at]?.text ?? "").slice(0, passageTerms))],
  }));
  const learned = meanTranslation([translateWords(ofWordings), translateWords(atLength)]);
  writeFileSync(values.out, fileOf(learned, everydayTerms(formally)));
  console.error(`${learned.common.size} sayings of ${asked.length} questions written to ${values.out}`);
}

/** The translation as `Sayings` of the reranker, one saying a line. */
function fileOf({ common, said }: WordTranslations, everyday: ReadonlyMap<string, number>): string {
  const rows = [...new Set([...common.keys(), ...everyday.keys()])].toSorted().map((saying) => ({
    saying,
    share: common.get(saying) ?? 0,
    everyday: everyday.get(saying) ?? 0,
    terms: [...(said.get(saying) ?? [])].filter(([, probability]) => probability >= leastProbability),
  }));
  const terms = [...new Set(rows.flatMap((row) => row.terms.map(([term]) => term)))].toSorted();
  const numbers = new Map(terms.map((term, at) => [term, at]));
  const lines = rows.map(({ saying, share, everyday: likelier, terms: row }) => {
    const numbered = row.map(([term, probability]) => [numbers.get(term) as number, Math.round(probability * 1000)]);
    const sorted = numbered.toSorted((a, b) => (a[0] as number) - (b[0] as number));
    return `${JSON.stringify(saying)}:${JSON.stringify([Math.round(share * 1e6), Math.round(likelier * 100), ...sorted.flat()])}`;
  });
  return `{"terms":${JSON.stringify(terms)},\n"said":{\n${lines.join(",\n")}\n}}\n`;
}

main();
