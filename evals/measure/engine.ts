import type { EvalQuery } from "../eval-folder.ts";
import type { CodeReading, ModelUse } from "../run-record.ts";
import type { Configuration } from "./configurations.ts";
import type { RecordView } from "./publish-suite.ts";

/** A retrieved passage with the records of the suite it is part of. */
export interface FoundPassage {
  readonly text: string;
  readonly heading: string;
  readonly records: readonly string[];
  readonly score: number;
  readonly origins: readonly string[];
  /** Whether its quote stands at its span of the document; null when that was not looked up. */
  readonly stands: boolean | null;
}

/** What a search gave. */
export interface Found {
  readonly passages: readonly FoundPassage[];
  readonly coverage: number | null;
  readonly tookMs: number;
}

/** A citation of an answer with the records it is part of. */
export interface FoundCitation {
  readonly section: string | null;
  readonly page: number | null;
  readonly headingPath: readonly string[];
  readonly quote: string;
  readonly records: readonly string[];
  readonly stands: boolean | null;
}

/** An answer as it was given. */
export interface GivenAnswer {
  readonly text: string;
  readonly status: string;
  readonly citations: readonly FoundCitation[];
  readonly tookMs: number;
  /** Why there is no answer, where the turn failed; its status is then `failed`. */
  readonly failure?: string;
  /** Calls and tokens of the turn and of the earlier turns it continues; only of a chat model that is measured. */
  readonly use?: ModelUse;
}

/** What is measured: the service's parts in this process, or a running server. */
export interface Engine {
  readonly documents: number;
  readonly chunks: number;
  /** How well the law was read; absent where a server has read it. */
  readonly reading?: readonly CodeReading[];
  /** Makes the search of a configuration. */
  search(configuration: Configuration): (query: EvalQuery) => Promise<Found>;
  answer(query: EvalQuery): Promise<GivenAnswer>;
  recordView(id: string): RecordView | undefined;
  close(): Promise<void>;
}
