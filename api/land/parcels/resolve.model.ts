import { type Static, Type } from "@sinclair/typebox";
import type { AreaGeometry } from "../../providers/site-features.ts";

const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);
const text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, pattern: "\\S", description }));

/** Asks for the parcels that one selector means. */
export const ResolveBody = Type.Object(
  {
    address: text(300, "Street address; city, state and ZIP code narrow it down."),
    apn: text(100, "Assessor's parcel number; needs `state`."),
    state: text(100, "State of the parcel number, as a name or as two letters."),
    county: text(200, "County of the parcel number."),
    latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90, description: "WGS 84; needs `longitude`." })),
    longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180, description: "WGS 84; needs `latitude`." })),
    ll_uuid: text(100, "Identifier of one parcel."),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 20, default: 5, description: "Most candidates to return." }),
    ),
  },
  { description: "Exactly one selector: address; apn with state; latitude with longitude; or ll_uuid." },
);
export type ResolveBody = Static<typeof ResolveBody>;

const Jurisdiction = Type.Object({
  municipality: nullable(Type.String()),
  county: nullable(Type.String()),
  state: nullable(Type.String({ description: "Name of the state, or its two letters where the source states those." })),
});

/** One parcel that may be meant. */
export const ParcelCandidate = Type.Object(
  {
    ll_uuid: Type.String({ description: "Identifier of the parcel; send it when you create a project." }),
    address: nullable(Type.String()),
    apn: nullable(Type.String()),
    size: Type.Object({ acres: Type.Number(), square_feet: Type.Number() }),
    confidence: Type.Number({
      minimum: 0,
      maximum: 1,
      description: "How well the parcel fits the selector; 1 for an identifier, or a point inside its boundary.",
    }),
    geometry: Type.Unsafe<AreaGeometry>(
      Type.Object(
        { type: Type.String({ enum: ["Polygon", "MultiPolygon"] }), coordinates: Type.Array(Type.Unknown()) },
        { description: "GeoJSON, WGS 84." },
      ),
    ),
    jurisdiction: Jurisdiction,
    zoning: Type.Object({
      code: nullable(Type.String()),
      description: nullable(Type.String()),
      source: nullable(Type.String({ description: "Dataset that states the zoning." })),
    }),
  },
  { $id: "ParcelCandidate", description: "A parcel that may be meant." },
);
export type ParcelCandidate = Static<typeof ParcelCandidate>;

/** Parcels that a selector means, best first. */
export const ResolveView = Type.Object(
  {
    match: Type.Unsafe<"exact" | "likely" | "several_parcels" | "ambiguous" | "none">({
      type: "string",
      enum: ["exact", "likely", "several_parcels", "ambiguous", "none"],
      description:
        "`exact`: the first candidate fits and no other does; `likely`: it fits with differences; `several_parcels`: several parcels share the address; `ambiguous`: several fit about as well; `none`: nothing matches.",
    }),
    candidates: Type.Array(ParcelCandidate, { description: "Best first; empty when nothing matches." }),
  },
  { $id: "ResolvedParcels", description: "Parcels that a selector means." },
);
export type ResolveView = Static<typeof ResolveView>;
