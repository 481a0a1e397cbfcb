import { describe, expect, it } from "vitest";
import { rulingOfText } from "../../../agent/extractive/answers/sentence-ruling.ts";
import { verdictIn } from "../../../agent/extractive/answers/verdicts.ts";
import { evidenceIn } from "../../../agent/extractive/evidence/evidence.ts";
import { ask, passagesOf } from "../../support/passages.ts";

/** What the last sentence or item of a text rules on the word behind the star. */
function verdictOf(text: string, headings: readonly string[] = ["Article 4", "4.2 Rules of the Lower Town"]) {
  const [passage] = passagesOf([{ headings, text: text.replace("*", "") }]);
  const [marked] = passagesOf([{ headings, text }]);
  if (!passage || !marked) return undefined;
  const evidence = evidenceIn([{ marker: 1, passage }]).at(-1);
  const mention =
    evidenceIn([{ marker: 1, passage: marked }])
      .at(-1)
      ?.text.indexOf("*") ?? -1;
  return evidence && mention >= 0 ? rulingOfText(evidence, mention) : undefined;
}

describe("the verdict of a sentence on a use", () => {
  it.each([
    ["*Windmills are not permitted."],
    ["*Windmills are expressly prohibited in the Lower Town."],
    ["*Windmills shall not be erected."],
    ["*Windmills that make a noise may not be kept on a roof."],
    ["A *windmill may not stand on a roof."],
    ["No *windmill shall be erected on a roof."],
    ["No red, yellow (or orange) *windmill, nor any painted one, shall be permitted."],
    ["No boat, barge or *raft may be stored on a street."],
    ["In no case may a *windmill be placed on a roof."],
    ["Under no circumstances shall *rafts be occupied as a home."],
    ["No person shall keep a *peacock."],
    ["It is unlawful for anyone to keep or feed a *peacock."],
    ["Residents may not keep *peacocks."],
    ["A lot shall not be used for the sale of *rafts."],
    ["Sheds shall not be permitted to be turned into *windmills."],
    ["Lamps are allowed. A *windmill is forbidden."],
    ["The following are prohibited:\n(1) *Windmills.\n"],
  ])("is a no: %s", (text) => {
    expect(verdictOf(text)).toMatchObject({ verdict: "prohibited" });
  });

  it.each([
    ["*Windmills are permitted."],
    ["*Windmills, which are structures, are permitted in rear yards."],
    ["*Windmills, except those on roofs, shall be permitted."],
    ["No more than one *windmill shall be permitted on a lot."],
    ["Two *rafts may be kept at a landing."],
    ["Owners may keep *peacocks."],
    ["The hall may be used for the sale of *rafts."],
    ["Lamps are prohibited. A *windmill is allowed."],
    ["The following uses are permitted:\n(1) *Windmills."],
    ["No structures shall be permitted except the following:\n(1) *Windmills."],
  ])("is a yes: %s", (text) => {
    expect(verdictOf(text)).toMatchObject({ verdict: "permitted" });
  });

  it.each([
    ["*Windmills require a special permit."],
    ["The following may be permitted when a conditional use permit is issued under Chapter 9:\n(1) *Windmills."],
    ["These uses are allowed if the Board grants a special exception:\n(1) *Windmills."],
    ["*Windmills shall be required to obtain a special permit."],
    ["*Windmills are subject to issuance of a conditional use permit."],
    ["*Windmills may, with approval of the Board, reach over a street."],
    ["*Windmills are permitted as a special exception."],
    ["*Windmills are permitted provided the owner lives on the lot."],
    ["The Commission may approve *windmills."],
    ["The Board may issue a special permit for a *windmill."],
    ["A sign permit is required for a *windmill."],
    ["No *windmill shall be erected unless the Board has approved it."],
    ["*Rafts may be kept only at a landing."],
    ["The following uses may be permitted upon approval of a special permit:\n(1) *Windmills."],
  ])("is a condition: %s", (text) => {
    expect(verdictOf(text)).toMatchObject({ verdict: "conditional" });
  });

  it.each([
    ["No *windmill shall be erected except at the landing.", "exception"],
    ["There shall be no *digging within the marsh unless the ground freezes.", "exception"],
    ["*Rafts shall not be stored for more than two days.", "case"],
    ["*Windmills are prohibited in any front yard.", "case"],
  ])("is a no with a limit of its own: %s (%s)", (text, limitedTo) => {
    expect(verdictOf(text)).toMatchObject({ verdict: "conditional", limitedTo });
  });

  it.each([
    ["No *windmill shall exceed 40 feet in height."],
    ["A *windmill shall be located 30 feet from the street."],
    ["No part of a *windmill shall be permitted to reach over a street."],
    ["Posters are prohibited on any *windmill."],
    ["No kiln shall be built as part of a *windmill."],
    ["No swing shall be placed between a street and a *windmill."],
    ["Kilns are permitted to serve *windmills."],
    ["No kiln shall be located within 300 feet of a school, landing or *windmill."],
    ["The Commission may require a *fence."],
    ["Before a *windmill is inspected, the permitted plan shall be shown."],
    ["No tower, other than a *windmill, shall be permitted."],
    ["This article shall not apply to *windmills."],
    [
      "Any special permit issued for the Lower Town shall be void until copies are:\n(1) Sent to the keeper of the *windmill.",
    ],
    ["Uses permitted in the Lower Town shall meet the following standards:\n(1) The *windmill shall be white."],
  ])("says nothing of whether the use may be: %s", (text) => {
    expect(verdictOf(text)).toBeUndefined();
  });
});

