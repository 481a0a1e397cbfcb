import { describe, expect, it } from "vitest";
import { ask, type PassageSource } from "../../support/passages.ts";

const first = (answer: string) => answer.split("\n")[0];
const businesses: PassageSource = {
  headings: ["Chapter 5", "5.2 GB General Business District", "5.2.1 Special permit uses"],
  text: "Commercial kennels\n\nFilling stations\n\nRestaurant with drive through",
};

describe("a ban that holds on some land only", () => {
  it("is quoted beside what the district allows where it is that of an overlay", async () => {
    const overlay: PassageSource = {
      headings: ["Chapter 9 Station Area Overlay", "9.4 Prohibited uses"],
      text: "The following uses are prohibited:\n\nFilling stations",
    };
    const { answer } = await ask(
      [businesses, overlay],
      "Which approval does a filling station require in the GB District?",
    );
    expect(first(answer)).toMatch(/^Yes, with a special permit in the GB district: Filling stations/);
    expect(answer).toMatch(/A provision for some land, under “Prohibited uses”, says: “[^”]*Filling stations/);
  });

  const least: PassageSource = {
    headings: ["Chapter 7", "7.6 Kennels"],
    text: "Commercial dog kennels shall not be permitted on a parcel less than five (5) acres in area.",
  };

  it("does not stand against a use on a lot of the size that it asks for", async () => {
    const question = "We want to start a dog boarding business on 7 acres in the GB District. Is that allowed?";
    expect(first((await ask([businesses, least], question)).answer)).toMatch(/^Yes, with a special permit/);
  });

  it("refuses the use on a smaller lot", async () => {
    const question = "We want to start a dog boarding business on 3 acres in the GB District. Is that allowed?";
    expect(first((await ask([businesses, least], question)).answer)).not.toMatch(/^Yes/);
  });

  const apartments: PassageSource = {
    headings: ["Chapter 7", "7.9 Accessory dwelling units"],
    text: "The following applies to all of them:\n\nAccessory dwelling units are not allowed in detached structures.",
  };

  it("answers for the place that it names", async () => {
    const question = "May an accessory dwelling unit be established in a detached garage?";
    expect(first((await ask([apartments], question)).answer)).toMatch(/^No, not permitted: .*not allowed in detached/);
  });

  it("is only quoted for another place", async () => {
    const { answer, answerStatus } = await ask(
      [apartments],
      "May an accessory dwelling unit be in an attached garage?",
    );
    expect(answerStatus).toBe("partial");
    expect(answer).not.toMatch(/^No/);
  });

  it("does not let an entry that keeps its use out of an overlay permit the use there", async () => {
    const outside: PassageSource = {
      headings: ["Chapter 5", "5.2.1 Special permit uses"],
      text: "The following may be permitted by special permit:\n\nFilling stations provided that no part of the lot, as told by Section 9.2, is within the Aquifer Protection Zone.",
    };
    const question = "Can a filling station be approved in the Aquifer Protection Zone?";
    expect((await ask([outside], question)).answer).not.toMatch(/^Yes/);
  });
});

describe("the name of a use in a question", () => {
  it("takes in the window of a drive-through", async () => {
    const question = "Restaurant with a drive-through window in the GB District: permitted use or special permit?";
    expect(first((await ask([businesses], question)).answer)).toMatch(
      /^Yes, with a special permit .*with drive through/,
    );
  });
});

describe("a mark that permits by right, subject to the regulations that hold for every use", () => {
  it("permits without a condition", async () => {
    const all: PassageSource = {
      headings: ["Chapter 5", "5.3 LB Local Business District", "5.3.1 Permitted uses"],
      text: "The following are permitted, subject to all applicable requirements of these regulations:\n\nHotels\n\nBanks",
    };
    expect(first((await ask([all], "Is a hotel a by-right use in the LB District?")).answer)).toMatch(
      /^Yes, permitted in the LB district: Hotels/,
    );
  });
});

describe("a rule of one district", () => {
  const rules: PassageSource = {
    headings: ["Chapter 7", "7.2 Animals and fences"],
    text: "Roosters shall not be kept in the R-20 District.\n\nNo fence in the R-20 District shall be higher than six feet.\n\nThe R-40 District is for houses on large lots.",
  };

  it("is not asserted for another one", async () => {
    expect((await ask([rules], "Can I keep a rooster in the R-40 District?")).answer).not.toMatch(/^No/);
    expect((await ask([rules], "How high may a fence be in the R-40 District?")).answerStatus).not.toBe("answered");
  });
});
