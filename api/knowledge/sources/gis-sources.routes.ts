import { Type } from "@sinclair/typebox";
import { defineOperation, type Operation, reply, uncommitted } from "../../http/operation.ts";
import { AddedGisSourceView, AddGisSourceBody } from "./gis-sources.model.ts";
import type { GisSources } from "./gis-sources.service.ts";

const addedExample = {
  url: "https://maps.alderfalls.example/arcgis/rest/services/Greenways/FeatureServer",
  scope: "municipality",
  status: "queued",
  rest_bases_found: null,
  message:
    "The service is looked at and its layers are read around the site. Poll the project, whose readiness lists the source and whose site knowledge lists the layers.",
} as const;

/** Declares the operation on GIS services. */
export function gisSourcesOperations({ gisSources }: { readonly gisSources: GisSources }): readonly Operation[] {
  return [
    defineOperation({
      operationId: "addGisSource",
      method: "POST",
      path: "/v1/projects/{project_id}/gis-sources",
      summary: "Register a GIS service",
      description:
        "Traces a viewer, web map, item or REST address to the services behind it, checks their layers and reads them around the site, in the background. A service is registered once for the jurisdiction of the project: another project of that jurisdiction is answered `duplicate` and gets the layers. `rejected` does nothing. A service that cannot be read becomes a layer in state `failed`, with an advisory in the readiness of the project.",
      tag: "Sources",
      auth: "api_key",
      scope: "source:write",
      limit: { perMinute: 10 },
      idempotent: true,
      cost: "free",
      params: Type.Object({ project_id: Type.String() }),
      body: AddGisSourceBody,
      responses: {
        200: { schema: AddedGisSourceView, description: "What became of the service", example: addedExample },
      },
      problems: ["not_found", "free_tier_limit", "house_paid_daily_limit"],
      example: { body: { url: addedExample.url, scope: addedExample.scope } },
      handler: async ({ principal, params, body, idempotency }) => {
        const { view, isKept } = await gisSources.add(principal, params.project_id, body, idempotency);
        return isKept ? reply(200, view) : uncommitted(reply(200, view));
      },
    }),
  ];
}
