import type {
  CitedItem,
  CorpusKind,
  DimensionId,
  DimensionRule,
  ParkingRule,
  PlaceSubject,
  RowSentence,
  SiteStandardId,
  Span,
  UseRule,
} from "../ingest/index.ts";
import type { NamedDistrict } from "./rules/named-districts.ts";

/** Which stage brought a passage into the result. */
export type PassageOrigin = "keyword" | "dense" | "lookup" | "cross_ref" | "parent";

/** A chunk as found: the chunk, where it comes from, and how well it fits. */
export interface Passage extends Span {
  readonly chunkId: string;
  readonly corpusId: string;
  readonly corpusKind: CorpusKind;
  readonly documentId: string;
  readonly documentRevision: number;
  readonly documentTitle: string;
  readonly sourceUrl: string | null;
  readonly section: string | null;
  /** Items of the section that reach into the chunk, in the order of the text. */
  readonly items?: readonly CitedItem[];
  readonly headingPath: readonly string[];
  readonly page: number | null;
  readonly pageEnd: number | null;
  readonly printedPage: string | null;
  /** The document's text at `[charStart, charEnd)`, verbatim. */
  readonly text: string;
  readonly rows: readonly RowSentence[];
  /** Span of the section around the chunk. */
  readonly parent: Span;
  /** From 1. */
  readonly rank: number;
  /** 0..1, comparable inside one result. */
  readonly score: number;
  readonly origins: readonly PassageOrigin[];
  /** Section, or title, of the better passage that refers to it; left out where none does. */
  readonly referredBy?: string | undefined;
  /** Stage scores behind the rank, for evals and explanations. */
  readonly scores: Readonly<Record<string, number>>;
}

/** What a search found, and how. */
export interface RetrievalResult {
  readonly passages: readonly Passage[];
  /** Share of the query's inverse-document-frequency mass that the best passages hold, 0..1: low means weak evidence. */
  readonly coverage: number;
  readonly embeddingModel: string | null;
  readonly reranker: string;
  /** True when the configured reranker failed and the local one stood in. */
  readonly rerankerFellBack: boolean;
}

/** What to search. */
export interface SearchScope {
  readonly corpusIds: readonly string[];
  readonly filters?: {
    readonly corpusKinds?: readonly CorpusKind[] | undefined;
    readonly documentIds?: readonly string[] | undefined;
    readonly sectionPrefix?: string | undefined;
  };
  /** Reads every document as it was published at this moment; as it is now when absent. */
  readonly asOf?: Date | undefined;
}

/** What is wanted of the provisions of a district. */
export interface DistrictRequest {
  /**
   * Codes and names that the district goes by. None, without a question, asks for the uses of every district; not read for
   * parking and the layout of sites, whose rules mostly hold in all districts.
   */
  readonly names: readonly string[];
  readonly subject: PlaceSubject | "parking" | "layout";
  /** Orders the provisions: those with most of its words first; in the order of the text where absent. */
  readonly query?: string | undefined;
  /** A use in plain words, as the reading of entries knows it ("gas station"): entries that name it in other words count too. */
  readonly use?: string | undefined;
  /** A question that may name the district in words of the ordinance; read where no names are given. */
  readonly question?: string | undefined;
}

/** A standard of a district, or of the layout of sites, that was read from a table or clause when the law was ingested. */
export interface DistrictStandard
  extends Span,
    Pick<DimensionRule, "limit" | "value" | "unit" | "districts" | "conditions" | "notes"> {
  readonly dimension: DimensionId | SiteStandardId;
  readonly documentId: string;
}

/** What parking a use needs, as it was read when the law was ingested. */
export interface ParkingProvision extends Span, Pick<ParkingRule, "words" | "required" | "notes"> {
  readonly documentId: string;
}

/** Whether a use is allowed in a district, as it was read when the law was ingested. */
export interface DistrictUse
  extends Span,
    Pick<
      UseRule,
      "words" | "group" | "verdict" | "districts" | "binding" | "source" | "cell" | "notes" | "takenOver" | "names"
    > {
  readonly documentId: string;
}

/** What ordinances say of a district on one subject. */
export interface DistrictProvisions {
  readonly passages: readonly Passage[];
  /** Districts of the ordinances that the question of the request names. */
  readonly named: readonly NamedDistrict[];
  /** Districts that the request names by their codes or names, with both: TC is "Town Center". */
  readonly codes: readonly NamedDistrict[];
  /** Standards of the district, or those of the layout of sites with words of the query; empty for other subjects. */
  readonly standards: readonly DistrictStandard[];
  /** What parking uses with words of the query need, those with most of its words first; empty for other subjects. */
  readonly parking: readonly ParkingProvision[];
  /** What the tables and lists rule on uses with words of the query, as `parking`; on all uses of the district without a query. */
  readonly uses: readonly DistrictUse[];
}

/** The one question the rest of the service asks of retrieval. */
export interface Retriever {
  /**
   * Passages that fit the query, best first.
   *
   * Range   topK 1..50
   * @throws SearchUnavailable when the index or the embedder is down
   */
  search(
    query: string,
    scope: SearchScope,
    options?: { readonly topK?: number; readonly rerank?: boolean; readonly signal?: AbortSignal | undefined },
  ): Promise<RetrievalResult>;
  /**
   * The provisions that rule on the uses or the standards of a district, on parking or on the layout of sites, those with
   * most words of the query first; none for a district that no ordinance of the scope has.
   *
   * Range   topK 1..50
   * @throws SearchUnavailable when the store is down
   */
  ofDistrict(
    request: DistrictRequest,
    scope: SearchScope,
    options?: { readonly topK?: number; readonly signal?: AbortSignal | undefined },
  ): Promise<DistrictProvisions>;
  /** The whole section around a passage, capped; reads stored text. */
  expand(passage: Passage, options?: { readonly maxCharacters?: number }): Promise<Passage>;
}
