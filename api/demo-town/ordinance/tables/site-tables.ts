import type { LawTable } from "../law-table.ts";

/** Signs that each district allows. */
export const signTable: LawTable = {
  number: "9.1",
  title: "Signs allowed on a lot",
  head: [
    [
      { text: "District", rows: 2 },
      { text: "Wall signs", rows: 2 },
      { text: "Projecting sign (square feet)", rows: 2 },
      { text: "Freestanding sign", columns: 2 },
    ],
    ["Area (square feet)", "Height (feet)"],
  ],
  rows: [
    ["RA", "6 square feet", "None", "12 (1)", "6"],
    ["R-1", "6 square feet", "None", "None (2)", "None"],
    ["R-2", "6 square feet", "6", "None (2)", "None"],
    ["RM", "12 square feet", "None", "24", "6"],
    ["VC", "1 square foot per foot of building front, and no more than 60", "12", "12", "8"],
    ["GC", "1.5 square feet per foot of building front, and no more than 150", "16", "60", "15"],
    ["LI", "1 square foot per foot of building front, and no more than 120", "None", "48", "12"],
  ],
  notes: [
    "For a farm, farm stand, kennel or other nonresidential use.",
    "A place of worship, school, library or museum may have one of no more than 16 square feet and 6 feet in height.",
  ],
};

/** Planted strips between districts and uses. */
export const bufferTable: LawTable = {
  number: "10.1",
  title: "Minimum width of buffers (feet)",
  head: [
    [
      { text: "Lot that provides the buffer", rows: 2 },
      { text: "Abutting district", columns: 4 },
    ],
    ["RA, R-1 or R-2", "RM", "VC", "GC or LI"],
  ],
  rows: [
    ["Townhouse, multifamily or senior living in the RM district", "20", "None", "10", "20"],
    ["Nonresidential use or mixed-use building in the VC district", "10", "10", "None", "None"],
    ["Any use in the GC district", "25", "25", "10", "None"],
    ["Any use in the LI district", "50", "50", "25", "10 (1)"],
    ["Institution in the RA, R-1 or R-2 district", "15", "15", "None", "None"],
    ["Parking lot for more than 10 vehicles in any district", "15", "10", "None", "None"],
  ],
  notes: ["Only where the abutting lot is in the GC district."],
};

/** Lots inside an open space development. */
export const openSpaceTable: LawTable = {
  number: "13.1",
  title: "Lots in an open space development",
  head: [
    [
      { text: "District", rows: 2 },
      { text: "Minimum lot area (square feet)", rows: 2 },
      { text: "Minimum lot frontage (feet)", rows: 2 },
      { text: "Minimum setback (feet)", columns: 3 },
    ],
    ["Front", "Side", "Rear"],
  ],
  rows: [
    ["RA", "20,000", "80", "25", "12", "25"],
    ["R-1", "8,000", "60", "20", "10", "20"],
  ],
};

/** Distances from wetlands and water. */
export const wetlandTable: LawTable = {
  number: "15.1",
  title: "Wetlands and watercourse buffers (feet)",
  head: [["Resource", "Minimum vegetated buffer", "Minimum building setback"]],
  rows: [
    ["Inland wetland", "50", "75"],
    ["Vernal pool", "100", "150"],
    ["Alder River", "100", "125"],
    ["Tannery Brook and Hollow Pond", "75", "100"],
    ["Other watercourse with water all year", "50", "75"],
    ["Other watercourse with water for part of the year", "25", "50"],
  ],
};

/** Storms for which runoff is computed. */
export const stormTable: LawTable = {
  number: "16.1",
  title: "Storms for the computation of runoff",
  head: [["Storm", "Rain in 24 hours (inches)", "Peak rate after development"]],
  rows: [
    ["2-year", "3.3", "No more than 50 percent of the rate before (Section 16.4.B)"],
    ["10-year", "5.0", "No more than the rate before"],
    ["25-year (design storm)", "6.1", "No more than the rate before"],
    ["100-year", "8.1", "No more than the rate before; basins do not overtop"],
  ],
};

