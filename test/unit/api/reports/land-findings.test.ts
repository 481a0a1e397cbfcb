import { describe, expect, it } from "vitest";
import { faultsOf, statementsOf } from "../../../../api/delivery/reports/document/verify-document.ts";
import type { ReportCriterion } from "../../../../api/delivery/reports/evidence/criteria-evidence.ts";
import type { ReportEvidence } from "../../../../api/delivery/reports/evidence/report-evidence.ts";
import { writeReport } from "../../../../api/delivery/reports/write-report.ts";
import { answerOf, reportEvidence } from "../../../support/report-evidence.ts";

type Evidence = Partial<ReportEvidence>;

const report = (more: Evidence, evidence = reportEvidence()) => writeReport({ ...evidence, ...more }, {});
const finding = (of: ReturnType<typeof report>, rule: string) => of.findings.find(({ rule_id: id }) => id === rule);
const textOf = (of: ReturnType<typeof report>, section: string) =>
  statementsOf(of.sections.find(({ section_id: id }) => id === section))
    .map(({ text }) => text)
    .join(" ");

/** The minimum lot area of district R-2 as its row states it. */
function minimum(value: number, unit: string, more: Partial<Extract<ReportCriterion, { kind: "ordinance" }>> = {}) {
  const passages = answerOf("", `R-2 | ${value}`).sentences[0]?.passages ?? [];
  const own = { value, unit, condition: null, passages, notes: [] };
  const lot_area_min: ReportCriterion = { kind: "ordinance", values: [own], cases: [], ...more };
  return { districts: [{ zoning_code: "R-2", fields: { lot_area_min } }], own };
}

describe("the finding on the lot area", () => {
  it("is green where the measured land reaches the minimum, and cites both", () => {
    const { districts } = minimum(8000, "sq ft");
    const made = report({ districts });
    const found = finding(made, "DD-LOT-01");
    expect(found).toMatchObject({ rating: "green" });
    expect(found?.statement.text).toBe(
      "The 43,560 sq ft of the site in district R-2 meet the minimum lot area of 8,000 sq ft.",
    );
    const kinds = found?.statement.evidence.map((number) => made.endnotes[number - 1]?.kind);
    expect(kinds).toEqual(expect.arrayContaining(["layer", "passage"]));
    expect(faultsOf(made)).toEqual([]);
  });

  it("is red where the land is smaller, and reads acres", () => {
    const made = report({ districts: minimum(1.5, "acres").districts });
    expect(finding(made, "DD-LOT-01")).toMatchObject({ rating: "red" });
    expect(finding(made, "DD-LOT-01")?.statement.text).toContain("less than the minimum lot area of 65,340 sq ft");
    expect(faultsOf(made)).toEqual([]);
  });

  it("is never green where notes or special cases were not compared, or only parcels together reach the minimum", () => {
    const { own } = minimum(8000, "sq ft");
    const noted = minimum(8000, "sq ft", {
      values: [{ ...own, notes: [{ text: "More on a slope.", passage: null }] }],
    });
    expect(finding(report({ districts: noted.districts }), "DD-LOT-01")?.rating).toBe("amber");
    const cased = minimum(8000, "sq ft", { cases: [{ ...own, value: 60_000, condition: "hotel" }] });
    expect(finding(report({ districts: cased.districts }), "DD-LOT-01")?.rating).toBe("amber");
    const evidence = reportEvidence();
    const [parcel] = evidence.project.parcels;
    const half = { ...parcel, size: { acres: 0.5, square_feet: 21_780 } } as ReportEvidence["project"]["parcels"][0];
    const project = { ...evidence.project, parcels: [half, { ...half, parcel_index: 1 }] };
    const together = report({ project, districts: minimum(30_000, "sqft").districts });
    expect(finding(together, "DD-LOT-01")).toMatchObject({ rating: "amber" });
    expect(finding(together, "DD-LOT-01")?.statement.text).toContain("only together");
  });

  it("is compared with the minimum that a note states for the stated use, and cites the note", () => {
    const { own } = minimum(8000, "sq ft");
    const [passage] = own.passages;
    const use = { typology: "two_family_dwelling", words: "two-family dwelling", isConfirmed: true };
    const found = (text: string) => {
      const { districts } = minimum(8000, "sq ft", {
        values: [
          { ...own, notes: [{ text: `Note 1: ${text}`, passage: passage ? { ...passage, quote: text } : null }] },
        ],
      });
      return finding(report({ districts, use }), "DD-LOT-01");
    };
    const noted = "For a two-family dwelling in the R-2 district the minimum lot area is";
    expect(found(`${noted} fifty thousand (50,000) square feet.`)).toMatchObject({ rating: "red" });
    expect(found(`${noted} 10,000 square feet.`)).toMatchObject({ rating: "green" });
    expect(found(`${noted} 10,000 square feet.`)?.statement.text).toMatch(/10,000 sq ft for the stated use\.$/);
    expect(found("For a three-family dwelling the minimum lot area is 60,000 square feet.")?.rating).toBe("amber");
    expect(found(`${noted} 10,000 square feet for each unit.`)?.rating).toBe("amber");
  });

  it("is left out where no single minimum was read", () => {
    expect(finding(report({}), "DD-LOT-01")).toBeUndefined();
    const { own } = minimum(8000, "sq ft");
    const open = minimum(8000, "sq ft", { values: [own, { ...own, value: 9000 }] });
    expect(finding(report({ districts: open.districts }), "DD-LOT-01")).toBeUndefined();
  });
});

