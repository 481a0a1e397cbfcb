import { describe, expect, it } from "vitest";
import { ask, type PassageSource } from "../../support/passages.ts";

const first = (answer: string) => answer.split("\n")[0];
const section = (heading: string, text: string): PassageSource => ({ headings: ["Chapter 8 Rules", heading], text });

describe("a list of work that is not allowed as a home occupation", () => {
  const homes = section(
    "8.4 Home occupations",
    "Home occupations are permitted in every district.\nHome occupations shall not include beauty salons, barber shops, kennels or the repair of vehicles.",
  );

  it.each([
    "Can I run a hair salon out of my home?",
    "I cut hair. Can I see customers in my living room?",
    "Could I fix cars for customers at home?",
  ])("forbids work that it names: %s", async (question) => {
    const { answer, answerStatus, citations } = await ask([homes], question);
    expect(first(answer)).toMatch(/^No, not as a home occupation: Home occupations shall not include beauty salons/);
    expect(answerStatus).toBe("answered");
    expect(citations[0]?.quote).toMatch(/^Home occupations shall not include/);
  });

  it("may be worded as what is deemed to be none", async () => {
    const deemed = section(
      "8.4 Home occupations",
      "Without restricting the generality of the foregoing, the boarding of dogs and hairdressing shall be deemed not to be home occupations.",
    );
    expect(first((await ask([deemed], "Can I board dogs at my home as a home occupation?")).answer)).toMatch(
      /^No, not as a home occupation/,
    );
  });

  it("says nothing of work that it does not name", async () => {
    expect((await ask([homes], "Can I teach piano to customers in my living room?")).answer).not.toMatch(/^No/);
  });

  it("says nothing of a shop that is not at home", async () => {
    expect((await ask([homes], "Can I open a hair salon on Main Street?")).answer).not.toMatch(/^No/);
  });

  it("says nothing of work that it excepts", async () => {
    const excepting = section(
      "8.4 Home occupations",
      "Home occupations shall not include personal services, except beauty salons with one chair.",
    );
    expect((await ask([excepting], "Can I run a hair salon out of my home?")).answer).not.toMatch(/^No/);
  });
});

describe("a sentence that forbids an act", () => {
  const vehicles = section(
    "8.6 Recreational vehicles",
    "No recreational vehicle shall be occupied for dwelling purposes except within an approved campground.",
  );
  const apartment = section("8.7 Accessory apartments", "The accessory apartment shall not be rented or sold.");
  const containers = section("8.8 Containers", "Shipping containers may not be placed in a front yard.");

  it.each([
    [
      vehicles,
      "Can my son live in our camper while he builds?",
      /^No, not permitted: No recreational vehicle shall be/,
    ],
    [apartment, "Once my mother moves out of the in-law apartment can I rent it?", /^No, not permitted: The accessory/],
    [containers, "May I place a shipping container in the front yard?", /^No, not permitted: Shipping containers/],
  ])("answers a question that asks to do it: %#", async (source, question, head) => {
    const { answer, answerStatus } = await ask([source], question);
    expect(first(answer)).toMatch(head);
    expect(answerStatus).toBe("answered");
  });

  it.each([
    ["another act", vehicles, "Can I park our camper beside the house?"],
    ["a case that it excepts", vehicles, "Can my son live in our camper in an approved campground?"],
    ["another place", containers, "May I place a shipping container on my lot?"],
    ["another thing", apartment, "Can I rent a boat on my lot?"],
  ])("is no ban of %s", async (_what, source, question) => {
    expect((await ask([source], question)).answer).not.toMatch(/^No\b/);
  });

  it.each([
    "No trucks in excess of one ton shall be parked overnight.",
    "No unregistered truck shall be parked overnight.",
    "No more than two trucks shall be parked overnight.",
    "Trucks shall not be parked overnight within 50 feet of a dwelling.",
  ])("is no ban of all such things where it is set for some of them: %s", async (text) => {
    const { answer } = await ask([section("8.9 Vehicles", text)], "Can I park my dump truck overnight?");
    expect(answer).not.toMatch(/^No\b/);
  });
});

