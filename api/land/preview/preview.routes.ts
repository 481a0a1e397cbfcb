import { defineOperation, type Operation, reply } from "../../http/operation.ts";
import { PreviewBody, PreviewView } from "./preview.model.ts";
import type { ParcelPreview } from "./preview.service.ts";

const mostBodyBytes = 4 * 1024 * 1024;

/** Declares `POST /v1/parcels/preview`. */
export function previewOperations({ preview }: { readonly preview: ParcelPreview }): readonly Operation[] {
  return [
    defineOperation({
      operationId: "previewParcels",
      method: "POST",
      path: "/v1/parcels/preview",
      summary: "Draw parcels over aerial imagery",
      description:
        "Draws the boundaries of one or several parcels, with their labels, over aerial imagery, so that a person can see that they are the right ones. Send the geometries of the chosen candidates of `/v1/parcels/resolve`. North is up. Where no imagery is published the parcels are drawn on plain paper; imagery that cannot be asked is answered with 502. Nothing is stored and nothing is charged.",
      tag: "Parcels and goal",
      auth: "api_key",
      scope: "project:create",
      limit: { perMinute: 10 },
      idempotent: false,
      cost: "free",
      maxBodyBytes: mostBodyBytes,
      body: PreviewBody,
      responses: { 200: { schema: PreviewView, description: "The picture", example: previewExample } },
      problems: ["upstream_unavailable"],
      example: {
        body: {
          parcels: [
            {
              geometry: {
                type: "Polygon",
                coordinates: [
                  [
                    [-72.9, 41.5],
                    [-72.8996, 41.5],
                    [-72.8996, 41.5003],
                    [-72.9, 41.5003],
                    [-72.9, 41.5],
                  ],
                ],
              },
              label: "12 Mill St",
            },
          ],
        },
      },
      handler: async ({ body, signal }) => reply(200, await preview.draw(body, signal)),
    }),
  ];
}

const previewExample = {
  image_base64: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  mime_type: "image/png" as const,
  width: 1024,
  height: 768,
  attribution: "USGS The National Map: Orthoimagery",
};