describe("layers that one source did not answer for", () => {
  it("are told apart in the findings", () => {
    const evidence = reportEvidence({ roads: "failed", utilities: "failed" });
    const layers = evidence.digest.spatial_layers.map((layer) =>
      layer.state === "failed" ? { ...layer, source: "Open Map" } : layer,
    );
    const made = writeReport({ ...evidence, digest: { ...evidence.digest, spatial_layers: layers } }, {});
    expect(finding(made, "DD-ACCESS-01")?.statement.text).toMatch(
      /^Road layer: Not available: Open Map did not respond/,
    );
    expect(finding(made, "DD-UTIL-01")?.statement.text).toMatch(/^Utility layers: Not available: Open Map did not/);
  });
});

describe("the area of record", () => {
  const recorded = (...areas: (number | null)[]): Evidence => ({
    records: { layers: {}, documents: {}, recorded_areas: areas },
  });

  it("is printed beside the measured area, and is a finding where they are more than 2 percent apart", () => {
    const near = report(recorded(43_000));
    expect(textOf(near, "site")).toContain("0.99 acres (43,000 sq ft) 1.00 acres (43,560 sq ft)");
    expect(textOf(near, "site")).toContain("agree within 2%");
    expect(finding(near, "DD-AREA-01")).toBeUndefined();
    const far = report(recorded(40_000));
    expect(finding(far, "DD-AREA-01")).toMatchObject({ rating: "amber" });
    expect(finding(far, "DD-AREA-01")?.statement.text).toContain("0.92 acres (40,000 sq ft)");
    expect(faultsOf(far)).toEqual([]);
  });

  it("that is not stated is reported as not recorded, never as agreement", () => {
    const made = report(recorded(null));
    expect(textOf(made, "site")).toContain("Not recorded. 1.00 acres (43,560 sq ft)");
    expect(textOf(made, "site")).not.toContain("agree");
  });

  it("is added up where a site has several parcels", () => {
    const evidence = reportEvidence();
    const parcels = [0, 1].flatMap((at) => evidence.project.parcels.map((one) => ({ ...one, parcel_index: at })));
    const made = report({ ...recorded(40_000, 3560), project: { ...evidence.project, parcels } });
    expect(textOf(made, "site")).toContain("Sum All parcels 1.00 acres (43,560 sq ft) 2.00 acres (87,120 sq ft)");
  });
});

it("tables of areas end with their sum, and an area of zero is reported as none", () => {
  const evidence = reportEvidence();
  const { terrain } = evidence.digest;
  if (!terrain) throw new Error("no terrain");
  const half = { area_acres: 0.5, area_square_feet: 21_780, share_of_site: 0.5 };
  const none = { area_acres: 0, area_square_feet: 0, share_of_site: 0 };
  const slope_classes = [
    { from_percent: 0, to_percent: 3, ...half },
    { from_percent: 3, to_percent: 8, ...half },
    { from_percent: 8, to_percent: null, ...none },
  ];
  const unit = { component: null, is_farmland: false, hydrologic_group: "A", drainage_class: null, ratings: [] };
  const depths = { water_table_depth_cm: null, bedrock_depth_cm: null };
  const map_units = [0.6, 0.4].map((share_of_site, at) => ({
    ...{ ...unit, ...depths, symbol: `S${at}`, name: "Loam", share_of_site, area_acres: share_of_site },
    area_square_feet: share_of_site * 43_560,
  }));
  const soils = { ...evidence.digest.soils, map_units } as unknown as typeof evidence.digest.soils;
  const made = report({ digest: { ...evidence.digest, soils, terrain: { ...terrain, slope_classes } } });
  expect(textOf(made, "soils")).toContain("Sum 100.0%");
  expect(textOf(made, "terrain")).toContain("8% and more None Sum 1.00 acres (43,560 sq ft, 100.0% of the site)");
  expect(faultsOf(made)).toEqual([]);
});