describe("a sentence that forbids a use", () => {
  it("holds in whatever section it stands", async () => {
    const signs = section("9.3 Certain signs prohibited", "Electronic message boards and neon signs are prohibited.");
    const { answer } = await ask([signs], "Are electronic message boards permitted?");
    expect(first(answer)).toMatch(/^No, not permitted under “Certain signs prohibited”: Electronic message boards/);
  });
});

describe("a ban in general terms", () => {
  const chickens = section(
    "8.9 Keeping of chickens",
    "Up to six hens may be kept in the R-1 district.\nRoosters are prohibited.",
  );

  it("holds in the district that a question names", async () => {
    const { answer, answerStatus } = await ask([chickens], "Can I keep a rooster in the R-1 district?");
    expect(first(answer)).toMatch(/^No, not permitted .*: Roosters are prohibited/);
    expect(answerStatus).toBe("answered");
  });

  it("of a chapter on some land only is quoted", async () => {
    const overlay = section("9.2 Historic overlay", "Bees are prohibited.");
    expect((await ask([chickens, overlay], "Can I keep bees in the R-1 district?")).answer).not.toMatch(/^No,/);
  });
});

describe("work that a section excludes from home occupations", () => {
  it("is forbidden as one", async () => {
    const homes = section(
      "8.4 Home occupations",
      "The following are not home occupations: vehicle repair, kennels and restaurants.",
    );
    const { answer } = await ask([homes], "Can I repair cars as a home business in my garage?");
    expect(first(answer)).toMatch(/^No, not as a home occupation: The following are not home occupations/);
  });
});

describe("a list of what is not permitted where people live", () => {
  const list = section(
    "8.5 Accessory uses",
    "The following uses are, by their nature, not appropriate or permitted uses in residential zones: barber shops; beauty parlors; kennels.",
  );

  it("forbids work at home that it names, and no other", async () => {
    const { answer } = await ask([list], "Can I set up a beauty parlor in the basement of my house?");
    expect(first(answer)).toMatch(/^No, not as a home occupation: The following uses are/);
    expect((await ask([list], "Can I teach piano to customers in my living room?")).answer).not.toMatch(/^No,/);
    expect((await ask([list], "Can I open a beauty parlor on Main Street?")).answer).not.toMatch(/^No,/);
  });
});

describe("a ban of things that names no place", () => {
  const text = "Barbed wire, razor wire and like materials shall not be permitted.";
  const question = "Can I run barbed wire along the top of my fence?";
  const under = (...headings: string[]): PassageSource => ({ headings, text });

  it.each([
    [["Chapter 3", "3.2 Regulations applicable to all districts"]],
    [["Chapter 3", "3.2 General regulations", "3.2.4 Prohibited materials"]],
  ])("holds on all land under a heading on all of it: %j", async (headings) => {
    const { answer } = await ask([under(...headings)], question);
    expect(first(answer)).toMatch(/^No, not permitted: Barbed wire/);
  });

  it.each([
    [["Chapter 3", "3.2 Regulations applicable to all districts", "3.2.9 Kennels"]],
    [["Chapter 9", "9.2 Historic overlay", "9.2.1 Prohibited materials"]],
    [["Chapter 9", "9.4 Screening"]],
  ])("is quoted under one on a use, on some land, or on no land in particular: %j", async (headings) => {
    expect((await ask([under(...headings)], question)).answer).not.toMatch(/^No\b/);
  });
});

