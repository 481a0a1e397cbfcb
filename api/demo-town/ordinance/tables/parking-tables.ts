import type { LawTable } from "../law-table.ts";

/** How many parking spaces each use needs. */
export const parkingTable: LawTable = {
  number: "8.1",
  title: "Minimum number of off-street parking spaces",
  head: [["Use", "Minimum number of spaces"]],
  rows: [
    ["Dwellings and lodging"],
    ["Single-family dwelling", "2 per dwelling unit"],
    ["Two-family dwelling", "2 per dwelling unit"],
    ["Accessory dwelling unit", "1 per dwelling unit (1)"],
    ["Townhouse dwelling", "2 per dwelling unit"],
    ["Multifamily dwelling, studio or one bedroom", "1.25 per dwelling unit (2)"],
    ["Multifamily dwelling, two or more bedrooms", "1.75 per dwelling unit (2)"],
    ["Multifamily dwelling, visitors, where there are more than 10 dwelling units", "1 per 10 dwelling units"],
    ["Senior living, independent", "1 per dwelling unit"],
    ["Senior living, assisted living or memory care", "1 per 3 rooms"],
    ["Manufactured home park", "2 per site"],
    ["Bed and breakfast", "1 per guest room, and 2 for the dwelling"],
    ["Lodging house", "1 per room"],
    ["Hotel", "1 per guest room, and 1 per 100 square feet of meeting rooms and restaurant"],
    ["Institutions"],
    ["Place of worship", "1 per 4 seats"],
    ["School, grades kindergarten to 8", "2 per classroom"],
    ["School, grades 9 to 12", "6 per classroom"],
    ["Library or museum", "1 per 400 square feet of gross floor area"],
    ["Day care center", "1 per 8 children, and 1 per employee"],
    ["Clinic", "1 per 250 square feet of gross floor area"],
    ["Hospital", "2 per bed"],
    ["Club", "1 per 4 seats"],
    ["Shops, services and offices"],
    ["Retail store", "1 per 300 square feet of gross floor area"],
    [
      "Plant nursery or garden center",
      "1 per 300 square feet of sales area indoors, and 1 per 1,000 square feet outdoors",
    ],
    ["Restaurant", "1 per 3 seats"],
    ["Restaurant, drive-through", "1 per 3 seats, and 4 for employees"],
    ["Brewery or distillery, small", "1 per 3 seats, and 1 per 1,000 square feet of production area"],
    ["Office", "1 per 350 square feet of gross floor area"],
    ["Bank", "1 per 300 square feet of gross floor area"],
    ["Personal services", "1 per 300 square feet of gross floor area"],
    ["Fitness center", "1 per 200 square feet of gross floor area"],
    ["Theater", "1 per 4 seats"],
    ["Funeral home", "1 per 4 seats, and no fewer than 20"],
    ["Veterinary clinic", "1 per 300 square feet of gross floor area"],
    ["Cannabis retailer", "1 per 200 square feet of gross floor area"],
    ["Motor vehicles, storage and industry"],
    ["Gasoline station", "2, and 1 per 300 square feet of store"],
    ["Motor vehicle sales", "1 per 400 square feet of showroom, besides vehicles for sale"],
    ["Motor vehicle repair", "3 per service bay"],
    ["Self-storage facility", "1 per 50 storage units, and no fewer than 4"],
    ["Industrial, light", "1 per 800 square feet of gross floor area"],
    ["Laboratory", "1 per 500 square feet of gross floor area"],
    ["Warehouse or distribution", "1 per 1,500 square feet of gross floor area"],
    ["Contractor's yard", "1 per 1,000 square feet of gross floor area, and 1 per vehicle of the business"],
  ],
  notes: [
    "None within one-half mile of the Alder Falls railroad station. See Section 4.7.C.",
    "One space per dwelling unit in the VC district, and 20 percent less near the station in the RM district. See Section 8.4.",
  ],
};

/** Dimensions of parking spaces and of the aisles beside them. */
export const stallTable: LawTable = {
  number: "8.2",
  title: "Dimensions of parking spaces and aisles",
  head: [
    [
      { text: "Angle of space", rows: 2 },
      { text: "Space (feet)", columns: 2 },
      { text: "Aisle width (feet)", columns: 2 },
    ],
    ["Width", "Length", "One-way", "Two-way"],
  ],
  rows: [
    ["90 degrees", "9", "18", "22", "24"],
    ["60 degrees", "9", "18", "18", "24"],
    ["45 degrees", "9", "18", "14", "22"],
    ["Parallel", "8", "22", "12", "22"],
  ],
};

/** Accessible spaces by the size of the parking lot. */
export const accessibleTable: LawTable = {
  number: "8.3",
  title: "Minimum number of accessible spaces",
  head: [["Spaces in the parking lot", "Accessible spaces"]],
  rows: [
    ["1 to 25", "1"],
    ["26 to 50", "2"],
    ["51 to 75", "3"],
    ["76 to 100", "4"],
    ["101 to 150", "5"],
    ["151 to 200", "6"],
    ["201 to 300", "7"],
    ["301 to 400", "8"],
    ["401 to 500", "9"],
    ["More than 500", "2 percent of the total"],
  ],
};

/** Loading spaces by floor area. */
export const loadingTable: LawTable = {
  number: "8.4",
  title: "Minimum number of loading spaces",
  head: [["Gross floor area (square feet)", "Loading spaces"]],
  rows: [
    ["Less than 5,000", "None"],
    ["5,000 to 20,000", "1"],
    ["20,001 to 60,000", "2"],
    ["More than 60,000", "3, and 1 for each additional 50,000"],
  ],
};
