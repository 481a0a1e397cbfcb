import { type Static, Type } from "@sinclair/typebox";
import { CORPUS_KINDS } from "../../../ingest/index.ts";
import { CitationView } from "../../http/citation.model.ts";
import { AsOfDay } from "../as-of.ts";

/** What a caller may ask of a search. */
export const SearchBody = Type.Object(
  {
    query: Type.String({ minLength: 1, maxLength: 2_000, pattern: "\\S" }),
    top_k: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
    filters: Type.Optional(
      Type.Object(
        {
          corpus_kinds: Type.Optional(
            Type.Array(Type.Union(CORPUS_KINDS.map((kind) => Type.Literal(kind))), { minItems: 1, uniqueItems: true }),
          ),
          document_ids: Type.Optional(
            Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 100 }),
          ),
          section_prefix: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
        },
        { additionalProperties: false },
      ),
    ),
    rerank: Type.Optional(Type.Boolean({ default: true })),
    as_of: Type.Optional(AsOfDay),
  },
  { additionalProperties: false },
);
export type SearchBody = Static<typeof SearchBody>;

/** What a search answers. */
export const SearchView = Type.Object(
  {
    search_id: Type.String(),
    results: Type.Array(
      Type.Object(
        {
          rank: Type.Integer({ minimum: 1 }),
          text: Type.String(),
          relevance_score: Type.Number(),
          why: Type.Array(Type.String(), {
            description:
              "Why it was found: its words, its meaning, a section that the query names, or one that refers to it",
          }),
          citation: CitationView,
        },
        { additionalProperties: false },
      ),
    ),
    credits_charged: Type.Integer({ minimum: 0 }),
    retrieval: Type.Object(
      {
        embedding_model: Type.Union([Type.String(), Type.Null()]),
        reranker: Type.String(),
        took_ms: Type.Number(),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type SearchView = Static<typeof SearchView>;
