import { describe, expect, it } from "vitest";
import { evidenceIn } from "../../../agent/extractive/evidence/evidence.ts";
import { readQuestion } from "../../../agent/extractive/question/read-question.ts";
import { conceptMatch, conceptsOf } from "../../../agent/extractive/question/use-words.ts";
import { withWholeUse } from "../../../agent/extractive/question/whole-use.ts";
import { analyse } from "../../../ingest/index.ts";
import { detectMediaType } from "../../../ingest/parse/media-type.ts";
import { ask, type PassageSource, passagesOf } from "../../support/passages.ts";

const read = (text: string) => readQuestion(text, { zoningCodes: [], jurisdiction: null });

describe("a question whether something may be done", () => {
  it.each([
    "looking to open a bakery on Mill Street, will zoning allow it",
    "we moved to R-1 last year. can we keep hens",
    "Is it possible to turn the old barn into a bed and breakfast?",
    "truck stop on land zoned B-2, would the town let us?",
    "I’m thinking about renting out my basement on airbnb",
    "want to open a hairdresser in the C-1 zone - ok?",
    "my client is hoping to build a duplex at the corner",
    "is a food truck ok on our own parking lot",
    "I carve spoons in our spare bedroom in R-1, no staff. fine?",
    "We keep six hens. Is that fine?",
  ])("is read as one: %s", (text) => {
    expect(read(text).kind).toBe("permission");
  });

  it.each([
    "Who may grant a variance?",
    "When must a special permit be used?",
    "How tall can I build my garage?",
    "I want to know the front setback in R-2",
    "Is there a fee for a variance?",
    "What is a corner lot?",
    "Does the ordinance require sidewalks?",
    "does my house have to line up with the ones next door",
    "do I owe the town a tax to run my shop here",
    "can a beer store stay open on Sunday",
    "We kept hens without a permit. What is the fine?",
  ])("is told from others: %s", (text) => {
    expect(read(text).kind).not.toBe("permission");
  });

  it.each([
    ["want to open a hairdresser in the C-1 zone - ok?", "hairdresser"],
    ["Is it possible to turn the old barn into a bed and breakfast?", "bed and breakfast"],
    ["truck stop on land zoned B-2, would the town let us?", "truck stop"],
    ["looking to open a bakery on Mill Street, will zoning allow it", "bakery"],
    ["Our congregation found an old house for sale. Can we worship there?", "worship"],
    ["I run a bakery. Is it okay in a house?", "bakery"],
    ["I cut hair. Can I see clients as a home occupation?", "hair"],
  ])("names the use without the words around it: %s", (text, use) => {
    expect(read(text).use).toContain(use);
  });
});

describe("what a story says there is not", () => {
  it.each([
    ["I sell quilts from my den, no sign, no shop window. Is that ok?", "sign"],
    ["I teach violin at home and there's no sign. Is that permitted?", "sign"],
    ["Can I put panel antennas on the roof? No new tower and no fence are planned.", "fence"],
  ])("is no use that is asked about: %s", (text, thing) => {
    const kinds = withWholeUse(read(text)).useConcepts.map(({ kind }) => kind);
    expect(kinds).not.toContain(thing);
  });

  it("is not confused with a thing that the question asks about", () => {
    expect(read("Can I keep a boat and no more than two trailers?").use).toContain("boat");
    expect(read("Are no parking signs allowed on my fence?").useConcepts.map(({ kind }) => kind)).toContain("sign");
  });
});

describe("a shop where bodies of cars are mended", () => {
  it("is not read as a store", () => {
    expect(read("I do dents. Can I open a body shop?").useConcepts[0]?.kind).toBe("auto body");
  });
});

describe("the amount a question asks for", () => {
  it.each([
    ["how long can my camper be?", "size in feet"],
    ["how long can the banner be up", "time"],
    ["whats the longest boat I can keep behind my house", "size in feet"],
    ["the shortest rental that is legal, in days?", "time"],
    ["until what time on a Saturday may painters work", "hour of day"],
  ])("is read from the way it is asked for: %s", (text, measure) => {
    expect(read(text).measure?.id).toBe(measure);
  });

  it.each(["whats the tallest flag pole I may put up", "how many inches high before it is a nuisance"])(
    "is a height: %s",
    (text) => {
      expect(read(text).dimension?.id).toBe("height");
    },
  );

  it("is told by an hour of the day, which has no unit", async () => {
    const hours: PassageSource = {
      headings: ["Article 6", "6.9 Work hours"],
      page: 21,
      text: "Hired painters may work on weekdays from 7:30 AM to 5:30 PM and on Saturdays from 7:30 AM to 4:00 PM.",
    };
    const turn = await ask([hours], "until what time on a Saturday are painters allowed to work");
    expect(turn.answer).toContain("4:00 PM");
  });
});

