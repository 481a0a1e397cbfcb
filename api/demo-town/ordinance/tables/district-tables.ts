import type { LawTable } from "../law-table.ts";

/** The base districts and their purposes. */
export const districtTable: LawTable = {
  number: "3.1",
  title: "Base districts",
  head: [["Symbol", "District", "Purpose"]],
  rows: [
    ["RA", "Rural Agricultural", "Farms, forest and dwellings on large lots"],
    ["R-1", "Low Density Residential", "Neighborhoods of single-family dwellings"],
    ["R-2", "Village Residential", "Single-family and two-family dwellings near the village center"],
    ["RM", "Multifamily Residential", "Townhouse and multifamily dwellings on public water and public sewer"],
    ["VC", "Village Center", "Shops with dwellings and offices above, close to the street"],
    ["GC", "General Commercial", "Larger stores, hotels, offices and services along Route 9"],
    ["LI", "Light Industrial", "Workshops, laboratories, storage and distribution"],
  ],
};

/** The overlay districts and where their rules are. */
export const overlayTable: LawTable = {
  number: "3.2",
  title: "Overlay districts",
  head: [["Symbol", "Overlay district", "Rules"]],
  rows: [
    ["FP", "Floodplain Overlay", "Sections 7.1 to 7.8"],
    ["AP", "Aquifer Protection Overlay", "Sections 7.9 to 7.13"],
    ["HD", "Historic Overlay", "Sections 7.14 to 7.18"],
  ],
};

/** Lot, setback, height and coverage standards. */
export const dimensionTable: LawTable = {
  number: "5.1",
  title: "Dimensional standards of lots and principal buildings",
  head: [
    [
      { text: "District", rows: 2 },
      { text: "Minimum lot area (square feet)", rows: 2 },
      { text: "Minimum lot frontage (feet)", rows: 2 },
      { text: "Minimum setback (feet)", columns: 3 },
      { text: "Maximum building height", columns: 2 },
      { text: "Maximum lot coverage (percent)", rows: 2 },
    ],
    ["Front", "Side", "Rear", "Feet", "Stories"],
  ],
  rows: [
    ["RA", "80,000", "200", "50", "30", "50", "35", "2.5", "15"],
    ["R-1", "20,000", "100", "30 (2)", "15", "30", "35", "2.5", "25"],
    ["R-2", "8,000 (1)", "70", "20 (2)", "10", "25", "35", "2.5", "35 (5)"],
    ["RM", "12,000", "80", "20", "12", "25", "45 (6)", "3", "45"],
    ["VC", "None", "30", "0 (3)", "0 (4)", "10 (4)", "40", "3", "85"],
    ["GC", "20,000", "120", "40", "20 (4)", "30 (4)", "40", "3", "50"],
    ["LI", "40,000", "150", "40", "25 (4)", "40 (4)", "50", "4", "60"],
  ],
  notes: [
    "For a two-family dwelling in the R-2 district the minimum lot area is ten thousand (10,000) square feet.",
    "Or the average of the front setbacks of nearby buildings, if Section 5.4 allows it.",
    "In the VC district a principal building shall stand no more than ten (10) feet from the front lot line. See Section 5.5.",
    "More along a lot line shared with a residential district. See Section 5.8.",
    "Forty (40) percent for a two-family dwelling. See Section 5.9.B.",
    "Up to fifty (50) feet and four (4) stories by special permit. See Section 5.7.B.",
  ],
};

/** Impervious surface, floor area ratio, density and open space. */
export const intensityTable: LawTable = {
  number: "5.2",
  title: "Standards of intensity",
  head: [
    [
      "District",
      "Maximum impervious surface (percent)",
      "Maximum floor area ratio",
      "Maximum density (dwelling units per acre)",
      "Minimum usable open space (square feet per dwelling unit)",
    ],
  ],
  rows: [
    ["RA", "20", "None", "None (1)", "None"],
    ["R-1", "35", "None", "None (1)", "None"],
    ["R-2", "50", "None", "None (1)", "None"],
    ["RM", "65", "None", "12 (2)", "200"],
    ["VC", "90", "2.0", "None (3)", "50"],
    ["GC", "75", "0.6", "10", "100"],
    ["LI", "75", "0.8", "None", "None"],
  ],
  notes: [
    "Limited by the minimum lot area of Table 5.1.",
    "Up to eighteen (18) dwelling units per acre by special permit with affordable dwelling units. See Section 5.6.B. Senior living is governed by Section 4.11.B.",
    "Limited by the floor area ratio, the height and the parking required. See Section 5.6.E.",
  ],
};
