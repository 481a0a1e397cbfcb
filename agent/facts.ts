import { amountsIn } from "./grounding/arithmetic.ts";
import { converted } from "./text/units.ts";

/** A fact of the project: something recorded about its site, which an answer may cite like a passage. */
export interface Fact {
  /** Names it within its project: "parcel.1.area". */
  readonly id: string;
  /**
   * One English sentence with the amount and its unit in words, and no other amount of that kind that is not true of the
   * site. Text that people wrote, such as a goal, is in straight double quotation marks.
   */
  readonly statement: string;
  readonly value: number | string | null;
  /** Canonical unit of a number, as in `Quantity`: "sqft", "ft". */
  readonly unit: string | null;
  /** Name of the dataset or record. */
  readonly source: string;
  readonly sourceUrl: string | null;
  /** When it was recorded. */
  readonly retrievedAt: Date | null;
  /** Words by which people ask for it, separated by spaces: "wetland wetlands swamp marsh". One of them makes a question one about it. */
  readonly about?: string;
  /** Words that tell it from other facts on the same matter, but name no matter alone: "nearest distance". */
  readonly also?: string;
  /** The limit in a question that it answers: "a slope of 15 percent or more" is 15 percent. Another limit leaves it out. */
  readonly from?: { readonly value: number; readonly unit: string };
  /** True for a condition of the land on which laws limit what may be done: flood hazard, wetlands, slopes. */
  readonly isConstraint?: boolean;
  /** True where it only says that the answer is not known, because its source could not be read or publishes nothing. */
  readonly isUnknown?: boolean;
  /** The limit of the law that its value is compared with, as laws name it: "minimum lot frontage". */
  readonly limitedBy?: string;
  /** True where it is on the concept drawn for the project: it answers a question on the concept, never one on the site or the law. */
  readonly isOfConcept?: boolean;
}

/** A fact with the number it has in this turn. */
export interface MarkedFact {
  readonly marker: number;
  readonly fact: Fact;
}

/** A document of the project, as the model's list of them names it. */
export interface ListedDocument {
  readonly title: string;
  /** Kind of the corpus that contains it: "ordinance", "upload". */
  readonly kind: string;
}

/** A zoning district that the searched law names. */
export interface ListedDistrict {
  /** As printed: "R-2". */
  readonly code: string;
  readonly name: string | null;
  readonly documentTitle: string;
}

/** A citation of a fact. */
export interface FactCitation {
  readonly kind: "fact";
  readonly sourceDocument: string;
  readonly sourceUrl: string | null;
  readonly retrievedAt: Date | null;
  /** The statement. */
  readonly quote: string;
  /** A fact has no place in a text. */
  readonly section: null;
  readonly headingPath: readonly string[];
  readonly page: null;
}

/** Cites a fact. */
export function citeFact({ source, sourceUrl, retrievedAt, statement }: Fact): FactCitation {
  const nowhere = { section: null, headingPath: [], page: null };
  return { kind: "fact", sourceDocument: source, sourceUrl, retrievedAt, quote: statement, ...nowhere };
}

/**
 * Puts text that people wrote into a statement: one line in straight double quotation marks, which it cannot close, and
 * without brackets, which an answer would take for markers of its sources.
 */
export function quoted(text: string, mostCharacters = 1_000): string {
  const line = text.replace(/\s+/g, " ").trim().slice(0, mostCharacters).toWellFormed();
  const plain = line
    .replace(/"/g, "'")
    .replace(/[[【]/g, "(")
    .replace(/[\]】]/g, ")");
  return `"${plain.replace(/\s+([.,;:])(?!\d)/g, "$1")}"`;
}

/** Returns a statement without the text that people wrote. */
export function frameOf(statement: string): string {
  return statement.replace(/"[^"]*"/g, " ");
}

/**
 * Returns the amount of a fact in a unit, and how precisely it is recorded: as the statement prints it, else converted
 * from the value. Undefined when the fact has no amount of that kind.
 */
export function amountOf(fact: Fact, unit: string): { readonly value: number; readonly step: number } | undefined {
  const printed = amountsIn(frameOf(fact.statement));
  const own = printed.find((amount) => amount.unit === unit);
  if (own) return own;
  if (typeof fact.value !== "number" || fact.unit === null) return undefined;
  const value = converted(fact.value, fact.unit, unit);
  const step = printed.find((amount) => amount.unit === fact.unit)?.step ?? 1;
  return value === undefined ? undefined : { value, step: converted(step, fact.unit, unit) ?? step };
}

/** Writes facts for a model: each as data inside its own numbered element. */
export function quoteFacts(facts: readonly MarkedFact[]): string {
  return facts
    .map(
      ({ marker, fact }) =>
        `<fact id="${marker}" source="${plain(fact.source).replace(/"/g, "'")}">${plain(fact.statement)}</fact>`,
    )
    .join("\n");
}

/** Writes the list of the project's documents for a model, as data. */
export function quoteDocuments(documents: readonly ListedDocument[], most = 60): string {
  const listed = documents
    .slice(0, most)
    .map(({ title, kind }) => `<document kind="${plain(kind).replace(/"/g, "'")}">${plain(title)}</document>`);
  const rest = documents.length - listed.length;
  return [...listed, ...(rest > 0 ? [`(and ${rest} more)`] : [])].join("\n");
}

/** Writes the list of districts for a model, as data: one line for each document. */
export function quoteDistricts(districts: readonly ListedDistrict[], most = 80): string {
  const shown = Map.groupBy(districts.slice(0, most), ({ documentTitle }) => documentTitle);
  const rest = districts.length - Math.min(districts.length, most);
  const lines = [...shown].map(([title, listed]) => {
    const named = listed.map(({ code, name }) => (name?.includes(code) ? name : [code, name ?? ""].join(" ").trim()));
    return `<districts document="${plain(title).replace(/"/g, "'")}">${plain(named.join("; "))}</districts>`;
  });
  return [...lines, ...(rest > 0 ? [`(and ${rest} more)`] : [])].join("\n");
}

function plain(text: string): string {
  return text.replace(/[<>\s]+/g, " ").trim();
}
