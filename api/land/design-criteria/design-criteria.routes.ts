import { Type } from "@sinclair/typebox";
import { defineOperation, type Operation, reply } from "../../http/operation.ts";
import { DesignCriteriaView } from "./design-criteria.model.ts";
import type { DesignCriteria } from "./design-criteria.service.ts";

/** Declares `GET /v1/projects/{project_id}/design-criteria`. */
export function designCriteriaOperations({ criteria }: { readonly criteria: DesignCriteria }): readonly Operation[] {
  return [
    defineOperation({
      operationId: "getDesignCriteria",
      method: "GET",
      path: "/v1/projects/{project_id}/design-criteria",
      summary: "Read zoning standards",
      description:
        "Returns the standards that the indexed ordinances state for the districts of the project, each with its clause. A standard without a value has a marker: `NOT_PROVIDED_IN_ORDINANCE` where the ordinance says that there is none, else `NOT_LOCATED_IN_INDEXED_ORDINANCE`, which claims nothing about the law.",
      tag: "Site plan",
      auth: "api_key",
      scope: "siteplan:read",
      limit: { perMinute: 60 },
      idempotent: false,
      cost: "free",
      params: Type.Object({ project_id: Type.String() }),
      query: Type.Object({
        districts: Type.Optional(
          Type.String({
            ...{ minLength: 1, maxLength: 400 },
            description: "all, or codes with commas between them; the districts of the project when left out",
          }),
        ),
      }),
      responses: { 200: { schema: DesignCriteriaView, description: "The standards", example } },
      problems: ["not_found"],
      handler: async ({ principal, params, query }) =>
        reply(200, await criteria.read(principal, params.project_id, query.districts)),
    }),
  ];
}

const example = {
  districts: [
    {
      ...{ zoning_code: "R-2", resolution: "read" as const },
      fields: {
        far_max: {
          value: "NOT_LOCATED_IN_INDEXED_ORDINANCE",
          marker: "NOT_LOCATED_IN_INDEXED_ORDINANCE",
          text: "Not located in the indexed ordinance",
        },
      },
    },
  ],
  governing_district: { zoning_code: "R-2", basis: "current" as const, current_zoning_code: "R-2" },
  ...{ user_provided_fields: {}, citations: [] },
  stormwater_context: { known: {}, not_in_code: ["Release rate: not located in the indexed ordinance."] },
  ...{ rule_inputs: null, rule_evidence_snapshot: null },
};
