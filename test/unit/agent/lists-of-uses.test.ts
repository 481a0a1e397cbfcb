import { describe, expect, it } from "vitest";
import { readQuestion } from "../../../agent/extractive/question/read-question.ts";
import type { DistrictUse } from "../../../retrieval/index.ts";
import { ask, type PassageSource, passagesOf } from "../../support/passages.ts";

const listedIn = (text: string) => readQuestion(text, { zoningCodes: ["R-1"], jurisdiction: null }).listed;

describe("a question for a list", () => {
  it.each([
    "Which zones allow a kennel?",
    "In what districts is a two-family dwelling permitted?",
    "Where can I open a brewery?",
    "What zoning do I need for self storage?",
    "Where in town are churches allowed?",
  ])("asks for districts, whatever district the site has: %s", (text) => {
    expect(listedIn(text)).toBe("districts");
  });

  it.each([
    "What uses are permitted by right in the R-1 district?",
    "What can be built in the C-1 zone?",
    "What can I do with my property?",
    "Which uses are prohibited in B-2?",
  ])("asks for the uses of a district: %s", (text) => {
    expect(listedIn(text)).toBe("uses");
  });

  it.each([
    "Where can I put a shed?",
    "Where on the lot may a garage stand?",
    "What zone is my lot in?",
    "Where can I find the zoning map?",
    "Which districts have a height limit of 35 feet?",
    "Is a kennel allowed in the R-1 district?",
    "What accessory uses are allowed in R-1?",
    "Which body may grant a variance, and in which zone?",
  ])("is told from others: %s", (text) => {
    expect(listedIn(text)).toBeNull();
  });
});

const cottages: PassageSource = {
  headings: ["Chapter 5", "5.1 R-1 Cottage District"],
  text: "The following uses are permitted in the R-1 district:\n(1) Single-family dwellings.\n(2) Churches and other places of worship.\n(3) Home gardens, provided that nothing is sold.",
};
const market: PassageSource = {
  headings: ["Chapter 5", "5.2 B-1 Market District"],
  text: "The following uses are permitted in the B-1 district:\n(1) Banks.\n(2) Churches and other places of worship.",
};
const special: PassageSource = {
  headings: ["Chapter 5", "5.3 R-2 Garden District", "Special permit uses"],
  text: "The following uses may be granted in the R-2 district:\n(1) Churches.\n(2) Kennels.",
};
const matrix: PassageSource = {
  headings: ["Chapter 7", "7.1 Use matrix"],
  text: [
    "P = permitted by right, S = special permit required, N = not permitted",
    "",
    "Use | C-1 | C-2 | C-3",
    "Restaurant | P | P | S",
    "Restaurant, drive-in | N | S | S",
    "Kennel | N | N | S",
    "Vape shop | N | S | N",
    "Bank | P | P | P",
  ].join("\n"),
};

describe("the answer in which districts a use is allowed", () => {
  it("names the districts of each verdict, an entry that several lists print alike once, and cites each list", async () => {
    const turn = await ask([cottages, market, special], "Which zones allow a church?");
    expect(turn.answer).toMatch(/Permitted in the R-1 and B-1 districts: Churches and other places of worship/);
    expect(turn.answer).toMatch(/Allowed with a special permit in the R-2 district: Churches/);
    expect(turn.answerStatus).toBe("answered");
    const cited = turn.citations.map(({ headingPath }) => headingPath.join(" "));
    for (const section of ["5.1", "5.2", "5.3"]) expect(cited.some((path) => path.includes(section))).toBe(true);
  });

  it("reads a row of a use table mark by mark", async () => {
    const turn = await ask([matrix], "In which districts can I open a vape shop?");
    expect(turn.answer).toMatch(/Allowed with a special permit in the C-2 district: “Vape shop” is marked “S”/);
    expect(turn.answer).toMatch(/Not permitted in the C-1 and C-3 districts: “Vape shop” is marked “N”/);
  });

  it("is partial and quotes the rest where another provision names the use in a way that was not read", async () => {
    const glued: PassageSource = {
      headings: ["Chapter 8", "8.2 Uses of the M zones"],
      text: "Use | M-1 | M-2 | M-3\nVape shop | Q | Q | Q\nFoundry | Q | Q | Q",
    };
    const turn = await ask([matrix, glued], "In which districts can I open a vape shop?");
    expect(turn.answer).toMatch(/Allowed with a special permit in the C-2 district: “Vape shop” is marked “S”/);
    expect(turn.answer).toMatch(
      /Another provision, under “[^”]*”, is a table entry, row “Vape shop”|Another provision.* row “Vape shop”/,
    );
    expect(turn.answerStatus).toBe("partial");
  });

  it("is partial where only bans were located", async () => {
    const turn = await ask(
      [{ ...matrix, text: matrix.text.replace("Vape shop | N | S | N", "Vape shop | N | N | N") }],
      "Which zones allow a vape shop?",
    );
    expect(turn.answer).toMatch(/Not permitted in the C-1, C-2 and C-3 districts/);
    expect(turn.answerStatus).toBe("partial");
  });

  it("does not take a narrower use for the one asked about", async () => {
    const turn = await ask([matrix], "Which districts allow a restaurant?");
    expect(turn.answer).toMatch(/Permitted in the C-1 and C-2 districts: “Restaurant” is marked “P”/);
    expect(turn.answer).not.toMatch(/drive-in/);
  });

  it("quotes what comes closest where no list names the use", async () => {
    const turn = await ask([matrix, cottages], "Which zones allow a brewery?");
    expect(turn.answerStatus).not.toBe("answered");
    expect(turn.answer).not.toMatch(/\bPermitted in\b/);
  });
});

