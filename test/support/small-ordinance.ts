import { chunkDocument, parseDocument } from "../../ingest/index.ts";
import type { Passage } from "../../retrieval/index.ts";

/** A small zoning ordinance of an invented town: a use table, dimensions, exceptions, bodies and dates. */
const ordinance = `# Zoning Ordinance of Mill Hollow

## 3.1 Use Table

P = permitted by right; SP = special permit required; N = not permitted

| Use | R-1 | R-2 | Village Business |
| --- | --- | --- | --- |
| Two-family dwelling | N | P | SP |
| Kennel | SP | N | N |
| Bakery | N | SP | P |
| Drive-through restaurant | N | N | SP |

## 3.2 Dimensional Table

| District | Minimum Lot Area (sq. ft.) | Minimum Lot Width (ft) | Maximum Height (ft) | Maximum Coverage (%) |
| --- | --- | --- | --- | --- |
| R-1 | 20,000 | 100 | 35 | 25 |
| R-2 | 10,000 | 75 | 40 | 30 |
| Village Business | 5,000 | 50 | 45 | 60 |

## 3.3 Floor Area Ratio

| Lot Size | R-1 | R-2 |
| --- | --- | --- |
| Up to 10,000 SF | .30 | .45 |
| 10,001 to 20,000 SF | .25 | .40 |
| Over 20,000 SF | .20 | .35 |

## 4.1 Fences

A fence in a front yard shall not exceed four (4) feet in height, except on corner lots, where it shall not exceed three (3) feet. No fence shall be located closer than two (2) feet to a sidewalk. Barbed wire is prohibited, except in the Agricultural district.

## 4.2 Home occupations

No more than twenty-five percent (25%) of the floor area of the dwelling may be used for a home occupation. A home occupation may employ one (1) person who does not live in the dwelling. No sign shall be displayed unless approved by the Planning Board. Retail sales are not permitted, other than of goods made on the premises.

## 4.3 Short-term rentals

A short-term rental requires a permit from the Town Clerk. The owner shall post the permit inside the front door. A dwelling may be rented for not more than 90 nights in a calendar year. Rentals are permitted only between May 1 and October 31.

## 5.1 Special permits

The Zoning Board of Appeals shall hold a public hearing within 65 days after it receives a complete application and shall decide within 30 days after the close of the hearing. The Planning Board shall give its advice to the Zoning Board of Appeals at least seven days before the hearing. A special permit lapses after two years unless construction has begun.

## 5.2 Parking

Each dwelling unit shall have at least two parking spaces. Parking is not required for uses in the Village Business district. No parking space shall be located within ten feet of a street line.
`;

/** Reads the small ordinance as an upload would be, and returns its chunks as passages. */
export async function smallOrdinance(): Promise<Passage[]> {
  const title = "Zoning Ordinance of Mill Hollow";
  const bytes = new TextEncoder().encode(ordinance);
  const document = await parseDocument({ bytes, mediaType: "text/markdown", filename: "mill-hollow.md" });
  return chunkDocument(document).map((chunk): Passage => {
    const { charStart, charEnd, ordinal, section, headingPath, parent, page, pageEnd, printedPage, rows } = chunk;
    const place = { charStart, charEnd, section, headingPath, parent, page, pageEnd, printedPage, rows };
    const found = { rank: ordinal + 1, score: 1, origins: ["keyword" as const], scores: {} };
    const identity = { chunkId: `chk_${ordinal}`, corpusId: "corp_1", documentId: "doc_1", documentRevision: 1 };
    const source = { corpusKind: "ordinance" as const, documentTitle: title, sourceUrl: null };
    return { ...place, ...found, ...identity, ...source, text: document.text.slice(charStart, charEnd) };
  });
}

