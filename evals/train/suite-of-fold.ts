import { dataFolder, readSuite, type Suite, suiteFolder } from "../suites.ts";
import { readFold } from "./fold.ts";
import { readLawText } from "./law-text.ts";
import { readLayQuestions, townsOfFold } from "./lay-questions.ts";

/** Returns the residents' questions of the towns of a fold, written part/of, with the law of these towns. */
export function suiteOfFold(fold: string): Suite {
  const data = dataFolder();
  const whole = readSuite(suiteFolder("lay-questions-train", data), data);
  const towns = townsOfFold(readLayQuestions(data, readLawText(data, [])), readFold(fold)).map(jurisdictionOf);
  const isOf = ({ jurisdiction }: { readonly jurisdiction: string }) => towns.includes(jurisdiction);
  return { ...whole, documents: whole.documents.filter(isOf), queries: whole.queries.filter(isOf) };
}

/** A source of law text as the suites name its town. */
function jurisdictionOf(source: string): string {
  return source === "lay-zoning-somerville" ? "som" : (source.split("/").at(-1) ?? source);
}
