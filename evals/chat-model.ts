import { type CatalogueOptions, makeModelCatalogue } from "../agent/index.ts";
import { ConfigRefused, localChatModel, readConfig } from "../api/boot/config.ts";
import { modelMillicredits } from "../api/commerce/rates.ts";
import type { EvalQuery } from "./eval-folder.ts";
import type { ModelRecord, ModelUse } from "./run-record.ts";

/** A chat model that cannot be measured; the message is one sentence with what to change. */
export class ModelUnusable extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ModelUnusable";
  }
}

/** A chat model of the configured endpoint. */
export interface ChatModel {
  readonly id: string;
  /** What a catalogue of this one model is made of. */
  readonly catalogue: CatalogueOptions;
  /** What a run keeps of it: no key. */
  readonly record: ModelRecord;
  /** Returns the price of tokens by RATES, in credits; the fee of a turn is not included. */
  credits(use: Pick<ModelUse, "inputTokens" | "outputTokens">): number;
}

const settingNames = ["OPENAI_BASE_URL", "OPENAI_API_KEY", "CHAT_MODELS", "CHAT_MODEL_SETTINGS", "RATES"];

/**
 * Reads the endpoint, the settings and the price of a chat model from the settings of the service. The model need not be
 * in CHAT_MODELS.
 *
 * @throws ModelUnusable when no endpoint is configured or a setting cannot be used
 */
export function readChatModel(id: string, environment: Readonly<Record<string, string | undefined>>): ChatModel {
  if (id === localChatModel)
    throw new ModelUnusable(`--model ${id} is the local reader; leave out --model to measure it`);
  const settings = Object.fromEntries(settingNames.map((name) => [name, environment[name]]));
  if (!settings.OPENAI_BASE_URL?.trim() && !settings.OPENAI_API_KEY?.trim()) throw withoutEndpoint(id);
  const { openai, rates, chatModelSettings } = configOf({
    ...settings,
    CHAT_MODELS: [id, settings.CHAT_MODELS].filter(Boolean).join(","),
  });
  if (openai === null) throw withoutEndpoint(id);
  const { apiKey, baseUrl } = openai;
  const catalogue: CatalogueOptions = {
    endpoint: baseUrl === null ? { apiKey } : { apiKey, baseUrl },
    remoteModelIds: [id],
    modelSettings: chatModelSettings,
  };
  const hasOwnRate = Object.hasOwn(rates.models, id);
  return {
    id,
    catalogue,
    record: {
      id,
      endpoint: shown(baseUrl),
      settings: { ...makeModelCatalogue(catalogue).settings(id) },
      rate: { ...((hasOwnRate ? rates.models[id] : undefined) ?? rates.unlistedModel), isListed: hasOwnRate },
    },
    credits: ({ inputTokens, outputTokens }) =>
      modelMillicredits(rates, id, { input: inputTokens, output: outputTokens }) / 1_000,
  };
}

function withoutEndpoint(id: string): ModelUnusable {
  return new ModelUnusable(
    `--model ${id} needs an endpoint: set OPENAI_BASE_URL (such as http://localhost:11434/v1) or OPENAI_API_KEY`,
  );
}

function configOf(environment: Readonly<Record<string, string | undefined>>) {
  try {
    return readConfig(environment, ".");
  } catch (error) {
    if (!(error instanceof ConfigRefused)) throw error;
    throw new ModelUnusable(error.faults.join("; "));
  }
}

/** An address without the user and password it may contain. */
function shown(baseUrl: string | null): string {
  if (baseUrl === null) return "https://api.openai.com/v1";
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname}`;
}

const longestReason = 200;

/**
 * Asks the model for one word, so that a wrong address, key or model id ends the run before it has begun.
 *
 * @throws ModelUnusable with what the endpoint said
 */
export async function requireAnswering({ id, catalogue, record }: ChatModel): Promise<void> {
  try {
    const model = await makeModelCatalogue(catalogue).chatModel(id);
    await model.invoke("Reply with the word: ready");
  } catch (error) {
    const [said = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    const key = catalogue.endpoint?.apiKey ?? "";
    const reason = (key === "" ? said : said.replaceAll(key, "[key]")).slice(0, longestReason);
    throw new ModelUnusable(
      `--model ${id} does not answer at ${record.endpoint} (${reason}); check the model id, OPENAI_BASE_URL and OPENAI_API_KEY`,
    );
  }
}

/** Tokens of a turn of two searches, an answer and a correction; one search and an answer take about half. */
const turnEstimate = { inputTokens: 6_000, outputTokens: 500 };

/** Returns how many turns some questions take, the earlier turns of follow-ups included. */
export function countTurns(queries: readonly EvalQuery[]): number {
  return queries.reduce((sum, { followUp }) => sum + 1 + (followUp?.previous.length ?? 0), 0);
}

/** Returns what so many turns will use and cost, in one sentence. */
export function estimateLine(model: ChatModel, turns: number): string {
  const use = { inputTokens: turns * turnEstimate.inputTokens, outputTokens: turns * turnEstimate.outputTokens };
  const unlisted = model.record.rate.isListed ? "" : ` (RATES has no price for ${model.id}: that of unlisted models)`;
  return (
    `${model.id} at ${model.record.endpoint}: ${turns} turns, estimated at ${thousands(use.inputTokens)} input and ` +
    `${thousands(use.outputTokens)} output tokens, ${model.credits(use).toFixed(0)} credits by RATES${unlisted}`
  );
}

/** Returns a number with a comma before each three digits. */
export function thousands(value: number): string {
  return value.toLocaleString("en-US");
}
