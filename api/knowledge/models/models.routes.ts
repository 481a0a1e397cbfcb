import { Type } from "@sinclair/typebox";
import type { ModelCatalogue } from "../../../agent/index.ts";
import { defineOperation, type Operation, reply } from "../../http/operation.ts";

const ModelListView = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          model_id: Type.String(),
          label: Type.String(),
          provider: Type.String(),
          available: Type.Boolean(),
          estimated_credits: Type.Object(
            {
              per_turn_typical: Type.Number(),
              per_report_typical: Type.Number({
                description: "Credits held for a report: its price and the typical work of the model",
              }),
              per_1k_input_tokens: Type.Number(),
              per_1k_output_tokens: Type.Number(),
            },
            { additionalProperties: false },
          ),
        },
        { additionalProperties: false },
      ),
    ),
    auto: Type.Object({ model_id: Type.Literal("auto"), resolves_to: Type.String() }, { additionalProperties: false }),
  },
  { additionalProperties: false },
);

/** What a typical turn of a model costs, and its prices for 1,000 tokens. */
export interface ModelPrices {
  readonly perTurnTypical: number;
  readonly perReportTypical: number;
  readonly per1kInputTokens: number;
  readonly per1kOutputTokens: number;
}

/** Declares `GET /v1/models`: what may be chosen to answer, and what it costs. */
export function modelsOperations(
  catalogue: ModelCatalogue,
  pricesOf: (modelId: string) => ModelPrices,
): readonly Operation[] {
  return [
    defineOperation({
      operationId: "listModels",
      method: "GET",
      path: "/v1/models",
      summary: "List the models that can answer",
      description: "Send a `model_id` of this list with a question, or leave it out to let the service choose.",
      tag: "Agent",
      auth: "api_key",
      scope: "agent:ask",
      limit: { perMinute: 60 },
      idempotent: false,
      cost: "free",
      responses: {
        200: { schema: ModelListView, description: "The models, and which one Auto is", example: modelsExample },
      },
      problems: [],
      handler: async () =>
        reply(200, {
          data: catalogue.list().map((model) => {
            const prices = pricesOf(model.modelId);
            return {
              model_id: model.modelId,
              label: model.label,
              provider: model.provider,
              available: model.available,
              estimated_credits: {
                per_turn_typical: prices.perTurnTypical,
                per_report_typical: prices.perReportTypical,
                per_1k_input_tokens: prices.per1kInputTokens,
                per_1k_output_tokens: prices.per1kOutputTokens,
              },
            };
          }),
          auto: { model_id: "auto" as const, resolves_to: catalogue.resolve("auto").resolved },
        }),
    }),
  ];
}

const modelsExample = {
  data: [
    {
      model_id: "groundwork-extractive-1",
      label: "Groundwork extractive (local)",
      provider: "groundwork",
      available: true,
      estimated_credits: {
        per_turn_typical: 2,
        per_report_typical: 20,
        per_1k_input_tokens: 0,
        per_1k_output_tokens: 0,
      },
    },
  ],
  auto: { model_id: "auto", resolves_to: "groundwork-extractive-1" },
};