it("a table of the nearest facilities says that the registry lists more", () => {
  const { digest } = reportEvidence();
  const site = { name: "Fuel stop", program: "RCRA", status: null, distance_feet: 900, direction: "S" };
  const listed = (total: number) => {
    const sites = Array.from({ length: total }, () => site);
    const environmental = { ...digest.environmental, total, on_site: 0, sites } as typeof digest.environmental;
    return textOf(report({ digest: { ...digest, environmental } }), "environmental");
  };
  expect(listed(17)).toContain("17 facilities around the site, none of them on it. The table has the nearest 15.");
  expect(listed(15)).not.toContain("The table has");
});

it("a finding on a facility near the site states whether it is on the National Priorities List, and the section explains the names of programs", () => {
  const { digest } = reportEvidence();
  const listed = "On the National Priorities List (final)";
  const mill = { name: "Mill", program: "SEMS, RCRAINFO", status: listed, distance_feet: 322, direction: "W" };
  const environmental = { ...digest.environmental, total: 1, on_site: 0, sites: [mill] } as typeof digest.environmental;
  const made = report({ digest: { ...digest, environmental } });
  expect(finding(made, "DD-ENV-01")?.statement.text).toContain(`is 322.0 ft away. Mill: ${listed}.`);
  expect(textOf(made, "environmental")).toContain("Programs: RCRAINFO, hazardous waste; SEMS, Superfund.");
  expect(faultsOf(made)).toEqual([]);
});

it("standards that the ordinance does not provide are named beside those that were located", () => {
  const absent = { kind: "absent", marker: "NOT_PROVIDED_IN_ORDINANCE" } as const;
  const { own } = minimum(8000, "sq ft");
  const given = { kind: "ordinance", values: [own], cases: [] } as const;
  const names = ["lot_area_min", "lot_frontage_min", "setback_front", "setback_side_interior", "setback_rear"];
  const located = Object.fromEntries([...names, "height_max", "coverage_max"].map((name) => [name, given]));
  const fields = { ...located, density_max: absent, far_max: absent };
  const made = report({ districts: [{ zoning_code: "R-2", fields }] });
  expect(finding(made, "DD-STD-01")).toMatchObject({ rating: "green" });
  expect(finding(made, "DD-STD-01")?.statement.text).toBe(
    "Every dimensional standard that the ordinance provides for district R-2 was located; not provided: maximum density, maximum floor area ratio.",
  );
});

it("a flood zone is named in words, and a missing base flood elevation is not taken for none", () => {
  const { digest } = reportEvidence();
  const zone = digest.flood?.zones[0];
  const zones = [{ ...zone, zone: "AE", subtype: "FLOODWAY", is_special_flood_hazard_area: true }];
  const made = report({ digest: { ...digest, flood: { ...digest.flood, zones } as typeof digest.flood } });
  const text = textOf(made, "flood");
  expect(text).toContain("AE, floodway Yes Not in the map data");
  expect(text).toContain("look for it in the flood insurance study");
  expect(text).not.toContain("Elevations refer to");
});

it("endnotes name the edition and the content hash of their source", () => {
  const answers = { slope: answerOf("Slopes are limited.", "Slopes are limited.") };
  const records = {
    layers: { flood: { vintage: "effective 2021-06-02", content_hash: "ab".repeat(32) } },
    documents: { "doc_1:1": "cd".repeat(32) },
    recorded_areas: [],
  };
  const made = report({ records }, reportEvidence({}, answers));
  expect(made.endnotes.find(({ title }) => title === "Agency of flood")).toMatchObject({
    vintage: "effective 2021-06-02",
    content_hash: "ab".repeat(32),
  });
  expect(made.endnotes.find(({ kind }) => kind === "passage")?.content_hash).toBe("cd".repeat(32));
  expect(textOf(made, "data_vintage")).toContain("Flood hazard map Effective June 2, 2021");
});

it("a sentence that leans on the one before it is quoted under its heading", () => {
  const quote = "They are intended to protect life.";
  const made = report({}, reportEvidence({}, { slope: answerOf(quote, quote) }));
  expect(textOf(made, "terrain")).toContain("Under “Standards”: “They are intended to protect life.”");
});

