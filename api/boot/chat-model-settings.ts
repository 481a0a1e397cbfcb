import { type Static, Type } from "@sinclair/typebox";
import type { ModelSettings } from "../../agent/index.ts";
import { makeValidator } from "../http/validator.ts";

const reasoningEfforts = ["none", "minimal", "low", "medium", "high", "xhigh"] as const satisfies readonly NonNullable<
  ModelSettings["reasoningEffort"]
>[];

const OneModel = Type.Object(
  {
    context_tokens: Type.Optional(Type.Integer({ minimum: 2_048, maximum: 10_000_000 })),
    max_output_tokens: Type.Optional(Type.Integer({ minimum: 64, maximum: 1_000_000 })),
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
    reasoning_effort: Type.Optional(Type.Union(reasoningEfforts.map((effort) => Type.Literal(effort)))),
  },
  { additionalProperties: false },
);
const Setting = Type.Record(Type.String(), OneModel);

/**
 * Reads the setting `CHAT_MODEL_SETTINGS`, a JSON object by model id; `*` holds for every model.
 *
 * @param models the ids of `CHAT_MODELS`
 * @param faults receives what is wrong with the setting, one sentence each
 */
export function readChatModelSettings(
  text: string | null,
  models: readonly string[],
  faults: string[],
): Readonly<Record<string, Partial<ModelSettings>>> {
  if (text === null) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    faults.push("CHAT_MODEL_SETTINGS is not JSON");
    return {};
  }
  const wrong = makeValidator(Setting)(value);
  if (wrong.length > 0) {
    faults.push(...wrong.map(({ field, message }) => `CHAT_MODEL_SETTINGS: ${`${field} ${message}`.trim()}`));
    return {};
  }
  const setting = value as Static<typeof Setting>;
  for (const [modelId, { context_tokens, max_output_tokens }] of Object.entries(setting)) {
    if (modelId !== "*" && !models.includes(modelId)) {
      faults.push(`CHAT_MODEL_SETTINGS names the model "${modelId}"; it takes a model of CHAT_MODELS, or *`);
    }
    if (context_tokens !== undefined && max_output_tokens !== undefined && max_output_tokens >= context_tokens) {
      faults.push(`CHAT_MODEL_SETTINGS: max_output_tokens of "${modelId}" must be less than its context_tokens`);
    }
  }
  return Object.fromEntries(Object.entries(setting).map(([modelId, one]) => [modelId, settingsOf(one)]));
}

function settingsOf(one: Static<typeof OneModel>): Partial<ModelSettings> {
  return {
    ...(one.context_tokens === undefined ? {} : { contextTokens: one.context_tokens }),
    ...(one.max_output_tokens === undefined ? {} : { maxOutputTokens: one.max_output_tokens }),
    ...(one.temperature === undefined ? {} : { temperature: one.temperature }),
    ...(one.reasoning_effort === undefined ? {} : { reasoningEffort: one.reasoning_effort }),
  };
}
