import { type Static, Type } from "@sinclair/typebox";

const nullableString = Type.Union([Type.String(), Type.Null()]);
const oneOf = <const Words extends readonly string[]>(...words: Words) =>
  Type.Unsafe<Words[number]>(Type.Union(words.map((word) => Type.Literal(word))));

/** The way an address is taken into a project. */
export const SourceLane = oneOf("project_document", "supplemental_ordinance", "gis");
export type SourceLane = Static<typeof SourceLane>;

/** Adds an address to a project. */
export const AddSourceBody = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: "An http or https address that opens for everybody",
    }),
    title: Type.Optional(Type.String({ maxLength: 200, default: "" })),
    category: Type.Optional(
      Type.String({
        maxLength: 40,
        default: "",
        description:
          'Free text; "supplemental" makes the text supplemental law, "document" a document of the project, whatever the address looks like',
      }),
    ),
  },
  { $id: "V1AddProjectSourceRequest" },
);
export type AddSourceBody = Static<typeof AddSourceBody>;

/** What became of an address. */
export const AddedSourceView = Type.Object(
  {
    url: Type.String({ description: "As it was given" }),
    lane: SourceLane,
    dispatched: Type.Boolean({ description: "Whether it will be fetched" }),
    status: oneOf("queued", "duplicate", "publisher_blocked", "needs_confirmation", "rejected"),
    job_id: nullableString,
    corpus_id: nullableString,
    needs_confirm: Type.Boolean({ default: false }),
    confidence: Type.String({ default: "", description: '"high", "medium", or empty where nothing was decided' }),
    message: Type.String({ default: "", description: "What to do next, in words" }),
  },
  { $id: "V1AddProjectSourceResponse" },
);
export type AddedSourceView = Static<typeof AddedSourceView>;