describe("a question for who is in charge", () => {
  it.each([
    "Which body may grant a variance, and in which zone?",
    "what board decides on a special permit",
    "we only want to swap the kind of shop in there, who okays that",
  ])("is no question of permission: %s", (text) => {
    expect(read(text).kind).toBe("general");
  });
});

describe("the answer to a question for who is in charge", () => {
  it("is a sentence that names a body, not an amount of the same section", async () => {
    const exceptions: PassageSource = {
      headings: ["Article 4", "4.2 Minimum living area"],
      text: "No dwelling unit shall have a living area of less than 600 square feet. Application for an exception to the minimum living area shall be made to the planning commission.",
    };
    const turn = await ask([exceptions], "Who receives the application for an exception to the minimum living area?");
    expect(turn.answer).toContain("planning commission");
    expect(turn.answer).not.toContain("600");
  });

  const of = (text: string): PassageSource => ({ headings: ["Article 8", "8.3 Special exceptions"], text });

  it("does not take a sandwich board for a body", async () => {
    const board = "A sandwich board sign of special exceptions may be displayed.";
    const turn = await ask([of(board)], "Who decides on special exceptions?");
    expect(turn.answer).not.toContain("sandwich");
  });
});

describe("the use a question is about", () => {
  const kindsOf = (text: string) => withWholeUse(read(text)).useConcepts.map(({ kind }) => kind);

  it.each([
    ["can I run a hair salon out of my living room", "home occupation"],
    ["can I bake and sell cakes from my house", "home occupation"],
    ["can I add a small apartment to my house", "accessory dwelling unit"],
    ["can I keep my dump truck at home", "commercial vehicle"],
  ])("is the thing done, not where it is done or a word of its name: %s", (text, kind) => {
    expect(kindsOf(text)[0]).toBe(kind);
  });

  it.each([
    ["Can I put barbed wire on my fence?", ["barb", "wire"]],
    ["Are drones allowed over houses?", ["drone"]],
    ["May I hang an inflatable gorilla on our store?", ["inflat", "gorilla"]],
  ])("is a thing of no known kind, and not the place it is put in: %s", (text, stems) => {
    const [heaviest] = withWholeUse(read(text)).useConcepts.toSorted((a, b) => b.weight - a.weight);
    expect(stems).toContain(heaviest?.phrases[0]?.[0]);
  });

  it("is not said by a longer name of another kind", () => {
    const shop = conceptsOf("shop");
    expect(conceptMatch(shop, analyse("Machine shops"))).toBe(0);
    expect(conceptMatch(shop, analyse("Machine shops, gift shops"))).toBe(1);
  });
});

describe("a question for an amount in everyday words", () => {
  const sheds: PassageSource = {
    headings: ["Article 4", "4.2 Accessory uses in the RA-2 district"],
    page: 7,
    text: "The following are permitted:\n(a) Private garages for no more than three vehicles.\n(b) Sheds, not exceeding 240 square feet, at least 8 feet from any side line.",
  };
  const fees: PassageSource = {
    headings: ["Article 9", "9.1 Fees"],
    page: 30,
    text: "A fee of $150.00 is paid when an application for a variance is filed with the Board of Appeals.\nOther applications are free.",
  };
  const pools: PassageSource = {
    headings: ["Article 6", "6.3 Swimming pools"],
    page: 12,
    text: "Swimming pools stand behind the building line, not closer than twelve (12) feet to any property line.",
  };
  const law = [sheds, fees, pools];

  it.each([
    ["biggest shed size allowed in RA-2?", "240 square feet", 7],
    ["what do i pay to file for a variance with the board", "$150.00", 30],
    ["how far from the property line does an in-ground swimming pool have to be", "twelve (12) feet", 12],
  ])("is answered from the provision that speaks of it: %s", async (question, value, page) => {
    const turn = await ask(law, question);
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toContain(value);
    expect(turn.citations[0]?.page).toBe(page);
  });

  it.each([
    ["another district is asked about", "biggest shed size allowed in RA-4?"],
    ["the documents speak of something else", "how far from the property line does a chicken coop have to be"],
    ["the other limit is stated", "what is the minimum size of a shed in RA-2?"],
    ["only a word of it is there", "how much is the fine for an unlicensed swimming teacher"],
  ])("is not answered when %s", async (_, question) => {
    const turn = await ask(law, question);
    expect(turn.answerStatus).toBe("not_located");
  });
});

describe("a question for what a town counts as a thing", () => {
  it.each(["what does the city count as a yard sale", "What would the code consider to be a yard sale?"])(
    "asks for the definition: %s",
    (text) => {
      expect(read(text)).toMatchObject({ kind: "definition", term: "yard sale" });
    },
  );
});

