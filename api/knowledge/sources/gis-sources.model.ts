import { type Static, Type } from "@sinclair/typebox";

const oneOf = <const Words extends readonly string[]>(...words: Words) =>
  Type.Unsafe<Words[number]>(Type.Union(words.map((word) => Type.Literal(word))));

const GisScope = oneOf("municipality", "county", "state_reference");

/** Registers a GIS service. */
export const AddGisSourceBody = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: "A viewer, web map, item or REST service that opens for everybody",
    }),
    scope: GisScope,
    jurisdiction_name: Type.Optional(
      Type.String({
        maxLength: 200,
        default: "",
        description: "A label; the service is registered for the jurisdiction of the project, whatever this says",
      }),
    ),
  },
  { $id: "V1AddGisSourceRequest" },
);
export type AddGisSourceBody = Static<typeof AddGisSourceBody>;

/** What became of a GIS service. */
export const AddedGisSourceView = Type.Object(
  {
    url: Type.String({ description: "As it was given" }),
    scope: GisScope,
    status: oneOf("queued", "duplicate", "rejected"),
    rest_bases_found: Type.Union([Type.Integer(), Type.Null()], {
      description: "REST services behind the address; null until it has been looked at",
    }),
    message: Type.String({ default: "", description: "What to do next, in words" }),
  },
  { $id: "V1AddGisSourceResponse" },
);
export type AddedGisSourceView = Static<typeof AddedGisSourceView>;