describe("a ban in a yard or in the residential districts", () => {
  const lots = section("3.1 Lots", "In the R-2 district lots shall be 60 feet wide, in the C-1 district 40 feet.");
  const fences = section(
    "8.3 Fences",
    "Chain link fences are not permitted in a front yard.\nNo pallet fence is allowed in a required front or side yard, except on farms.\nRazor wire, barbed wire and broken glass are prohibited in all residential districts.",
  );

  it.each([
    ["Can I put a chain link fence in my front yard?", /^No, not permitted .*: Chain link fences/],
    ["Can I put barbed wire on my fence in the R-2 district?", /^No, not permitted: Razor wire, barbed wire/],
    ["Can I put a pallet fence in my front yard?", /^No, not permitted: No pallet fence .* except on farms/],
  ])("holds for the thing that it names: %s", async (question, head) => {
    const { answer, answerStatus } = await ask([fences, lots], question);
    expect(first(answer)).toMatch(head);
    expect(answerStatus).toBe("answered");
  });

  it.each([
    ["another place", "Can I put a chain link fence in my back yard?"],
    ["other districts", "Can I put barbed wire on my fence in the C-1 district?"],
    ["no known district", "Can I put barbed wire on my fence?"],
    ["other things", "Can I put a wooden fence in my front yard?"],
    ["what a ban excepts", "Can I put a pallet fence in the front yard of my farm?"],
  ])("decides nothing for %s", async (_what, question) => {
    expect((await ask([fences, lots], question)).answer).not.toMatch(/^(?:Yes|No)\b/);
  });
});

describe("a ban that a sentence states in other forms", () => {
  const section = (text: string, ...headings: string[]): PassageSource => ({
    headings: headings.length > 0 ? headings : ["Chapter 8 Rules", "8.2 Lots and uses"],
    text,
  });

  it.each([
    [
      "Under no circumstances may motor homes or campers be occupied for living purposes.",
      "Can my nephew live in our motor home over the winter?",
    ],
    [
      "No such camper shall be occupied for dwelling purposes at any time while parked or stored on any lot.",
      "My son wants to live in his camper for the summer. Zone is R-3, ok?",
    ],
    [
      "It shall be unlawful to keep any cattle, goat or sheep in the RS or RM district.",
      "Can I keep goats in the RS district?",
    ],
    [
      "There shall be no outside storage in the OP District.",
      "May a tenant keep an outdoor storage yard in the OP district?",
    ],
    ["No new mobile home park is permitted in the Town of Elm.", "Could I start a new trailer park in town?"],
    ["A shed may not stand in a front yard.", "Can my shed stand in the front yard?"],
    ["In OP a restaurant may not have a drive-through.", "Can a restaurant in OP have a drive-through?"],
  ])("answers what it forbids: %s", async (text, question) => {
    const codes = section("The districts are RS, RM, R-3 and OP. In the OP District, in the RS District and in R-3.");
    const { answer, answerStatus } = await ask([section(text), codes], question);
    expect(first(answer)).toMatch(/^No, not permitted/);
    expect(answerStatus).toBe("answered");
  });

  it.each([
    ["an act that nobody asked about", "Campers shall not be rented.", "Can I park a camper at home?"],
    ["a case", "No camper shall be occupied when it is parked in a street.", "Can my son live in our camper?"],
    ["what somebody may allow", "No goats shall be kept unless the board approves.", "Can I keep goats?"],
    ["another yard", "A shed may not stand in a front yard.", "Can my shed stand in the side yard?"],
    ["the use of a thing as another", "The use of a tent as a dwelling is prohibited.", "Can I put up a tent?"],
    [
      "a series of which the use is left out",
      "Livestock, except horses, is prohibited in all districts.",
      "Can I keep a horse?",
    ],
    ["the permit of a thing", "No permit is required for a fence.", "Is a fence permitted on my lot?"],
    [
      "what holds until a permit is issued",
      "No sign shall be erected within the Town of Elm until it is approved.",
      "Are signs allowed?",
    ],
    [
      "a clause behind an exception",
      "Except for exempt signs; no sign shall be erected in the town.",
      "Are signs allowed?",
    ],
    ["what a lead only introduces", "The following signs are prohibited:", "Are paper signs allowed?"],
  ])("forbids nothing by %s", async (_what, text, question) => {
    expect((await ask([section(text)], question)).answer).not.toMatch(/^No\b/);
  });

  it("of the residential districts holds for a house, and for a district of dwellings only", async () => {
    const wire = section("Barbed wire is prohibited in all residential zones.", "Chapter 4 Signs and fences");
    expect((await ask([wire], "Can I put barbed wire on my fence at home?")).answer).toMatch(/^No, not permitted/);
    expect((await ask([wire], "Can I put barbed wire on my fence in the I-2 district?")).answer).not.toMatch(/^No\b/);
  });

  it("of animals in a chapter on a class of districts holds in these", async () => {
    const roosters = section("No roosters are allowed.", "3 RESIDENTIAL DISTRICTS", "3.2 Keeping of other animals");
    const lots = section("Lots are large in the R-15 district and small in the I-2 district.");
    expect((await ask([roosters, lots], "Can I keep a rooster in R-15?")).answer).toMatch(/^No, not permitted/);
    expect((await ask([roosters, lots], "Can I keep a rooster in I-2?")).answer).not.toMatch(/^No\b/);
  });

  it("in a section below a chapter on another use is one on that use", async () => {
    const stables = section("Stables are prohibited.", "8.4 Home occupations", "General requirements");
    expect((await ask([stables], "Are stables allowed?")).answer).not.toMatch(/^No\b/);
  });

  it("is none where a lead frees what a list names", async () => {
    const free = section("Nothing in this section shall prohibit the following:\n(1) Kennels.\n(2) Stables.");
    expect((await ask([free], "Are kennels prohibited?")).answer).not.toMatch(/^No\b/);
  });
});

