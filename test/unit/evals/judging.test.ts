import { describe, expect, it } from "vitest";
import { readAnswerLabels } from "../../../evals/answer-labels.ts";
import { numbersOf } from "../../../evals/answer-outcome.ts";
import type { EvalQuery } from "../../../evals/eval-folder.ts";
import type { FoundCitation, GivenAnswer } from "../../../evals/measure/engine.ts";
import { makeExactBm25 } from "../../../evals/measure/exact-bm25.ts";
import { judge } from "../../../evals/measure/measure-answers.ts";
import { makeRecordMatcher } from "../../../evals/measure/record-matcher.ts";
import { makeTextbookBm25 } from "../../support/textbook-bm25.ts";

function asked(metadata: Record<string, unknown>, relevant: readonly string[] = ["a#5.5"]): EvalQuery {
  const grades = new Map(relevant.map((id) => [id, 1]));
  return { id: "q", text: "?", jurisdiction: "a", splits: [], relevant: grades, labels: readAnswerLabels(metadata) };
}

const citation: FoundCitation = {
  section: "5.5",
  page: 12,
  headingPath: ["5.5 Fences"],
  quote: "no taller than six (6) feet",
  records: ["a#5.5"],
  stands: true,
};
const given = (text: string, citations: readonly FoundCitation[] = [citation], status = "answered"): GivenAnswer => ({
  text,
  status,
  citations,
  tookMs: 1,
});
const nothing = given("Not located.", [], "not_located");

describe("an answer with a labelled value", () => {
  const query = asked({ answer_values: [6], pages: [12] });

  it("takes a number as cited that a rate of the answer makes of a number of the question", () => {
    const rate = { ...citation, quote: "1 space for each 75 square feet" };
    const question = { ...asked({}), text: "How many spaces for 3,000 square feet?" };
    const marks = (count: number) =>
      judge(question, given(`1 space for each 75 square feet, ${count} spaces for 3,000 square feet [1].`, [rate]))
        .marks;
    expect(marks(40)["every number cited"]).toBe(true);
    expect(marks(45)["every number cited"]).toBe(false);
  });

  it("is right when it states the value and cites the page", () => {
    expect(judge(query, given("A fence is at most 6 feet [1].")).marks).toMatchObject({
      "value and page right": true,
      "every number cited": true,
    });
  });

  it("is half right with the value of another page, or another value of the page", () => {
    const elsewhere = given("At most 6 feet [1].", [{ ...citation, page: 3 }]);
    expect(judge(query, elsewhere).marks).toMatchObject({
      "value right": true,
      "page right": false,
      "value and page right": false,
    });
    expect(judge(query, given("At most 8 feet [1].")).marks).toMatchObject({
      "value right": false,
      "page right": true,
    });
  });

  it("is right in a question of several parts only when a value of every part is stated", () => {
    const parts = asked({ answer_parts: [[6, 72], [100]], pages: [12] });
    expect(judge(parts, given("At most 6 feet, on lots of 100 feet [1].")).outcome).toBe("right");
    expect(judge(parts, given("At most 6 feet [1].")).outcome).toBe("wrong");
    expect(judge(parts, given("At most 6 feet [1]. The width was not found.", [citation], "partial")).outcome).toBe(
      "quoted",
    );
    expect(() => asked({ answer_parts: [6] })).toThrow(/answer_parts must be a list of lists of numbers/);
  });

  it("needs the judged record where no page is labelled", () => {
    const bySection = asked({ answer_values: [6] });
    expect(judge(bySection, given("6 feet [1].")).marks["page right"]).toBe(true);
    expect(judge(bySection, given("6 feet [1].", [{ ...citation, records: ["a#9"] }])).marks["page right"]).toBe(false);
  });

  it.each(["three and one-half feet", "3½ feet", "3 1/2 feet", "3-1/2 feet", "3.5 feet"])(
    "states three and a half as %s, and neither three nor four",
    (words) => {
      const right = (value: number) => judge(asked({ answer_values: [value] }), given(words)).marks["value right"];
      expect([right(3.5), right(4)]).toEqual([true, false]);
    },
  );

  it("is unfaithful when a number of it stands in nothing it cites", () => {
    expect(judge(query, given("At most 6 feet, 7 at the rear [1].")).marks["every number cited"]).toBe(false);
  });
});