/** What the small ordinance says, in other words; the number is the section. */
export const trueClaims: readonly (readonly [section: string, claim: string])[] = [
  ["3.1", "A two-family dwelling is permitted by right in the R-2 district."],
  ["3.1", "Kennels need a special permit in R-1."],
  ["3.1", "In the Village Business district a bakery is allowed."],
  ["3.1", "A drive-through restaurant is not allowed in the R-2 district."],
  ["3.1", "In the R-1 district two-family dwellings are not permitted."],
  ["3.2", "The minimum lot area in the R-1 district is 20,000 square feet."],
  ["3.2", "A lot in R-2 must be at least 75 feet wide."],
  ["3.2", "Buildings in the Village Business district may be no taller than 45 feet."],
  ["3.2", "In the R-2 district buildings may cover at most 30 percent of the lot."],
  ["3.3", "In R-2 a lot of 10,001 to 20,000 square feet has a floor area ratio of .40."],
  ["3.3", "The floor area ratio of a lot over 20,000 square feet in the R-1 district is 0.20."],
  ["4.1", "A fence in a front yard may be at most four feet tall, or three feet on corner lots."],
  ["4.1", "A fence must stand at least two feet from a sidewalk."],
  ["4.1", "Barbed wire is not allowed outside the Agricultural district."],
  ["4.2", "At most 25 percent of the dwelling's floor area may be used for a home occupation."],
  ["4.2", "Only one person who does not live in the dwelling may be employed."],
  ["4.2", "A sign needs the approval of the Planning Board."],
  ["4.2", "Goods made on the premises may be sold at retail."],
  ["4.3", "The Town Clerk issues the permit for a short-term rental."],
  ["4.3", "A dwelling can be rented for up to 90 nights in a calendar year."],
  ["4.3", "Rentals are allowed only from May 1 to October 31."],
  ["5.1", "The Zoning Board of Appeals must hold a public hearing within 65 days of receiving a complete application."],
  ["5.1", "A decision is due within 30 days after the hearing closes."],
  ["5.2", "At least two parking spaces are needed for each dwelling unit."],
  ["5.2", "Uses in the Village Business district need no parking."],
  ["5.2", "A parking space must be at least ten feet from a street line."],
  [
    "3.1",
    "A two-family dwelling is permitted by right in R-2 but requires a special permit in the Village Business district.",
  ],
  [
    "3.1",
    "Drive-through restaurants are only allowed in the Village Business district, and only with a special permit.",
  ],
  ["3.2", "The maximum building height in R-1 is 35 feet, and the maximum lot coverage is 25%."],
  ["4.1", "Fences must be set back at least two feet from any sidewalk."],
  [
    "4.2",
    "A home occupation may use no more than 25% of the dwelling's floor area and may employ one person who does not live there.",
  ],
  [
    "4.3",
    "You need a permit from the Town Clerk to operate a short-term rental, and the owner must post it inside the front door.",
  ],
  ["5.1", "The Planning Board advises the Zoning Board of Appeals at least seven days before the hearing."],
  ["5.1", "A special permit expires after two years unless construction has started."],
];

/** What the small ordinance does not say, in its own words and numbers. */
export const falseClaims: readonly (readonly [section: string, claim: string])[] = [
  ["3.1", "A two-family dwelling is permitted by right in the R-1 district."],
  ["3.1", "A two-family dwelling is permitted by right in the Village Business district."],
  ["3.1", "Kennels are permitted in the R-2 district."],
  ["3.1", "A bakery is prohibited in the R-2 district."],
  ["3.1", "A drive-through restaurant needs a special permit in the R-2 district."],
  ["3.2", "The minimum lot area in the R-1 district is 10,000 square feet."],
  ["3.2", "The minimum lot width in the R-2 district is 100 feet."],
  ["3.2", "The minimum height in the R-1 district is 35 feet."],
  ["3.2", "The maximum coverage in the Village Business district is 45 percent."],
  ["3.3", "In R-2 a lot of 10,001 to 20,000 square feet has a floor area ratio of .25."],
  ["4.1", "A fence in a front yard must be at least four feet in height."],
  ["4.1", "On corner lots a fence in a front yard may be four feet in height."],
  ["4.1", "A fence must be no more than two feet from a sidewalk."],
  ["4.1", "Barbed wire is prohibited in the Agricultural district."],
  ["4.2", "At least 25 percent of the floor area of the dwelling must be used for a home occupation."],
  ["4.2", "A home occupation may employ two persons who do not live in the dwelling."],
  ["4.2", "No sign may ever be displayed for a home occupation."],
  ["4.2", "Retail sales of goods made on the premises are not permitted."],
  ["4.3", "A short-term rental requires a permit from the Planning Board."],
  ["4.3", "Rentals are permitted only between May 1 and November 30."],
  ["4.3", "A dwelling must be rented for at least 90 nights in a calendar year."],
  ["5.1", "The Planning Board shall hold a public hearing within 65 days after it receives a complete application."],
  ["5.1", "The Zoning Board of Appeals shall decide within 65 days after the close of the hearing."],
  ["5.2", "Parking is required for uses in the Village Business district."],
];