describe("a line that introduces a list", () => {
  it.each([
    ["The following uses are permitted:", "permitted"],
    ["Uses permissible in the Lower Town:", "permitted"],
    ["Special permit uses", "conditional"],
    ["The following shall be permitted subject to a special permit:", "conditional"],
    ["The following are prohibited:", "prohibited"],
    ["No sign shall be allowed other than the following:", "permitted"],
    ["Accessory uses shall meet the following standards:", undefined],
    ["An application for a special permit must contain:", undefined],
  ])("%s tells %s", (line, verdict) => {
    expect(verdictIn(line)).toBe(verdict);
  });
});

describe("the first words of an answer", () => {
  const headings = ["Article 4", "4.2 Vehicles and animals"];
  it.each([
    [
      "No trucks shall be parked on a street, and no commercial vehicle may be parked anywhere.",
      "park a commercial vehicle",
      /^No, not permitted/,
    ],
    [
      "No commercial vehicle shall be parked in a yard except while it is unloaded.",
      "park a commercial vehicle",
      /^No, except as it says/,
    ],
    [
      "Commercial vehicles may not be parked between noon and midnight.",
      "park a commercial vehicle",
      /^Depends on the case/,
    ],
    [
      "No commercial vehicle shall be parked in a yard unless the Board grants a permit.",
      "park a commercial vehicle",
      /^Yes, but only with a special approval/,
    ],
    ["No animals may be kept other than the following: two goats, or bees.", "keep goats", /^Yes, permitted/],
    ["No bees shall be kept except in the following yards.", "keep bees", /^Only as listed/],
    ["Bees are allowed with the approval of the zoning officer.", "keep bees", /^Yes, with staff approval/],
    ["Bees are allowed with the approval of the council.", "keep bees", /^Yes, but only with a special approval/],
    ["Residents may keep bees.", "keep bees", /^Yes, permitted/],
    ["Bees may be kept provided the hives face a hedge.", "keep bees", /^Yes, under conditions/],
  ])("tell the verdict before the law's own: %s", async (text, wanted, head) => {
    expect((await ask([{ headings, text }], `Can I ${wanted}?`)).answer).toMatch(head);
  });
});