describe("an answer with labelled words", () => {
  const query = asked({ answer_words: ["Board of Appeals", "zoning board"] });

  it("is right when it says one of them and cites something", () => {
    expect(judge(query, given("The Zoning\nBoard decides [1].")).marks["words right"]).toBe(true);
    expect(judge(query, given("The council decides [1].")).marks["words right"]).toBe(false);
    expect(judge(query, given("The zoning board decides.", [])).marks["words right"]).toBe(false);
  });
});

describe("an answer on a use", () => {
  it.each([
    ["Yes, permitted by right [1].", ["allowed"], true],
    ["Yes, with a special permit [1].", ["conditional"], true],
    ["No, it is prohibited [1].", ["prohibited"], true],
    ["No, it is prohibited [1].", ["likely_allowed", "conditional"], false],
    ["Yes: medical offices [1].", ["permitted"], true],
    ["Duplexes may not be built there [1].", ["prohibited"], true],
    ["The district lies along the river [1].", ["allowed"], false],
    ["No building is taller than 35 feet [1].", ["prohibited"], false],
  ])("%s against %j", (text, decision_in, isRight) => {
    expect(judge(asked({ decision_in }), given(text)).marks["decision right"]).toBe(isRight);
  });

  it("decides nothing when it says nothing of permission", () => {
    const record = judge(asked({ decision_in: ["allowed"] }), given("Off-street parking is counted by seats [1]."));
    expect(record.decided).toBe("undecided");
  });

  it("is wrong when there is none", () => {
    const record = judge(asked({ decision_in: ["prohibited"] }), nothing);
    expect(record.decided).toBe("abstained");
    expect(record.marks).toMatchObject({ "answers where something does": false, "decision right": false });
  });

  it("promises too much when it permits what needs an approval or is prohibited", () => {
    const promised = (decision_in: readonly string[], text: string, status = "answered") =>
      judge(asked({ decision_in }), given(text, [citation], status)).marks["promises no more than the law"];
    expect(promised(["conditional"], "Yes, by right [1].")).toBe(false);
    expect(promised(["prohibited"], "Yes, with a special permit [1].")).toBe(false);
    expect(promised(["allowed", "conditional"], "Yes, with a special permit [1].")).toBe(true);
    expect(promised(["conditional"], "No, not permitted [1].")).toBe(true);
    expect(promised(["prohibited"], 'The closest provision located says: "Banks are permitted" [1].', "partial")).toBe(
      true,
    );
  });
});

describe("the outcome of an answer", () => {
  const query = asked({ answer_values: [6] });

  it("is right only with the labelled value and a judged record", () => {
    expect(judge(query, given("At most 6 feet [1].")).outcome).toBe("right");
    expect(judge(query, given("At most 8 feet [1].")).outcome).toBe("wrong");
    expect(judge(query, given("At most 6 feet [1].", [{ ...citation, records: ["a#9"] }])).outcome).toBe("wrong");
  });

  it("is quoted for a partial answer, right or not, and notes whether the quote holds the answer", () => {
    const deciding = judge(query, given('The closest provision located says: "six feet" [1].', [citation], "partial"));
    expect([deciding.outcome, deciding.marks["quote holds the answer"]]).toEqual(["quoted", true]);
    const other = judge(query, given('The closest provision located says: "ten feet" [1].', [citation], "partial"));
    expect([other.outcome, other.marks["quote holds the answer"]]).toEqual(["quoted", false]);
  });

  it("is wrong for a partial answer that says yes or no and errs", () => {
    const record = judge(asked({ decision_in: ["prohibited"] }), given("Yes, permitted [1].", [citation], "partial"));
    expect([record.outcome, record.decided]).toEqual(["wrong", "permitted"]);
  });

  it("is wrong for an assertion where nothing answers", () => {
    const unanswerable = asked({ should_abstain: true }, []);
    expect(judge(unanswerable, given("At most 6 feet [1].")).outcome).toBe("wrong");
    expect(judge(unanswerable, nothing).outcome).toBe("abstained");
  });

  it("counts -2 for a wrong assertion, +1 for a right one and 0 otherwise", () => {
    expect(numbersOf(judge(query, given("At most 8 feet [1]."))).score).toBe(-2);
    expect(numbersOf(judge(query, given("At most 6 feet [1]."))).score).toBe(1);
    expect(numbersOf(judge(query, nothing)).score).toBe(0);
  });
});

