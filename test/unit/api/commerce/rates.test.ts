import { describe, expect, it } from "vitest";
import { defaultRates, modelMillicredits, modelRate } from "../../../../api/commerce/rates.ts";

const rates = {
  ...defaultRates,
  localModels: ["local"],
  models: { listed: { inputCreditsPer1k: 0.15, outputCreditsPer1k: 0.6 } },
};

describe("the price of a model call", () => {
  it("is nothing for a model inside the service", () => {
    expect(modelMillicredits(rates, "local", { input: 1_000_000, output: 1_000_000 })).toBe(0);
  });

  it("is 1 credit for 1,000 tokens read and 4 for 1,000 written where the model has no price", () => {
    expect(modelMillicredits(rates, "unheard-of", { input: 1_000, output: 1_000 })).toBe(5_000);
    expect(modelRate(rates, "constructor")).toEqual(rates.unlistedModel);
  });

  it("is the listed one, rounded up to a thousandth of a credit", () => {
    expect(modelMillicredits(rates, "listed", { input: 1_000, output: 0 })).toBe(150);
    expect(modelMillicredits(rates, "listed", { input: 1, output: 1 })).toBe(1);
  });
});
