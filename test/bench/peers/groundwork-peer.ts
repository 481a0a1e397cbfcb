import {
  buildKeywordSegment,
  createCorpus,
  createDocument,
  type Embedder,
  makeIngestReport,
  makeStaticEmbedder,
  publishRevision,
  tendVectorIndexes,
} from "../../../ingest/index.ts";
import { migrate, openEmbedded } from "../../../migrations/index.ts";
import { makeHybridRetriever, makeLayExpansions } from "../../../retrieval/index.ts";
import type { Peer } from "./peer.ts";

/** The project's own retriever as the service runs it, on the embedded engine in memory; `reranks` as a caller may ask. */
export function makeGroundworkPeer(name: string, reranks: boolean): Peer {
  return {
    name,
    settings: `embedded engine in memory, service's settings, ${reranks ? "with its local reranker" : "not reranked"}`,
    async open(documents) {
      const given = makeGivenEmbedder();
      const db = await openEmbedded();
      await migrate(db);
      const corpora = new Map<string, string>();
      const keys = new Map<string, string>();
      for await (const { corpus, title, document, source, chunks } of documents) {
        const corpusId =
          corpora.get(corpus) ??
          (await createCorpus(db, { orgId: null, projectId: null, kind: "ordinance", title, jurisdictionKey: corpus }));
        corpora.set(corpus, corpusId);
        const file = { title, filename: null, mediaType: "text/plain", sourceUrl: null };
        const documentId = await createDocument(db, { corpusId, ...file });
        for (const [at, { charStart, charEnd }] of source.entries()) {
          keys.set(placeOf({ documentId, charStart, charEnd }), chunks[at]?.key ?? "");
        }
        given.learn(chunks);
        const keywordSegment = buildKeywordSegment(source);
        const report = makeIngestReport(document, source);
        const revision = { documentId, document, chunks: source, keywordSegment, report, sourceSha256: "bench" };
        await publishRevision(db, revision, { embedder: given.embedder });
      }
      await tendVectorIndexes(db);
      const retriever = makeHybridRetriever({ db, embedder: given.embedder, expansions: makeLayExpansions() });
      return {
        async search({ query, vector, k, corpora: names }) {
          given.learn([{ text: query, vector }]);
          const corpusIds = names ? names.flatMap((one) => corpora.get(one) ?? []) : [...corpora.values()];
          const { passages } = await retriever.search(query, { corpusIds }, { topK: k, rerank: reranks });
          return passages.flatMap((passage) => keys.get(placeOf(passage)) ?? []);
        },
        close: () => db.close(),
      };
    },
  };
}

function placeOf(span: { documentId: string; charStart: number; charEnd: number }): string {
  return `${span.documentId} ${span.charStart} ${span.charEnd}`;
}

interface GivenVector {
  readonly text: string;
  readonly vector: Float32Array;
}

/** The shipped embedder that is told its vectors, so that the project embeds no more than its peers do. */
function makeGivenEmbedder(): { readonly embedder: Embedder; learn(given: readonly GivenVector[]): void } {
  const shipped = makeStaticEmbedder();
  let known = new Map<string, Float32Array>();
  return {
    learn(given) {
      known = new Map(given.map(({ text, vector }) => [text, vector]));
    },
    embedder: {
      ...shipped,
      async embed(texts, use) {
        const vectors = texts.flatMap((text) => known.get(text) ?? []);
        return vectors.length === texts.length ? vectors : shipped.embed(texts, use);
      },
    },
  };
}
