/** The names of townhouses. */
export const townhouses = /\b(?:town|row)[- ]?(?:houses?|homes?)\b/i;
const dwelling = String.raw`(?:(?:attached|contiguous|adjoining|connected|dwelling|individual|single[- ]family|such|town[- ]?(?:house|home)|row[- ]?(?:house|home)|townhouse-style|residential)\s+)*(?:dwellings?|units?|homes|town[- ]?(?:houses|homes)|row[- ]?(?:houses|homes))\b`;
const together = String.raw`(?:in\s+(?:a|an|any|one|each|the\s+same)\s+(?:one\s+|single\s+|continuous\s+|unbroken\s+)?(?:row|group|line|series)|in\s+(?:a|any|one|each)\s+(?:building|structure)|per\s+(?:row|building|structure|group)|attached|contiguous|connected|consecutive|separated\s+(?:from|by))`;
const inRow = "(?:row|group|grouping|series|building|structure|cluster)s?";
const [fewest, longest] = [2, 20];

/** What a townhouse is by its definition: "one of 3 or more dwelling units in a row", "in a group of 3 or more attached units". */
const defined = new RegExp(String.raw`\b(\d{1,2})\s+or\s+more\s+${dwelling}`, "i");
/** "At least 3 townhouses in a row", "a series of from 3 to 9 attached units". */
const leasts: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:at\s+least|(?:no|not)\s+(?:fewer|less)\s+than|(?:a\s+)?minimum\s+of)\s+(\d{1,2})\s+${dwelling}[^.;]{0,60}\b${together}`,
    "i",
  ),
  new RegExp(String.raw`\b${inRow}\s+of\s+(?:from\s+)?(\d{1,2})\s+to\s+\d{1,2}\s+${dwelling}`, "i"),
];
/** "No more than 8 townhouse dwellings shall be attached in one row", "rows of no more than 4", "no row shall exceed 6 units". */
const mosts: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:no|not)\s+(?:be\s+)?more\s+than\s+(\d{1,2})\s+${dwelling}[^.;]{0,60}\b${together}`, "i"),
  new RegExp(
    String.raw`\b(?:no|not)\s+(?:be\s+)?more\s+than\s+(\d{1,2})\s+(?:attached|contiguous|connected)\s+${dwelling}`,
    "i",
  ),
  new RegExp(String.raw`\b(?:maximum|limit)\s+of\s+(\d{1,2})\s+${dwelling}[^.;]{0,60}\b${together}`, "i"),
  new RegExp(
    String.raw`\b${inRow}\s+of\s+(?:from\s+)?(?:no\s+more\s+than|not\s+more\s+than|at\s+most|up\s+to|\d{1,2}\s+to)\s+(\d{1,2})\b`,
    "i",
  ),
  new RegExp(
    String.raw`\b${inRow}\b[^.;]{0,60}\b(?:exceed|contain\s+more\s+than|have\s+more\s+than|consist\s+of\s+more\s+than)\s+(\d{1,2})\s+${dwelling}`,
    "i",
  ),
];
const ofSomeRows = /\b(?:if|where|when|unless|may|except|provided that|special permit|bonus|average)\b/i;

/** How many townhouses stand in a row. */
export interface TownhouseRow {
  readonly standard: "townhouse_row_min" | "townhouse_row_max";
  readonly value: number;
  readonly condition: string | null;
}

/**
 * Returns the least and the most townhouses of a row that a sentence states; a sentence on some rows states a case.
 *
 * @param sentence with its numbers in digits
 * @param place the heading of its section, which may name the townhouses; "definition" for what a townhouse is
 */
export function townhouseRowsIn(sentence: string, place: string): TownhouseRow[] {
  const isDefinition = place === "definition";
  if (!isDefinition && !townhouses.test(`${place} ${sentence}`)) return [];
  const condition = ofSomeRows.test(sentence) ? sentence.slice(0, 200) : null;
  const stated = (standard: TownhouseRow["standard"], patterns: readonly RegExp[]): TownhouseRow[] => {
    const value = patterns
      .map((pattern) => Number(pattern.exec(sentence)?.[1]))
      .find((each) => each >= fewest && each <= longest);
    return value === undefined ? [] : [{ standard, value, condition }];
  };
  return [
    ...stated("townhouse_row_min", isDefinition ? [defined, ...leasts] : leasts),
    ...stated("townhouse_row_max", mosts),
  ];
}
