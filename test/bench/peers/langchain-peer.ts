import { loadPackage } from "./packages.ts";
import { type BenchChunk, type BenchSearch, legDepth, type Peer } from "./peer.ts";

interface LangChainDocument {
  readonly pageContent: string;
  readonly metadata: { readonly key: string; readonly corpus: string };
}

interface LangChainRetriever {
  invoke(query: string): Promise<LangChainDocument[]>;
}

interface Bm25Module {
  readonly BM25Retriever: {
    fromDocuments(documents: readonly LangChainDocument[], options: { k: number }): LangChainRetriever;
  };
}

interface EnsembleModule {
  readonly EnsembleRetriever: new (options: { retrievers: readonly LangChainRetriever[] }) => LangChainRetriever;
}

interface VectorStore {
  addVectors(vectors: readonly number[][], documents: readonly LangChainDocument[]): Promise<void>;
  asRetriever(options: { k: number; filter?: (document: LangChainDocument) => boolean }): LangChainRetriever;
}

interface MemoryModule {
  readonly MemoryVectorStore: new (embeddings: object) => VectorStore;
}

/** Which of LangChain's retrievers, and whether its documents are lower-cased first. */
export interface LangChainForm {
  readonly name: string;
  readonly isEnsemble: boolean;
  /** The BM25 retriever lower-cases questions and not documents: as shipped it misses words that begin a sentence. */
  readonly lowersDocuments: boolean;
}

/** LangChain's BM25 retriever alone, or in an ensemble with its vector store in memory. */
export function makeLangChainPeer({ name, isEnsemble, lowersDocuments }: LangChainForm): Peer {
  const filtering = "one BM25 retriever a set of corpora (it takes no filter)";
  const ensemble = `EnsembleRetriever (RRF 60, equal weights) with MemoryVectorStore and its filter, ${legDepth} each`;
  const texts = lowersDocuments ? "documents lower-cased" : "documents as they are";
  return {
    name,
    settings: `${texts}; ${filtering}${isEnsemble ? `; ${ensemble}` : ""}`,
    async open(documents) {
      const { BM25Retriever } = loadPackage<Bm25Module>("@langchain/community/retrievers/bm25");
      const { EnsembleRetriever } = loadPackage<EnsembleModule>("@langchain/classic/retrievers/ensemble");
      const { MemoryVectorStore } = loadPackage<MemoryModule>("@langchain/classic/vectorstores/memory");
      const all: LangChainDocument[] = [];
      let asked: readonly number[] = [];
      const store = new MemoryVectorStore({ embedQuery: async () => asked });
      for await (const { chunks } of documents) {
        const rows = chunks.map((chunk) => documentOf(chunk, lowersDocuments));
        all.push(...rows);
        if (isEnsemble)
          await store.addVectors(
            chunks.map(({ vector }) => [...vector]),
            rows,
          );
      }
      const retrieverOf = ({ corpora, k }: BenchSearch): LangChainRetriever => {
        const isIn = ({ metadata }: LangChainDocument) => corpora === undefined || corpora.includes(metadata.corpus);
        const depth = isEnsemble ? legDepth : k;
        const byWords = BM25Retriever.fromDocuments(corpora ? all.filter(isIn) : all, { k: depth });
        if (!isEnsemble) return byWords;
        const byVector = store.asRetriever({ k: depth, filter: isIn });
        return new EnsembleRetriever({ retrievers: [byWords, byVector] });
      };
      return {
        async search(search) {
          asked = [...search.vector];
          const found = await retrieverOf(search).invoke(search.query);
          return found.slice(0, search.k).map(({ metadata }) => metadata.key);
        },
        close: async () => {},
      };
    },
  };
}

function documentOf({ key, corpus, text }: BenchChunk, lowers: boolean): LangChainDocument {
  return { pageContent: lowers ? text.toLowerCase() : text, metadata: { key, corpus } };
}
