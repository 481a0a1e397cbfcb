import { describe, expect, it } from "vitest";
import type { SiteRule } from "../../../ingest/rules/rule.ts";
import { rulesOfMarkdown } from "../../support/rules-of-markdown.ts";

/** The land on which a limit is not counted, each once, with the first words of the condition. */
async function uncounted(markdown: string) {
  const { rules } = await rulesOfMarkdown(markdown);
  const read = rules
    .filter((rule): rule is SiteRule => rule.kind === "site" && /_less_/.test(rule.standard))
    .map(({ standard, value, conditions, districts }) =>
      [standard, value, ...conditions, ...districts].map(String).join(" "),
    );
  return [...new Set(read)];
}
const inDensity = (text: string) => uncounted(`# 5 Dimensions\n\n## 5.6 Density\n\n${text}\n`);
const defined = (definition: string, limit: string) =>
  uncounted(`# 2 Definitions\n\n## 2.1 Terms\n\n${definition}\n\n# 5 Dimensions\n\n## 5.6 Density\n\n${limit}\n`);

describe("the land on which density is not counted", () => {
  it.each([
    "For purposes of computing allowable density, the lot area shall exclude ponds, wetlands and areas with a natural slope in excess of twenty-five percent (25%).",
    "Ponds, wetlands and slopes of more than 25% shall be deducted from the lot area before the density calculation is made.",
    "Maximum density shall not exceed 8 units per acre of the lot, excluding wetland soils, lands under water and slopes over 25 percent.",
  ])("is read from a sentence that says how density is computed: %s", async (sentence) => {
    expect(await inDensity(sentence)).toEqual([
      "density_less_wetland 100",
      "density_less_watercourse 100",
      "density_less_slope 25",
    ]);
  });

  it("is read from the definition of the area on which density is computed, with both places", async () => {
    const definition =
      "Buildable area. The area of a lot that remains after the following are subtracted: wetlands and watercourses, land in the regulatory floodway, land with a natural slope of twenty-five percent (25%) or more, and land subject to an easement that forbids buildings.";
    const read = [
      ...["density_less_wetland 100", "density_less_watercourse 100", "density_less_floodway 100"],
      ...["density_less_slope 25", "density_less_easement 100"],
    ];
    expect(await defined(definition, "Density is computed on the buildable area of the lot.")).toEqual(read);
    expect(await defined(definition, "Maximum density: 12 units per acre.")).toEqual([]);
    expect(await defined(definition, "Density is computed on the net acreage.")).toEqual([]);
  });

  it("is read of floor area where the sentence names its ratio", async () => {
    expect(await inDensity("Floor area ratio is calculated on the area of the lot without its floodplain.")).toEqual([
      "far_less_floodplain 100",
    ]);
  });

  it.each([
    "Fifty percent of the wetlands shall be deducted before the density calculation is made.",
    "No density bonus is calculated on land that excludes wetlands.",
    "The lot area shall not include wetlands.",
    "Up to 10 percent of the site may be excluded: the density is computed without up to half of the wetlands.",
  ])("is not read from a share of some land, or a sentence on something else: %s", async (sentence) => {
    expect(await inDensity(sentence)).toEqual([]);
  });

  it("has a case where it is stated for some uses", async () => {
    const [first] = await uncounted(
      "# 12 Special permits\n\n## 12.4 Multi-family development\n\nDensity calculations shall be based on the area of the site excluding wetlands.\n",
    );
    expect(first).toContain("density_less_wetland 100 12 Special permits");
  });
});
