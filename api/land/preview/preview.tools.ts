import type { ToolDeclaration } from "../../tools/tool.ts";

/** The tool that draws parcels. */
export const previewTools: readonly ToolDeclaration[] = [
  {
    name: "preview_parcels",
    title: "Draw parcels",
    description:
      "Draws parcels over aerial imagery and returns the picture. Free. Pass the geometry of each candidate of resolve_parcel that the person chose, with its address as label, and show the picture to the person before create_project. Show the attribution with it. Imagery that could not be fetched is an error.",
    serves: ["previewParcels"],
    audience: "connector",
    picture: "image_base64",
    isReadOnly: true,
    isIdempotent: true,
    isOpenWorld: true,
  },
];
