import type { RowCell, Span } from "../corpus.ts";
import type { DimensionId, RuleUnit } from "../lexicon/dimensions.ts";
import type { SiteStandardId } from "../lexicon/site-standards.ts";
import type { UsesNamed } from "../lexicon/uses-named.ts";
import type { Verdict } from "../lexicon/verdicts.ts";

/** Raised when the reading of rules changes, so that stored rules are read anew. */
export const rulesVersion = 29;

/** Where the district of a rule was read from; "all": a rule for all districts, which gives way to one of a district. */
export type RuleBinding = "column" | "row" | "caption" | "heading" | "sentence" | "all";

/** A district of an ordinance. */
export interface DistrictEntry {
  /** As printed: "R-2", "Baltic Village Zone". */
  readonly code: string;
  readonly name: string | null;
  /** How many places of the document speak of it. */
  readonly mentions: number;
}

/** The evidence of a rule: the span that is quoted, and the section it stands in. */
export interface RuleEvidence extends Span {
  /** Ordinal of the chunk that holds the span. */
  readonly chunk: number;
}

interface RuleBase {
  /** Codes of the register, as printed there. */
  readonly districts: readonly string[];
  readonly binding: RuleBinding;
  /** Words that limit the rule: a use, a case such as "corner lot". Empty: unconditional. */
  readonly conditions: readonly string[];
  /** Notes of a table that qualify the rule. */
  readonly notes: readonly string[];
  readonly evidence: RuleEvidence;
  /** 0..1; how often rules that were read in this way are right, see the card of the evaluation. */
  readonly confidence: number;
}

/** A standard of one or more districts. */
export interface DimensionRule extends RuleBase {
  readonly kind: "dimension";
  readonly dimension: DimensionId;
  readonly limit: "min" | "max";
  /** The ordinance says that there is none. */
  readonly isNone: boolean;
  /** In the unit; null where there is none. */
  readonly value: number | null;
  readonly unit: RuleUnit;
}

/** What parking a use needs. */
export interface ParkingRule extends RuleBase {
  readonly kind: "parking";
  /** Key of the use in `parking_ratio`; null for a use that has none there. */
  readonly use: string | null;
  /** The use as printed. */
  readonly words: string;
  /** What is required, as printed. */
  readonly required: string;
  /** In the unit; null unless the requirement is a single ratio of a known unit. */
  readonly value: number | null;
  readonly unit:
    | "stalls per dwelling unit"
    | "stalls per 1,000 sq ft"
    | "stalls per room"
    | "stalls per seat"
    | "stalls per bed"
    | null;
}

/** What gives an entry its verdict: the meaning of a mark in the legend, or the line or heading that introduces a list. */
export interface UseSource {
  /** The mark or the line as printed. */
  readonly words: string;
  /** What it means. */
  readonly said: string;
  /** Null for a heading. */
  readonly span: RuleEvidence | null;
}

/** An entry by which a district takes over the uses of another: "Any use permitted in the R-1 district". */
export interface TakingOver {
  readonly words: string;
  readonly span: RuleEvidence;
}

/** Whether what an entry of a list or table names is allowed in districts, as it was printed. */
export interface UseEntry extends RuleBase {
  readonly kind: "use";
  /** The entry as printed: the label of a row, or an item of a list with its conditions. */
  readonly words: string;
  /** The label above a group of rows; empty where there is none. */
  readonly group: string;
  readonly verdict: Verdict;
  /** Null for a mark that is itself a word: "Yes", "Special permit". */
  readonly source: UseSource | null;
  /** The cell of a table that holds the mark; null for an item of a list. */
  readonly cell: RowCell | null;
  /** The entries that lead from the lists of the districts to that of the one that holds the use; none for their own. */
  readonly takenOver: readonly TakingOver[];
}

/** An entry with the uses that it names. */
export interface UseRule extends UseEntry {
  readonly names: UsesNamed;
}

/** Floor areas of a building in square feet: over one up to another, with one more for each further area beyond a third. */
export interface FloorAreaBand {
  readonly over: number;
  /** Null: no matter how large. */
  readonly upTo: number | null;
  /** Null: no more for further area. */
  readonly each: number | null;
  readonly eachOver: number;
}

/** A standard of a site's layout, such as the width of parking stalls; without districts it holds in all of them. */
export interface SiteRule extends RuleBase {
  readonly kind: "site";
  readonly standard: SiteStandardId;
  /** Codes of the districts beside which the rule holds; absent where it holds along every lot line. */
  readonly neighbors?: readonly string[];
  /** Of loading spaces: the floor area of the buildings that need them. */
  readonly floorArea?: FloorAreaBand;
  readonly limit: "min" | "max";
  /** In the unit. */
  readonly value: number;
  readonly unit: RuleUnit;
}

/** A rule that was read from an ordinance. */
export type Rule = MeasuredRule | UseRule;

/** A rule with a value. */
export type MeasuredRule = DimensionRule | ParkingRule | SiteRule;

/** What a place in an ordinance rules on for districts: the uses of land, or dimensional standards. */
export type PlaceSubject = "uses" | "standards";

/** A chunk that rules on the uses or the standards of districts. */
export interface DistrictPlace {
  /** Ordinal of the chunk. */
  readonly chunk: number;
  readonly subject: PlaceSubject;
  /** Codes or names of the register. */
  readonly districts: readonly string[];
}

/** What was read from a document. */
export interface DocumentRules {
  readonly districts: readonly DistrictEntry[];
  readonly rules: readonly Rule[];
  /** Where the document rules on the uses and standards of districts, in the order of the text. */
  readonly places: readonly DistrictPlace[];
}