describe("a ban beside a permission", () => {
  const hens = section("8.6 Fowl", "Up to six hens, but no roosters, may be kept on a lot in the R-2 District.");

  it("forbids the thing that it names, and no other", async () => {
    expect(first((await ask([hens], "May I have a rooster in R-2?")).answer)).toMatch(/^No, not permitted: Up to six/);
    expect(first((await ask([hens], "May I keep four hens in R-2?")).answer)).not.toMatch(/^No/);
  });

  it("is none of what the permission of another use leaves out", async () => {
    const home = section("8.9 R-2 District permitted uses", "Home occupations (no signs, no employees) are permitted.");
    expect(first((await ask([home], "May I put up a sign in R-2?")).answer)).not.toMatch(/^No,/);
  });

  it("is none where a sentence begins with its place", async () => {
    const spacing = section("8.7 Dwellings", "On any lot, no dwelling shall be nearer to another one than its height.");
    expect(first((await ask([spacing], "Can I let two rooms of my dwelling?")).answer)).not.toMatch(/^No,/);
  });
});

describe("a ban of what the question says there is not", () => {
  const fowl = section("8.10 Animals", "Roosters and hogs are prohibited in the R-1 and R-2 districts.");

  it("denies nothing", async () => {
    const question = "Are we allowed five chickens, no rooster, in a pen out back in R-1?";
    expect(first((await ask([fowl], question)).answer)).not.toMatch(/^No,/);
  });
});

describe("a ban in a district that is named like the place", () => {
  const goats = section("8.11 Animals", "Roosters, pigs and goats shall not be kept in the Village District.");

  it("holds in that district", async () => {
    const { answer } = await ask([goats], "Am I allowed to keep two goats in the Village District?");
    expect(first(answer)).toMatch(/^No, not permitted in the Village district/);
  });
});

describe("a list of what is forbidden in a district that its letters name", () => {
  const sources = [
    section("8.12 M-1 District", "The following uses are permitted in any M-1 zoning district:\n(1) Mini-warehouses."),
    section("8.13 Prohibited uses", "The following are specifically prohibited in the CBD:\n(1) Mini-warehouses."),
  ];

  it("forbids nothing in another district", async () => {
    expect(first((await ask(sources, "Are mini-warehouses allowed in M-1?")).answer)).toMatch(/^Yes, permitted/);
  });
});

describe("a list of what is forbidden in all zones", () => {
  const list = section(
    "8.8 Prohibited uses",
    "The following uses are specifically prohibited throughout all zones:\n(a) Junkyards.\n(b) Motor vehicle body shops.",
  );

  it("forbids in the district that a question names", async () => {
    expect(first((await ask([list], "Can I open an auto body shop in the M-3 zone?")).answer)).toMatch(/^No/);
  });
});