describe("the answer what is allowed in a district", () => {
  it("lists what its own list permits and what needs an approval", async () => {
    const turn = await ask([cottages, market, special], "What uses are allowed in the R-1 district?");
    expect(turn.answer).toMatch(/Permitted in the R-1 district: Single-family dwellings/);
    expect(turn.answer).toMatch(/Permitted under conditions in the R-1 district: Home gardens, provided that/);
    expect(turn.answer).not.toMatch(/Banks|Kennels/);
  });

  it("reads the column of the district in a use table", async () => {
    const turn = await ask([matrix], "What can be built in the C-3 zone?");
    expect(turn.answer).toMatch(/Permitted in the C-3 district: “Bank” is marked “P”/);
    expect(turn.answer).toMatch(/Allowed with a special permit in the C-3 district: “Kennel” is marked “S”/);
    expect(turn.answer).not.toMatch(/Vape/);
  });

  it("keeps to what is prohibited where that is asked", async () => {
    const turn = await ask([matrix], "Which uses are prohibited in the C-1 district?");
    expect(turn.answer).toMatch(/Not permitted in the C-1 district: “Kennel” is marked “N”/);
    expect(turn.answer).not.toMatch(/Bank|Permitted in/);
  });

  it("says that a district is unknown when no document names it", async () => {
    const turn = await ask([cottages, market], "What uses are allowed in the R-9 district?");
    expect(turn.answerStatus).toBe("not_located");
    expect(turn.answer).toBe("Not located in the indexed documents: none of them names a district “R-9”.");
  });

  it.each(["What is the minimum lot size in the QX zone?", "Is a bank allowed in the QX district?"])(
    "is said to be unknown where letters stand before the word for one: %s",
    async (question) => {
      const turn = await ask([cottages], question);
      expect(turn.answer).toBe("Not located in the indexed documents: none of them names a district “QX”.");
    },
  );

  it("is not said to be unknown where a name in the law has its initials", async () => {
    const center = {
      headings: ["Chapter 4", "4.1 Town Center District"],
      text: "The minimum lot size is 5,000 square feet.",
    };
    const turn = await ask([center], "What is the minimum lot size in the TC district?");
    expect(turn.answer).not.toContain("none of them names");
  });
});

describe("a use of another district's list that a district takes over", () => {
  const garden: PassageSource = {
    headings: ["Chapter 5", "5.2 R-2 Garden District"],
    text: "The following uses are permitted in the R-2 district:\n(1) Any use permitted in the R-1 district.\n(2) Two-family dwellings.",
  };

  it("is answered with the entry that takes it over, and both are cited", async () => {
    const turn = await ask([cottages, garden], "Is a church allowed in the R-2 district?");
    expect(turn.answer).toMatch(
      /^Yes, permitted in the R-2 district, which takes over “Any use permitted in the R-1 district”: Churches/,
    );
    expect(turn.answerStatus).toBe("answered");
    expect(turn.citations.map(({ quote }) => quote).join("\n")).toMatch(/Any use permitted in the R-1 district/);
  });

  it("is listed apart from the uses of the district's own list", async () => {
    const turn = await ask([cottages, garden], "Which zones allow churches?");
    expect(turn.answer).toMatch(/Permitted in the R-1 district: Churches/);
    expect(turn.answer).toMatch(
      /Permitted in the R-2 district, which takes over “Any use permitted in the R-1 district”/,
    );
  });
});

describe("a list whose entries are headings themselves", () => {
  const sources = [
    ["24.1 PERMITTED USES", "24.1.4 Boarding house or renting of rooms"],
    ["24.2 SPECIAL EXCEPTION USES", "24.2.4 Daycare"],
    ["24.2 SPECIAL EXCEPTION USES", "24.2.5 Bed and breakfast conference lodging"],
  ].map(([list = "", title = ""]) => ({ headings: ["24 Residence A District", list, title], text: title }));
  /** What is read of them at ingest where the code has a register of its districts. */
  const uses = passagesOf(sources).map(({ documentId, text, charEnd, headingPath: [, list = ""] }): DistrictUse => {
    const words = text.replace(/^[\d.]+ /, "");
    const verdict = list.includes("PERMITTED") ? "permitted" : "conditional";
    return {
      ...{ documentId, charStart: charEnd - words.length, charEnd, words, group: "", verdict, districts: ["A"] },
      ...{
        source: { words: list, said: list, span: null },
        cell: null,
        takenOver: [],
        binding: "heading",
        notes: [],
        names: {},
      },
    };
  });

  it("rules on a use of the district that the section is headed with, though its code is one letter", async () => {
    const boarding = await ask(sources, "Is a boarding house allowed in the Residence A district?", { uses });
    expect(boarding.answer).toMatch(/^Yes, permitted in the Residence A district: Boarding house/);
    const daycare = await ask(sources, "Is a daycare allowed in the Residence A district?", { uses });
    expect(daycare.answer).toMatch(/^Yes, with a special exception in the Residence A district: Daycare/);
    const other = await ask(sources, "Is a daycare allowed in the Residence B district?", { uses });
    expect(other.answerStatus).not.toBe("answered");
  });

  it("is listed for that district", async () => {
    const turn = await ask(sources, "What uses are permitted in the Residence A district?", { uses });
    expect(turn.answer).toMatch(/Permitted in the Residence A district: Boarding house or renting of rooms/);
  });

  it("is quoted with the title of the list where an entry says more than the use asked about", async () => {
    const turn = await ask(sources, "Is a bed and breakfast allowed in the Residence A district?", { uses });
    expect(turn.answer).toMatch(/under “SPECIAL EXCEPTION USES”, says: “Bed and breakfast conference lodging/);
  });
});
