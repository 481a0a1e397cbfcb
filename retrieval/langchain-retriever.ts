import type { CallbackManagerForRetrieverRun } from "@langchain/core/callbacks/manager";
import { Document } from "@langchain/core/documents";
import { BaseRetriever, type BaseRetrieverInput } from "@langchain/core/retrievers";
import type { Citation } from "./citation.ts";
import { citePassage } from "./cite.ts";
import type { Retriever, SearchScope } from "./passage.ts";

/** What a LangChain chain gets of a passage beside its text. */
export interface PassageMetadata extends Record<string, unknown> {
  readonly citation: Citation;
  readonly rank: number;
  readonly score: number;
}

/** What the LangChain view of a retriever searches, and how many passages it gives. */
export interface LangChainRetrieverOptions extends BaseRetrieverInput {
  readonly retriever: Retriever;
  readonly scope: SearchScope;
  readonly topK?: number;
}

/** Makes a retriever usable wherever LangChain takes one; each document carries its citation. */
export class LangChainRetriever extends BaseRetriever<PassageMetadata> {
  static override lc_name(): string {
    return "GroundworkRetriever";
  }

  readonly lc_namespace = ["groundwork", "retrieval"];
  readonly #options: LangChainRetrieverOptions;

  constructor(options: LangChainRetrieverOptions) {
    super(options);
    this.#options = options;
  }

  override async _getRelevantDocuments(
    query: string,
    _callbacks?: CallbackManagerForRetrieverRun,
  ): Promise<Document<PassageMetadata>[]> {
    const { retriever, scope, topK } = this.#options;
    const { passages } = await retriever.search(query, scope, topK === undefined ? {} : { topK });
    return passages.map((passage) => {
      const metadata = { citation: citePassage(passage), rank: passage.rank, score: passage.score };
      return new Document({ id: passage.chunkId, pageContent: passage.text, metadata });
    });
  }
}
