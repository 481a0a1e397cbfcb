import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everydayTerms, meanTranslation, translateWords } from "../../../../evals/train/asked-translation.ts";
import { everydayShare, makeQuestionLikelihood } from "../../../../retrieval/rerank/question-likelihood.ts";

const asked = (question: string, terms: string) => ({ question: question.split(" "), terms: terms.split(" ") });
const questions = [
  asked("shed touch line", "accessori structur boundari"),
  asked("tall shed", "height accessori structur"),
  asked("tall barn", "height agricultur structur"),
  asked("paint barn red", "color agricultur structur"),
  asked("sell garden hose", "retail"),
  asked("sell garden hose", "retail"),
  asked("sell garden hose", "retail"),
];

describe("words learned from questions put both ways", () => {
  const { said, common } = translateWords(questions);
  const probable = (saying: string, term: string) => said.get(saying)?.get(term) ?? 0;

  it("are said of the terms that come with them and less of those that come with others too", () => {
    expect(probable("shed", "accessori")).toBeGreaterThan(2 * probable("shed", "structur"));
    expect(probable("barn", "agricultur")).toBeGreaterThan(2 * probable("barn", "structur"));
  });

  it("are two neighbouring words where three questions have them", () => {
    expect(common.has("garden hose")).toBe(true);
    expect(common.has("tall shed")).toBe(false);
  });

  it("are as probable as the mean of what was learned from two wordings", () => {
    const other = translateWords(questions.map(({ question }) => ({ question, terms: ["land"] })));
    const mean = meanTranslation([{ said, common }, other]).said.get("shed");
    expect(mean?.get("accessori")).toBeCloseTo(probable("shed", "accessori") / 2);
    expect(mean?.get("land")).toBeCloseTo((other.said.get("shed")?.get("land") ?? 0) / 2);
  });
});

describe("everyday words", () => {
  it("are those that people say more often than the law does", () => {
    const everyday = everydayTerms(questions);
    expect(everyday.get("shed")).toBeGreaterThan(0);
    expect(everyday.get("structur")).toBeLessThan(everyday.get("boundari") ?? 0);
    expect(everyday.get("boundari")).toBeLessThan(0);
  });
});

describe("the likelihood of a question", () => {
  let folder: string;
  let address: string;
  const terms = ["accessori", "height", "setback", "home occup"];
  const said = { shed: [2000, 40, 0, 300], tall: [4000, 120, 1, 400], accessori: [0, -300], salon: [100, 90, 3, 500] };
  const of = (query: string, text: string[], path: string[] = [], scale = 1) =>
    makeQuestionLikelihood(query, scale, address)(text, path);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "sayings-"));
    writeFileSync(join(folder, "words.json"), JSON.stringify({ terms, said }));
    address = pathToFileURL(join(folder, "words.json")).href;
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("is higher for a text that explains both of its words than for one that explains one of them twice", () => {
    const both = of("tall shed", ["accessori", "height"]);
    expect(both).toBeGreaterThan(of("tall shed", ["accessori", "accessori"]));
    expect(both).toBeGreaterThan(of("tall shed", ["height", "height"]));
    expect(of("tall shed", ["setback", "sign"])).toBe(0);
  });

  it("grows less than the number of times that a text has a term", () => {
    const filler = Array.from({ length: 300 }, (_, at) => `other${at}`);
    const having = (times: number) => of("shed", [...filler, ...new Array<string>(times).fill("accessori")]);
    expect(having(2)).toBeGreaterThan(having(1));
    expect(having(40)).toBeLessThan(2.5 * having(1));
  });

  it("counts the headings above a text, and words of the question that the text contains", () => {
    expect(of("tall shed", ["height"], ["accessori"])).toBeGreaterThan(of("tall shed", ["height"], ["sign"]));
    expect(of("kayak", ["kayak", "sign"])).toBeGreaterThan(0);
  });

  it("is that of a pair of terms where they stand side by side", () => {
    expect(of("salon", ["home", "occup", "sign"])).toBeGreaterThan(0);
    expect(of("salon", ["home", "sign", "occup"])).toBe(0);
    expect(of("salon", ["occup", "home"])).toBe(0);
  });

  it("counts as far as the question is put in everyday words", () => {
    expect(everydayShare("tall shed", address)).toBe(1);
    expect(everydayShare("a shed of 8 by 10", address)).toBeCloseTo(0.07);
    expect(everydayShare("an accessory shed", address)).toBe(0);
    expect(everydayShare("a tall shed of supersonic flow", address)).toBe(0);
    expect(everydayShare("", address)).toBe(0);
  });

  it("lies between 0 and 1, and is 0 at no scale, for a text without terms and for a question without words", () => {
    expect(of("tall shed", ["accessori", "height", "tall", "shed"])).toBeLessThanOrEqual(1);
    expect(of("tall shed", ["accessori"], [], 0)).toBe(0);
    expect(of("tall shed", [])).toBe(0);
    expect(of("", ["accessori"])).toBe(0);
  });
});
