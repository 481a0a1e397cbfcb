import { describe, expect, it } from "vitest";
import type { UseRule } from "../../../ingest/rules/rule.ts";
import { rulesOfMarkdown } from "../../support/rules-of-markdown.ts";

/** What a code rules on uses, as "district verdict: words"; entries that are taken over open with "+". */
async function usesOf(markdown: string): Promise<string[]> {
  const { rules } = await rulesOfMarkdown(markdown);
  return rules
    .filter((rule): rule is UseRule => rule.kind === "use")
    .map(
      ({ districts, verdict, words, takenOver }) =>
        `${takenOver.length > 0 ? "+" : ""}${districts.join(",")} ${verdict}: ${words}`,
    );
}

const code = (district: string, text: string) =>
  `# Zoning Code\n\n## Chapter 300 Districts\n\n${district}\n\n${text}\n`;
const inRA = (text: string) => code("### § 300-10. R-A Residence District.", text);

describe("a list of uses under a title that runs into it", () => {
  it("is read entry by entry where the title states the verdict", async () => {
    expect(
      await usesOf(
        inRA(
          "A. Principal uses permitted. (1) Two-family dwellings. (2) Libraries.\n\nB. Special permit uses. (1) Private clubs.",
        ),
      ),
    ).toEqual(["R-A permitted: Two-family dwellings.", "R-A permitted: Libraries.", "R-A conditional: Private clubs."]);
  });

  it("ends where the next title of the same kind heads something else", async () => {
    const standards = "C. Lot and bulk requirements.\n\n(1) Lot area: not less than 40,000 square feet.";
    expect(await usesOf(inRA(`A. Principal uses permitted.\n\n(1) Libraries.\n\n${standards}`))).toEqual([
      "R-A permitted: Libraries.",
    ]);
  });

  it("is parted at its commas where a sentence forbids the uses that it lists", async () => {
    expect(
      await usesOf(
        inRA("C. Prohibited uses. The following are expressly prohibited: junk yards, car sales, and tattoo parlors."),
      ),
    ).toEqual(["R-A prohibited: junk yards", "R-A prohibited: car sales", "R-A prohibited: tattoo parlors."]);
  });

  it("begins at its colon, and not within one of its entries", async () => {
    const list =
      "(F) Prohibited uses. The following are expressly prohibited in the R-A District, whether as a principal or an accessory use: drive-through facilities; dwellings within the front 40 feet of the ground floor; pawn shops.";
    expect(await usesOf(inRA(list))).toEqual([
      "R-A prohibited: drive-through facilities;",
      "R-A prohibited: dwellings within the front 40 feet of the ground floor;",
      "R-A prohibited: pawn shops.",
    ]);
  });

  it("is parted at its semicolons, in a district of one letter too", async () => {
    const district = "### § 310-20. I Industrial District.";
    expect(await usesOf(code(district, "B. Prohibited uses. Dwellings; slaughterhouses."))).toEqual([
      "I prohibited: Dwellings",
      "I prohibited: slaughterhouses.",
    ]);
  });

  it("of which a board decides is conditional", async () => {
    const lead = "B. The following uses are allowed when authorized by the Board of Appeals under § 300-60:";
    expect(await usesOf(inRA(`${lead}\n\n(1) Nursery schools.`))).toEqual(["R-A conditional: Nursery schools."]);
  });

  it("of uses and structures is one of uses, and so is one of special exceptions", async () => {
    const lists = [
      "(b) Permitted uses and structures.",
      "(1) Libraries.",
      "(d) Special exceptions.",
      "(1) Car washes.",
    ];
    expect(await usesOf(inRA(lists.join("\n\n")))).toEqual([
      "R-A permitted: Libraries.",
      "R-A conditional: Car washes.",
    ]);
  });

  it("keeps the verdict of its title where a sentence behind it introduces the entries", async () => {
    const lead = "(d) Special exceptions. The following may be approved by the city council after a hearing:";
    expect(await usesOf(inRA(`${lead}\n\n(1) Private clubs.`))).toEqual(["R-A conditional: Private clubs."]);
  });

  it("does not take a sentence on the procedure behind its title for an entry", async () => {
    const title = "C. Special exceptions. Prior to the approval of any application for a permit, the owner is heard.";
    expect(await usesOf(inRA(title))).toEqual([]);
  });

  it("repeats the like list of another district that it names as the same, and goes on", async () => {
    const lists = (entries: readonly string[]) => entries.join("\n\n");
    const first = ["(d) Special exceptions.", "(1) Private clubs.", "(e) Prohibited uses.", "(1) Mobile homes."];
    const second = [
      "### § 300-11. R-B Residence District.",
      "(d) Special exceptions. Same as for R-A, and in addition:",
      "(1) Car washes.",
      "(e) Prohibited uses. Same as for R-A.",
    ];
    expect((await usesOf(inRA(lists([...first, ...second])))).filter((one) => /R-B/.test(one))).toEqual([
      "R-B conditional: Same as for R-A",
      "R-B conditional: Car washes.",
      "R-B prohibited: Same as for R-A.",
      "+R-B conditional: Private clubs.",
      "+R-B prohibited: Mobile homes.",
    ]);
  });

  it("of accessory uses is not read as a list of principal uses", async () => {
    expect(await usesOf(inRA("C. Accessory uses. (1) Private garages. (2) Swimming pools."))).toEqual([]);
  });

  it("is taken over with special permits, and with the standards of the other district", async () => {
    const lists = [
      "### § 300-10. R-A Residence District.\n\nA. Principal uses permitted. (1) Libraries. (2) Schools.\n\nB. Special permit uses. (1) Golf courses. (2) Private clubs.",
      "### § 300-11. R-B Residence District.\n\nA. Principal uses permitted. (1) Any principal use permitted in the R-A District, subject to the lot and bulk requirements of that district. (2) Rooming houses.\n\nB. Special permit uses. (1) Any use allowed by special permit in the R-A District. (2) Funeral homes.",
    ];
    const read = await usesOf(`# Zoning Code\n\n## Chapter 300 Districts\n\n${lists.join("\n\n")}\n`);
    expect(read.filter((one) => one.startsWith("+"))).toEqual([
      "+R-B permitted: Libraries.",
      "+R-B permitted: Schools.",
      "+R-B conditional: Golf courses.",
      "+R-B conditional: Private clubs.",
    ]);
  });
});

