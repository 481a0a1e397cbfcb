import { exportPicture } from "../arcgis/export-picture.ts";
import type { ArcgisParts } from "../arcgis/query-layer.ts";
import type { ProviderDescription } from "../client/provider-client.ts";
import { settle } from "../client/provider-fault.ts";
import type { AerialImage, ImagerySource } from "../providers.ts";

/** Aerial pictures of an ArcGIS map or image service. */
export const imageryDescription: ProviderDescription = {
  provider: "imagery",
  name: "Aerial imagery",
  attribution: null,
  license: null,
  tokenPlace: { query: "token" },
};

/**
 * Makes the source of aerial pictures. A service draws a box that has the shape of the picture, whatever was asked for;
 * the extent that it says it drew is returned. A picture of one colour shows nothing and is `empty`.
 */
export function makeImagery(parts: ArcgisParts): ImagerySource {
  return {
    draw: (request, signal) =>
      settle(async () => {
        const { picture, box, provenance } = await exportPicture(parts, { ...request, options: {}, signal });
        if (picture.isOneColor) return { state: "empty", provenance };
        const value: AerialImage = {
          ...{ png: picture.png, widthPx: picture.width, heightPx: picture.height, bboxWebMercator: box },
          attribution: provenance.attribution ?? provenance.name,
        };
        return { state: "ready", value, provenance };
      }),
  };
}
