import { loadPackage } from "./packages.ts";
import type { Peer } from "./peer.ts";

/** The members of Orama that are used. */
interface Orama {
  create(options: object): OramaStore;
  insertMultiple(store: OramaStore, documents: readonly object[], batchSize: number): Promise<unknown> | unknown;
  search(store: OramaStore, asked: object): Promise<OramaFound> | OramaFound;
}

interface OramaStore {
  readonly tokenizer: unknown;
}

interface OramaFound {
  readonly hits: readonly { readonly id: string }[];
}

/** Orama's own hybrid mode. */
export const oramaPeer: Peer = {
  name: "Orama hybrid",
  settings:
    "English with stemming; hybrid mode with its weights 0.5 and 0.5; least similarity 0 (0.8 leaves out nearly all); where: corpus in",
  async open(documents) {
    const orama = loadPackage<Orama>("@orama/orama");
    const store = await orama.create({
      schema: { text: "string", corpus: "enum", vector: "vector[256]" },
      components: { tokenizer: { language: "english", stemming: true } },
    });
    for await (const { chunks } of documents) {
      const rows = chunks.map(({ key, corpus, text, vector }) => ({ id: key, corpus, text, vector: [...vector] }));
      await orama.insertMultiple(store, rows, 1_000);
    }
    return {
      async search({ query, vector, k, corpora }) {
        const found = await orama.search(store, {
          mode: "hybrid",
          term: query,
          properties: ["text"],
          vector: { value: [...vector], property: "vector" },
          similarity: 0,
          limit: k,
          ...(corpora ? { where: { corpus: { in: corpora } } } : {}),
        });
        return found.hits.map(({ id }) => id);
      },
      close: async () => {},
    };
  },
};