describe("a number of things", () => {
  const section = (text: string): PassageSource => ({ headings: ["Article 5", "5.4 Keeping of animals"], text });

  it("is stated by a number that counts them, not by one of days or of a section", async () => {
    const turn = await ask(
      [
        section(
          "Goats shall be fenced within 10 days under Section 5.6. No more than four goats shall be kept on a residential lot.",
        ),
      ],
      "How many goats may I keep?",
    );
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toContain("four goats");
    expect(turn.answer).not.toContain("10 days");
  });

  it("is found where the law writes as one word what the question writes as two", async () => {
    const turn = await ask([section("No more than five beehives shall be kept on a lot.")], "limit on bee hives?");
    expect(turn.answer).toContain("five beehives");
  });
});

describe("a deadline", () => {
  it("is not asserted of the procedure asked about where the law sets it for another one", async () => {
    const hearing: PassageSource = {
      headings: ["Article 9", "9.3 Amendments"],
      text: "A public hearing on a zoning map amendment shall be held within 65 days after receipt of the application.",
    };
    const turn = await ask([hearing], "Within how many days of receipt must the hearing on a special permit be held?");
    expect(turn.answerStatus).not.toBe("answered");
  });
});

describe("an amount that one provision alone comes close to", () => {
  const of = (text: string): PassageSource => ({ headings: ["Article 7", "7.2 Accessory buildings"], text });

  it("is asserted", async () => {
    const turn = await ask(
      [of("The combined floor area of outbuildings on a lot under one acre shall be no more than 900 square feet.")],
      "how big can all my outbuildings be",
    );
    expect([turn.answerStatus, turn.answer]).toEqual(["answered", expect.stringContaining("900 square feet")]);
  });

  it("is asserted where a ban begins at it, which makes it a limit", async () => {
    const turn = await ask(
      [of("No owner shall keep outbuildings of more than 900 square feet of floor area.")],
      "how big can all my outbuildings be",
    );
    expect(turn.answerStatus).toBe("answered");
  });

  it("is only quoted where a rule begins at it", async () => {
    const turn = await ask(
      [of("Outbuildings over 900 square feet in floor area require a special permit.")],
      "how big can all my outbuildings be",
    );
    expect(turn.answerStatus).not.toBe("answered");
  });
});

describe("a district named by code and class", () => {
  const section = (code: string, value: string): PassageSource => ({
    headings: ["IV RESIDENTIAL ZONES", `IV.B ${code} RESIDENTIAL ZONE`, "IV.B.5 AREA AND YARD REQUIREMENTS"],
    page: 50,
    text: `Minimum Rear Yard:\n${value} feet`,
  });

  it("is not answered from another district of its class", async () => {
    const turn = await ask([section("R-15", "45")], "What is the minimum rear yard in the R-44 Residential Zone?");
    expect(turn.answerStatus).toBe("not_located");
  });

  it("is answered from its own", async () => {
    const law = [section("R-15", "45"), section("R-44", "60")];
    const turn = await ask(law, "What is the minimum rear yard in the R-44 Residential Zone?");
    expect(turn.answer).toContain("60 feet");
    expect(turn.answer).not.toContain("45");
  });

  it.each([
    ["What side setback does a CD-OI lot need where it abuts CD-3?", ["CD-OI"]],
    ["What is the minimum lot area in the A Agricultural District?", ["A Agricultural"]],
    ["How wide is the buffer next to an R-1 zone?", ["R-1"]],
  ])("is the one the land lies in, not the one it lies beside: %s", (question, districts) => {
    expect(read(question).districts.map(({ printed }) => printed)).toEqual(districts);
  });
});

describe("an item at the top of a passage", () => {
  it("is ruled on by the line that introduces its list, where another passage holds both", async () => {
    const item = "(4) Bakeries with no more than six seats.";
    const list = `The following uses are prohibited:\n(3) Junk yards.\n${item}`;
    const headings = ["Article 3", "3.7 Village district (VD)"];
    const [whole] = passagesOf([{ headings, text: list }]);
    if (!whole) throw new Error("one passage was laid out");
    const charStart = list.indexOf(item);
    const chunk = { ...whole, charStart, text: item, chunkId: "chk_item" };
    const evidence = evidenceIn([chunk, whole].map((passage, at) => ({ passage, marker: at + 1 })));
    const read = evidence.filter(({ text }) => text.includes("Bakeries"));
    expect(read.map(({ lead, marker }) => [lead, marker])).toEqual([["The following uses are prohibited:", 2]]);
  });
});

describe("a text made to be read for ever", () => {
  it.each([
    ["a question", () => read(`front setback, front${" ,".repeat(2_000)}`)],
    ["a greeting", () => read(`${"- ".repeat(2_000)}may I`)],
    [
      "rows of bedrooms",
      () => ask([{ headings: ["1 Parking"], text: `one${" -".repeat(2_000)} x` }], "parking for a two bedroom unit"),
    ],
    ["the head of a file", () => detectMediaType(Buffer.from(`${"<!---->".repeat(580)}x`), "text/plain", "a.txt")],
  ])("is read to its end: %s", async (_, readIt) => {
    await readIt();
  });
});