describe("a long list in one paragraph", () => {
  const kept = (text: string) => usesOf(inRA(text));
  const lead = "The following uses shall be permitted in the R-A district, provided that no drive-up faces a street.";
  const conditions =
    "provided that no such use adjoins a school, and that the following conditions are met: a. The lot shall have 9,000 square feet; b. Pumps may stand in the yards;";

  it("continues after an entry that has conditions of its own, which stay with the entry and become neither uses nor bans", async () => {
    expect(
      await kept(`${lead} (1) Libraries; (1.1) Museums; (2) Filling stations, ${conditions} (3) Banks; (4) Bakeries.`),
    ).toEqual([
      "R-A permitted: Libraries;",
      "R-A permitted: Museums;",
      `R-A permitted: Filling stations, ${conditions}`,
      "R-A permitted: Banks;",
      "R-A permitted: Bakeries.",
    ]);
  });

  it("is parted where it goes on in the next chunk, whatever the number of the first entry there", async () => {
    const long =
      "kept in buildings that are closed on all sides and have no more than two (2) doors to any street or yard";
    const entries = Array.from({ length: 40 }, (_, at) => `(${at + 1}) Workshop of kind ${at + 1}, ${long};`);
    const read = await kept(`${lead} ${entries.join(" ")}`);
    expect(read).toHaveLength(40);
    expect(read.at(-1)).toMatch(/^R-A permitted: Workshop of kind 40, /);
  });

  it("permits an entry that a proviso keeps out of some places", async () => {
    const entry =
      "(1) Kennels, provided that no such use shall be located near a school; (2) Junk yards are prohibited.";
    expect(await kept(`${lead} ${entry}`)).toEqual([
      "R-A permitted: Kennels, provided that no such use shall be located near a school;",
    ]);
  });

  it("is not parted at a figure that repeats a number word", async () => {
    const entry = "(1) A house with not more than one (1) shop and not more than two (2) flats; (2) Schools.";
    expect(await kept(`${lead} ${entry}`)).toEqual([
      "R-A permitted: A house with not more than one (1) shop and not more than two (2) flats;",
      "R-A permitted: Schools.",
    ]);
  });

  it("ends with its section, where the section beside it has a number and no title too", async () => {
    const sections = [
      "### § 300-10. R-A Residence District.",
      "#### 300-10.4",
      "The following uses are permitted: (1) Libraries. (2) Schools.",
      "#### 300-10.5",
      "Airfields of the association",
    ];
    expect(await usesOf(`# Zoning Code\n\n## Chapter 300 Districts\n\n${sections.join("\n\n")}\n`)).toEqual([
      "R-A permitted: Libraries.",
      "R-A permitted: Schools.",
    ]);
  });
});
