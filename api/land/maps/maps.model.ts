import { type Static, Type } from "@sinclair/typebox";

/** The kinds of maps. */
export const mapKinds = ["site_map", "aerial", "flood", "wetlands", "contours"] as const;
export type MapKind = (typeof mapKinds)[number];

/** Body of `POST /v1/projects/{project_id}/maps`. */
export const MapBody = Type.Object({
  kind: Type.Union(
    mapKinds.map((kind) => Type.Literal(kind)),
    {
      description:
        "site_map: a sheet (PDF) with the parcels over aerial imagery; aerial: the bare imagery (PNG) with its georeference; flood: the agency's flood map (PDF or PNG); wetlands: the map of the wetlands inventory (PDF); contours: a sheet (PDF) of the stored contours",
    },
  ),
  buffer_meters: Type.Optional(
    Type.Number({
      ...{ minimum: 10, maximum: 5_000 },
      description:
        "How much ground is shown around the parcels, or around the point; fits the parcels unless given. site_map and aerial only",
    }),
  ),
  latitude: Type.Optional(
    Type.Number({ minimum: -85, maximum: 85, description: "Of the middle; the parcels unless given" }),
  ),
  longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180, description: "Of the middle" })),
});
export type MapBody = Static<typeof MapBody>;

const Four = (description: string) => Type.Array(Type.Number(), { minItems: 4, maxItems: 4, description });

/** How the pixels of an aerial picture lie on the earth. */
const Georeference = Type.Object(
  {
    crs: Type.String({ description: "Reference system of the picture: EPSG:3857" }),
    bbox_web_mercator: Four("min x, min y, max x, max y in metres of Web Mercator"),
    bbox_wgs84: Four("min longitude, min latitude, max longitude, max latitude"),
    image_size_px: Type.Array(Type.Integer(), { minItems: 2, maxItems: 2, description: "Width and height" }),
    world_file: Type.String({ description: "Text of the world file; store it beside the picture" }),
    world_file_name: Type.String({ description: "The name that makes programs find it" }),
  },
  { description: "Of aerial pictures only" },
);

/** A drawn map, with a link to it. */
export const MapView = Type.Object(
  {
    artifact_id: Type.String(),
    kind: Type.String(),
    filename: Type.String(),
    mime_type: Type.String(),
    download_url: Type.String({ description: "Works once" }),
    expires_at: Type.String({ description: "When the link stops working" }),
    extent_feet: Type.Union(
      [
        Type.Object({
          width: Type.Number({ description: "From west to east" }),
          height: Type.Number({ description: "From south to north" }),
        }),
        Type.Null(),
      ],
      {
        description: "Ground that is drawn, in feet; null where the product does not state it",
      },
    ),
    parcels_drawn: Type.Union([Type.Integer(), Type.Null()], {
      description: "Null where the product does not state it",
    }),
    road_labels: Type.Boolean({ description: "Whether streets are named" }),
    attribution: Type.String({ description: "Credit that must stand beside the map" }),
    usage: Type.String({ description: "What the map may be used for" }),
    is_synthetic: Type.Boolean({ description: "True where what it shows is invented, as in the demo town" }),
    georeference: Type.Optional(Georeference),
  },
  { $id: "SiteMap", description: "A map of a site." },
);
export type MapView = Static<typeof MapView>;

/** A map that is being drawn. */
export const MapRendering = Type.Object(
  { status: Type.Literal("rendering"), retry_after_seconds: Type.Integer() },
  { description: "A worker draws the map: send the same request again after so many seconds" },
);

/** What is kept of a map besides its file. */
export type MapFacts = Omit<MapView, "artifact_id" | "filename" | "mime_type" | "download_url" | "expires_at">;