describe("a section that must be cited", () => {
  const cites = (section: string | null, headingPath: readonly string[], reference: string) =>
    judge(asked({ must_cite_section_refs: [reference] }), given("Yes [1].", [{ ...citation, section, headingPath }]))
      .marks["cites a required section"];

  it.each([
    ["155-4", [], "155-4"],
    ["5.5.2", ["5.5.2 Corner lots"], "5.5"],
    ["5.5(b)", [], "§ 5.5"],
    [null, ["Article V", "Sec. 5.5 - Fences"], "Sec. 5.5"],
    ["205–15", [], "Section 205-15"],
  ])("%s under %j is in %s", (section, headingPath, reference) => {
    expect(cites(section, headingPath, reference)).toBe(true);
  });

  it.each([
    ["155-40", ["155-40 Fences"], "155-4"],
    ["15.5", [], "5.5"],
    ["155-4-1", [], "4-1"],
    ["5.5A", [], "5.5"],
  ])("%s under %j is not in %s", (section, headingPath, reference) => {
    expect(cites(section, headingPath, reference)).toBe(false);
  });
});

describe("a question that nothing answers", () => {
  it("is right only when the service says so", () => {
    const query = asked({ should_abstain: true }, []);
    expect(judge(query, nothing).marks).toEqual({ "abstains where nothing answers": true });
    expect(judge(query, given("55 decibels [1].")).marks["abstains where nothing answers"]).toBe(false);
  });
});

describe("passages of a server", () => {
  const records = [
    { id: "p1", text: "A fence or wall in a front yard shall be no taller than four feet above the ground." },
    { id: "p2", text: "A swimming pool shall be enclosed by a barrier with a gate that closes by itself." },
    { id: "p3", text: "Setback." },
  ];
  const recordsOf = makeRecordMatcher(records);

  it("are of the record whose words they share, whatever the line breaks and hyphens of the reader", () => {
    expect(recordsOf("a fence or wall\nin a front yard shall be NO taller than four feet")).toEqual(["p1"]);
  });

  it("are of two records when they go over the end of one", () => {
    const both = "no taller than four feet above the ground. A swimming pool shall be enclosed by a barrier";
    expect(recordsOf(both).toSorted()).toEqual(["p1", "p2"]);
  });

  it("are of none when the law is another", () => {
    expect(recordsOf("Parking spaces for restaurants are counted by the number of seats in them.")).toEqual([]);
    expect(recordsOf("")).toEqual([]);
  });
});

describe("exact BM25", () => {
  it("ranks as the formula written out by others does, all fields together", () => {
    const chunks = [
      "A fence in a front yard is at most four feet high.",
      "Fences and walls behind the front building line are at most six feet high.",
      "A shed of up to 120 square feet needs no permit.",
      "Signs are at most 7 square feet.",
    ].map((indexText, at) => ({
      headingPath: [`Chapter ${at % 2}`, `${at + 1} Rule of feet`],
      indexText,
      section: null,
    }));
    const terms = ["fenc", "front", "yard"].map((term) => ({ term, weight: 1 }));
    const scores = makeTextbookBm25(chunks, { k: 1.2, b: 0.75, fields: [1, 0.5, 0.25] })(terms);
    const expected = scores
      .flatMap((score, at) => (score > 0 ? [at] : []))
      .toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
    expect(makeExactBm25(chunks)("fences front yard")).toEqual(expected);
  });
});
