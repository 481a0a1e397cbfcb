import { type Static, Type } from "@sinclair/typebox";
import { makeValidator } from "../http/validator.ts";

/** What a chat model costs, in credits for 1,000 tokens. */
export interface ModelRate {
  readonly inputCreditsPer1k: number;
  readonly outputCreditsPer1k: number;
}

/** Every price of the service, in credits; the one table that charging, estimates and the model list read. */
export interface Rates {
  /** Of a search that succeeded. */
  readonly search: number;
  /** Of an answered agent turn, before what its model costs. */
  readonly turn: number;
  /** Of a summary, before what its model costs. */
  readonly summary: number;
  /** Of a report, before what its model costs. */
  readonly report: number;
  /** Of a parcel that setting up a project looks up. */
  readonly projectParcel: number;
  /** Of a governing ordinance that is fetched and read for a project. */
  readonly projectOrdinance: number;
  /** Of a map layer around the site of a project. */
  readonly projectLayer: number;
  /** Answers that located nothing are free up to this number, for each credential and UTC day. */
  readonly freeUnlocatedTurnsPerDay: number;
  /** Models that run inside the service. */
  readonly localModels: readonly string[];
  /** Prices by model id. */
  readonly models: Readonly<Record<string, ModelRate>>;
  /** Of a model that has no price of its own. */
  readonly unlistedModel: ModelRate;
}

/** The prices unless the configuration says otherwise. */
export const defaultRates: Rates = {
  search: 2,
  turn: 2,
  summary: 2,
  report: 20,
  projectParcel: 1,
  projectOrdinance: 10,
  projectLayer: 1,
  freeUnlocatedTurnsPerDay: 20,
  localModels: ["extractive-local"],
  models: {},
  unlistedModel: { inputCreditsPer1k: 1, outputCreditsPer1k: 4 },
};

const credits = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const modelPrice = Type.Object({
  input_credits_per_1k: Type.Number({ minimum: 0, maximum: 1_000_000 }),
  output_credits_per_1k: Type.Number({ minimum: 0, maximum: 1_000_000 }),
});
const RatesSetting = Type.Partial(
  Type.Object({
    search: credits,
    turn: credits,
    summary: credits,
    report: credits,
    project_parcel: credits,
    project_ordinance: credits,
    project_layer: credits,
    free_not_located_turns_per_day: credits,
    models: Type.Record(Type.String(), modelPrice),
    unlisted_model: modelPrice,
  }),
);
type RatesSetting = Static<typeof RatesSetting>;

/**
 * Reads the prices as an operator writes them, a JSON object of those that differ from the defaults; what is wrong with
 * it is added to the faults.
 */
export function readRates(text: string | null, faults: string[]): Rates {
  if (text === null) return defaultRates;
  const value = parsed(text);
  const wrong =
    value === undefined
      ? ["is not JSON"]
      : makeValidator(RatesSetting)(value).map(({ field, message }) => `${field} ${message}`);
  if (wrong.length > 0) {
    faults.push(...wrong.map((fault) => `RATES: ${fault.trim()}`));
    return defaultRates;
  }
  const setting = value as RatesSetting;
  const models = Object.entries(setting.models ?? {}).map(([modelId, price]) => [modelId, rateOf(price)] as const);
  return {
    ...defaultRates,
    search: setting.search ?? defaultRates.search,
    turn: setting.turn ?? defaultRates.turn,
    summary: setting.summary ?? defaultRates.summary,
    report: setting.report ?? defaultRates.report,
    projectParcel: setting.project_parcel ?? defaultRates.projectParcel,
    projectOrdinance: setting.project_ordinance ?? defaultRates.projectOrdinance,
    projectLayer: setting.project_layer ?? defaultRates.projectLayer,
    freeUnlocatedTurnsPerDay: setting.free_not_located_turns_per_day ?? defaultRates.freeUnlocatedTurnsPerDay,
    models: Object.fromEntries(models),
    unlistedModel: setting.unlisted_model ? rateOf(setting.unlisted_model) : defaultRates.unlistedModel,
  };
}

const rateOf = (price: Static<typeof modelPrice>): ModelRate => ({
  inputCreditsPer1k: price.input_credits_per_1k,
  outputCreditsPer1k: price.output_credits_per_1k,
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Gives the price of a model: none for local ones, the listed one, or that of unlisted models. */
export function modelRate(rates: Rates, modelId: string): ModelRate {
  if (rates.localModels.includes(modelId)) return { inputCreditsPer1k: 0, outputCreditsPer1k: 0 };
  return Object.hasOwn(rates.models, modelId) ? (rates.models[modelId] ?? rates.unlistedModel) : rates.unlistedModel;
}

/**
 * Gives what a model call costs, in thousandths of a credit, rounded up.
 *
 * Units   thousandths of a credit; a price in credits for 1,000 tokens is the same number in thousandths for one token
 */
export function modelMillicredits(
  rates: Rates,
  modelId: string,
  tokens: { readonly input: number; readonly output: number },
): number {
  const rate = modelRate(rates, modelId);
  return Math.ceil(tokens.input * rate.inputCreditsPer1k + tokens.output * rate.outputCreditsPer1k);
}
