import { type Static, Type } from "@sinclair/typebox";

const pixels = (description: string) => Type.Optional(Type.Integer({ minimum: 256, maximum: 2048, description }));

/** Asks for a picture of parcels. */
export const PreviewBody = Type.Object(
  {
    parcels: Type.Array(
      Type.Object({
        geometry: Type.Object(
          { type: Type.String({ enum: ["Polygon", "MultiPolygon"] }), coordinates: Type.Array(Type.Unknown()) },
          { description: "GeoJSON, WGS 84, as `/v1/parcels/resolve` returns it." },
        ),
        label: Type.Optional(
          Type.String({ minLength: 1, maxLength: 80, pattern: "\\S", description: "Written on the parcel." }),
        ),
      }),
      { minItems: 1, maxItems: 20 },
    ),
    width: pixels("Of the picture; 1024 unless given."),
    height: pixels("Of the picture; fits the shape of the parcels unless given."),
  },
  { description: "The parcels, at most 20 kilometers from one end to the other." },
);
export type PreviewBody = Static<typeof PreviewBody>;

/** A picture of parcels. */
export const PreviewView = Type.Object(
  {
    image_base64: Type.String({ description: "The picture, encoded as base64." }),
    mime_type: Type.Literal("image/png"),
    width: Type.Integer({ description: "Pixels." }),
    height: Type.Integer({ description: "Pixels." }),
    attribution: Type.String({ description: "Credit of the imagery; show it with the picture." }),
  },
  { $id: "ParcelPreview", description: "A picture of parcels from above." },
);
export type PreviewView = Static<typeof PreviewView>;
