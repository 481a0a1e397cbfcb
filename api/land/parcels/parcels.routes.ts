import { defineOperation, type Operation, reply } from "../../http/operation.ts";
import { readSelector } from "./read-selector.ts";
import { ResolveBody, ResolveView } from "./resolve.model.ts";
import type { ParcelResolver } from "./resolve.service.ts";

const defaultCandidates = 5;

/** Declares `POST /v1/parcels/resolve`. */
export function parcelsOperations({ resolver }: { readonly resolver: ParcelResolver }): readonly Operation[] {
  return [
    defineOperation({
      operationId: "resolveParcels",
      method: "POST",
      path: "/v1/parcels/resolve",
      summary: "Find parcels",
      description:
        "Finds the parcels that one selector means: a street address in any usual spelling, an assessor's parcel number with its state, a point, or the id of a parcel. Candidates come best first with a confidence from 0 to 1; `match` tells whether the first one may be taken or the user should choose. An address is looked up in the parcel source as written and in its standard form, then by geocoding. Without a match `candidates` is empty; a source that cannot be asked is answered with 502, never with an empty list. Nothing is stored and nothing is charged.",
      tag: "Parcels and goal",
      auth: "api_key",
      scope: "project:create",
      limit: { perMinute: 20 },
      idempotent: false,
      cost: "free",
      body: ResolveBody,
      responses: { 200: { schema: ResolveView, description: "Candidates, best first", example: resolveExample } },
      problems: ["upstream_unavailable"],
      example: { body: { address: "12 Mill Street, Alder Falls, CT 06001" } },
      handler: async ({ body, signal }) =>
        reply(200, await resolver.resolve(readSelector(body), body.limit ?? defaultCandidates, signal)),
    }),
  ];
}

const resolveExample = {
  match: "exact" as const,
  candidates: [
    {
      ll_uuid: "7f0c6d1e-2b6a-4f0e-9c5d-3a1b2c4d5e6f",
      address: "12 Mill St, Alder Falls, CT 06001",
      apn: "014-027-000",
      size: { acres: 0.2755, square_feet: 12_000 },
      confidence: 1,
      geometry: {
        type: "Polygon" as const,
        coordinates: [
          [
            [-72.9, 41.5] as const,
            [-72.8996, 41.5] as const,
            [-72.8996, 41.5003] as const,
            [-72.9, 41.5003] as const,
            [-72.9, 41.5] as const,
          ],
        ],
      },
      jurisdiction: { municipality: "Alder Falls", county: "Alder", state: "Connecticut" },
      zoning: { code: "R-2", description: "Two-family residential", source: "Alder County parcels" },
    },
  ],
};
