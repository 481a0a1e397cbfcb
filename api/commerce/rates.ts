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
  /** Held for a turn before its model is known to cost more. */
  readonly turnHold: number;
  /** Answers that located nothing are free up to this number, for each credential and UTC day. */
  readonly freeUnlocatedTurnsPerDay: number;
  /** Of creating a project; parcels and documents are added to it. */
  readonly projectBase: number;
  readonly projectParcel: number;
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
  turnHold: 20,
  freeUnlocatedTurnsPerDay: 20,
  projectBase: 10,
  projectParcel: 1,
  localModels: ["extractive-local"],
  models: {},
  unlistedModel: { inputCreditsPer1k: 1, outputCreditsPer1k: 4 },
};

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
