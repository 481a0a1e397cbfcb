import { type Static, Type } from "@sinclair/typebox";
import { MarkedCitationView } from "../../http/citation.model.ts";

/** What a summary should be about, and its form. */
export const SummaryBody = Type.Object(
  {
    focus: Type.String({ minLength: 1, maxLength: 2_000, pattern: "\\S" }),
    format: Type.Optional(Type.Union([Type.Literal("paragraph"), Type.Literal("bullets")], { default: "paragraph" })),
    max_words: Type.Optional(Type.Integer({ minimum: 20, maximum: 1_000, default: 200, description: "A hard bound" })),
  },
  { additionalProperties: false },
);
export type SummaryBody = Static<typeof SummaryBody>;

/** A summary whose every sentence is cited. */
export const SummaryView = Type.Object(
  {
    summary: Type.String({ description: "Carries its citations as [1], [2]" }),
    format: Type.Union([Type.Literal("paragraph"), Type.Literal("bullets")]),
    word_count: Type.Integer({ minimum: 0 }),
    citations: Type.Array(MarkedCitationView),
    model_selection: Type.Object(
      { requested: Type.String(), resolved: Type.String(), served: Type.Union([Type.String(), Type.Null()]) },
      { additionalProperties: false },
    ),
    credits_charged: Type.Integer({ minimum: 0 }),
  },
  { additionalProperties: false },
);
export type SummaryView = Static<typeof SummaryView>;