it("a rule for roads of one owner is quoted under its heading, because the owner of a road is not known", () => {
  const quote = "A driveway to a dwelling is ten (10) feet wide.";
  const answer = answerOf(quote, quote);
  const [sentence] = answer.sentences;
  const heading_path = ["Chapter 4 Driveways on County Roads", "4.04 Dimensions"];
  const passages = (sentence?.passages ?? []).map((passage) => ({ ...passage, heading_path }));
  const made = report({}, reportEvidence({}, { driveway: { ...answer, sentences: [{ text: quote, passages }] } }));
  expect(textOf(made, "access")).toContain(`Under “Chapter 4 Driveways on County Roads”: “${quote}”`);
  expect(faultsOf(made)).toEqual([]);
});

it("the rule on steep slopes is quoted only where the ground reaches a slope that it names", () => {
  const text = "On slopes of more than twenty-five percent (25%) no building is allowed.";
  const rule = answerOf(text, text);
  const { digest } = reportEvidence();
  const textWith = (steepest: number) => {
    const terrain = digest.terrain && { ...digest.terrain, slope_mean_percent: 3, slope_max_percent: steepest };
    return textOf(report({ digest: { ...digest, terrain }, answers: { slope: rule } }), "terrain");
  };
  expect(textWith(14)).toContain("The rules located begin at slopes of 25%; the steepest mapped ground is 14.0%.");
  expect(textWith(14)).not.toContain("no building is allowed");
  expect(textWith(30)).toContain("no building is allowed");
});

it("the first page has a headline where the whole finding is longer", () => {
  const passage = answerOf("", "Two-family dwelling | S").sentences[0]?.passages[0];
  if (!passage) throw new Error("no passage");
  const meaning = { text: "allowed only by special permit", passage };
  const row = {
    label: "Two-family dwelling",
    mark: "S",
    passage,
    meaning,
    notes: [],
    unread_note: null,
    refers_to: null,
  };
  const law = { ...reportEvidence().law, use_rows: { "R-2": [row] } };
  const use = { typology: "two_family_dwelling", words: "two-family dwelling", isConfirmed: true };
  const made = report({ law, use });
  const found = finding(made, "DD-USE-01");
  expect(found?.statement.text).toContain("The table of uses marks");
  expect(found?.headline.text).toBe(
    "The use (two-family dwelling) is allowed only by special or conditional permit in district R-2.",
  );
  expect(found?.headline.evidence).toEqual(expect.arrayContaining([...(found?.statement.evidence ?? [])]));
  for (const { headline, topic, affects } of made.findings) {
    expect([headline.text, topic, affects].every((text) => text !== "")).toBe(true);
  }
});

describe("existing buildings", () => {
  const evidence = reportEvidence();
  const { feasibility } = evidence.digest;
  const house = { name: null, kind: "house", levels: 2, height_ft: 28, area_acres: 0.03, area_square_feet: 1320 };
  const standing = feasibility && {
    ...feasibility,
    existing_buildings: {
      ...feasibility.existing_buildings,
      total: 2,
      covered: { area_acres: 0.04, area_square_feet: 1720, share_of_site: 0.0395 },
      buildings: [
        { ...house, share_of_site: 0.0303 },
        {
          name: "Old barn",
          kind: null,
          levels: null,
          height_ft: null,
          area_acres: 0.01,
          area_square_feet: 400,
          share_of_site: 0.0092,
        },
      ],
    },
  };
  const withBuildings = { digest: { ...evidence.digest, feasibility: standing } };

  it("are in the sections on the site and on buildable land, each with its ground, and are never rated green", () => {
    const made = report(withBuildings);
    expect(textOf(made, "site")).toContain("2 mapped buildings cover 0.04 acres (1,720 sq ft, 4.0% of the site).");
    expect(textOf(made, "site")).toContain("House 2 28.0 ft 0.03 acres (1,320 sq ft, 3.0% of the site)");
    expect(textOf(made, "site")).toContain("Old barn Not recorded. Not recorded.");
    expect(finding(made, "DD-BLDG-01")).toMatchObject({ rating: "amber" });
    expect(faultsOf(made)).toEqual([]);
    const plan = report({ ...withBuildings, report_type: "feasibility" });
    expect(textOf(plan, "buildable_land")).toContain("2 mapped buildings cover");
    expect(finding(plan, "DD-BLDG-01")?.statement.text).toContain("2 mapped buildings cover");
    expect(faultsOf(plan)).toEqual([]);
  });

  it("are not denied where the layer was not read", () => {
    const made = report({}, reportEvidence({ buildings: "failed" }));
    expect(textOf(made, "site")).toContain("Not available: the building layer did not respond");
    expect(finding(made, "DD-BLDG-01")?.rating).toBe("amber");
    expect(finding(report({}), "DD-BLDG-01")).toBeUndefined();
    expect(textOf(report({}), "site")).toContain("No building is mapped on the site.");
  });
});