/** How much of each slope class may be disturbed. */
export const slopeTable: LawTable = {
  number: "17.1",
  title: "Maximum disturbance of slopes",
  head: [["Natural slope", "Maximum share of that land on the lot that may be disturbed (percent)"]],
  rows: [
    ["Less than 15 percent", "100"],
    ["15 percent to less than 25 percent (moderate slope)", "40"],
    ["25 percent to less than 35 percent (steep slope)", "10"],
    ["35 percent or more (steep slope)", "0"],
  ],
};

/** Amendments of the ordinance. */
export const amendmentTable: LawTable = {
  number: "20.1",
  title: "Amendments of the Zoning Ordinance",
  head: [["Adopted", "Effective", "Sections", "Subject"]],
  rows: [
    ["April 4, 2011", "May 1, 2011", "All", "Adoption of this ordinance"],
    ["June 10, 2013", "July 1, 2013", "3.2, 7.9 to 7.13, 19.4.C", "Aquifer protection; no use variances"],
    [
      "September 9, 2013",
      "October 1, 2013",
      "6.5, 12.7, 13.2, 17.2, 18.4",
      "Flag lots; lapse of special permits; slopes",
    ],
    ["June 8, 2015", "July 1, 2015", "4.14", "Keeping of hens"],
    ["November 14, 2016", "December 1, 2016", "Article 9, 11.2, 17.5", "Signs without regard to content"],
    ["February 13, 2017", "March 1, 2017", "4.21.B, 5.7.B", "Self-storage; height in the RM district"],
    ["September 10, 2018", "October 1, 2018", "4.17, 6.9.C, 7.15.C", "Solar energy systems"],
    ["June 10, 2019", "July 1, 2019", "1.4.E, 8.1, 8.3, 14.2.D, 15.5, 18.2, 19.4.E", "Parking; abandonment; permits"],
    ["October 7, 2019", "November 1, 2019", "2.6, 3.5.B, 4.13, 10.9.B", "Short-term rentals; color of lights"],
    ["March 8, 2021", "April 1, 2021", "2.2, 4.7, 8.4.C, 14.3.B", "Accessory dwelling units by right"],
    ["November 8, 2021", "December 1, 2021", "4.27", "Cannabis establishments"],
    [
      "May 9, 2022",
      "June 1, 2022",
      "2.3, 5.6.C, 6.8.D, 8.12, 11.5.C, 13.5, 18.7",
      "Affordable dwelling units; charging stations",
    ],
    [
      "September 12, 2022",
      "October 1, 2022",
      "2.4, 5.8, 7.6, 7.7, 10.8, 15.3, Article 16",
      "Flood elevations; stormwater",
    ],
  ],
};

/** Fees for applications. */
export const feeTable: LawTable = {
  number: "B.1",
  title: "Application fees",
  head: [["Application", "Fee"]],
  rows: [
    ["Zoning permit, accessory structure or fence", "$50"],
    ["Zoning permit, addition", "$100"],
    ["Zoning permit, new single-family or two-family dwelling", "$250"],
    ["Zoning permit, other new building", "$400"],
    ["Certificate of zoning compliance", "$50"],
    ["Site plan, Commission", "$600, and $50 per 1,000 square feet over 10,000"],
    ["Site plan, Zoning Officer", "$200"],
    ["Special permit", "$500, besides the fee for the site plan"],
    ["Floodplain permit", "$150"],
    ["Open space development", "$800, and $75 per lot"],
    ["Variance", "$350"],
    ["Appeal from the Zoning Officer", "$350"],
    ["Amendment of the text", "$750"],
    ["Amendment of the map", "$1,000"],
    ["Registration of a short-term rental, each year", "$200"],
    ["Certificate of appropriateness", "$75"],
  ],
};
