import { describe, expect, it } from "vitest";
import { makeModelCatalogue } from "../../../../agent/index.ts";
import { ConfigRefused, localChatModel, readConfig } from "../../../../api/boot/config.ts";
import { providerKeys } from "../../../../api/boot/provider-settings.ts";
import { defaultRates } from "../../../../api/commerce/rates.ts";

const faultsOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment, "/srv/groundwork");
    return [];
  } catch (error) {
    if (error instanceof ConfigRefused) return error.faults;
    throw error;
  }
};

describe("the prices", () => {
  const rates = (value: unknown) => readConfig({ RATES: JSON.stringify(value) }, "/srv/groundwork").rates;

  it("are those of the one table, but for what the setting changes", () => {
    const price = { input_credits_per_1k: 0.15, output_credits_per_1k: 0.6 };
    expect(rates({ search: 3, free_not_located_turns_per_day: 0, models: { "town-model": price } })).toEqual({
      ...defaultRates,
      search: 3,
      freeUnlocatedTurnsPerDay: 0,
      models: { "town-model": { inputCreditsPer1k: 0.15, outputCreditsPer1k: 0.6 } },
    });
    expect(rates({ unlisted_model: price }).unlistedModel.outputCreditsPer1k).toBe(0.6);
  });

  it.each([
    ["search=3", "is not JSON"],
    ['{"search":-1}', "search"],
    ['{"search":1.5}', "search"],
    ['{"searches":3}', "searches"],
    ['{"models":{"m":{"input_credits_per_1k":1}}}', "output_credits_per_1k"],
  ])("are refused when they are written as %s", (RATES, named) => {
    expect(faultsOf({ RATES })).toEqual([expect.stringMatching(new RegExp(`^RATES: .*${named}`))]);
  });
});

const noEndpoints = Object.fromEntries(providerKeys.map((key) => [key, null]));

describe("the settings", () => {
  it("have a default each, so that an empty environment starts the embedded service", () => {
    expect(readConfig({}, "/srv/groundwork")).toEqual({
      host: "127.0.0.1",
      port: 3000,
      publicBaseUrl: "http://localhost:3000",
      trustedProxies: [],
      dataDir: "/srv/groundwork/.groundwork",
      databaseUrl: null,
      redisUrl: null,
      worker: "inline",
      openai: null,
      embeddingModel: null,
      chatModels: [],
      chatModelAuto: null,
      chatModelSettings: {},
      rates: defaultRates,
      cohere: null,
      unstructured: null,
      s3: null,
      opsToken: null,
      providers: { endpoints: noEndpoints, hasDemoTown: true, contact: null },
      fetchAllowOrigins: [],
      otlpEndpoint: null,
      uploads: { timeLimitSeconds: 3_600, minBytesPerSecond: 4_096 },
      jobRetentionDays: 30,
      workerOpsAddress: null,
      hasRateLimits: true,
      logLevel: "info",
    });
  });

  it("are refused together, each fault naming its setting", () => {
    const faults = faultsOf({
      PORT: "eighty",
      DATABASE_URL: "mysql://db",
      WORKER: "sometimes",
      RATE_LIMITS: "off",
      HOST: "0.0.0.0",
      CHAT_MODELS: "gpt-x",
    });
    expect(faults.map((fault) => fault.split(" ")[0])).toEqual([
      "PORT",
      "DATABASE_URL",
      "WORKER",
      "RATE_LIMITS",
      "CHAT_MODELS",
    ]);
  });

  it("let Auto be a model that is offered, or the local one, and no other", () => {
    const offered = { OPENAI_BASE_URL: "http://localhost:1/v1", CHAT_MODELS: "large, small" };
    for (const CHAT_MODEL_AUTO of ["small", localChatModel]) {
      const { chatModelAuto } = readConfig({ ...offered, CHAT_MODEL_AUTO }, "/srv");
      expect(chatModelAuto).toBe(CHAT_MODEL_AUTO);
    }
    expect(faultsOf({ ...offered, CHAT_MODEL_AUTO: "smal" })).toEqual([
      `CHAT_MODEL_AUTO is "smal"; it takes a model of CHAT_MODELS, or ${localChatModel}`,
    ]);
    expect(makeModelCatalogue().list()).toMatchObject([{ modelId: localChatModel, isLocal: true }]);
  });

  it("name origins that may be fetched from, and nothing longer than an origin", () => {
    const { fetchAllowOrigins } = readConfig(
      { FETCH_ALLOW_ORIGINS: "http://localhost:4000, HTTPS://Maps.example/" },
      "/srv/groundwork",
    );
    expect(fetchAllowOrigins).toEqual(["http://localhost:4000", "https://maps.example"]);
    for (const value of ["localhost:4000", "http://localhost/path", "http://user@localhost", "file:///tmp", "*"]) {
      expect(faultsOf({ FETCH_ALLOW_ORIGINS: value })).toEqual([expect.stringContaining("FETCH_ALLOW_ORIGINS")]);
    }
  });

  it("name the proxies whose word on the client's address counts, and nothing that is no address", () => {
    const { trustedProxies } = readConfig({ TRUSTED_PROXIES: "10.0.0.0/8, 2001:db8::5" }, "/srv");
    expect(trustedProxies).toEqual(["10.0.0.0/8", "2001:db8::5"]);
    for (const value of ["proxy.example", "10.0.0.0/40", "*", "true"]) {
      expect(faultsOf({ TRUSTED_PROXIES: `::1, ${value}` })).toEqual([expect.stringContaining(`"${value}"`)]);
    }
  });

  it("take whole numbers within bounds, and an address with a port", () => {
    const settings = {
      UPLOAD_TIME_LIMIT_SECONDS: "600",
      UPLOAD_MIN_BYTES_PER_SECOND: "0",
      JOB_RETENTION_DAYS: "7",
      WORKER_OPS_ADDRESS: "[::1]:9464",
    };
    expect(readConfig(settings, "/srv")).toMatchObject({
      uploads: { timeLimitSeconds: 600, minBytesPerSecond: 0 },
      jobRetentionDays: 7,
      workerOpsAddress: { host: "::1", port: 9464 },
    });
    for (const [name, value] of [
      ["UPLOAD_TIME_LIMIT_SECONDS", "5"],
      ["UPLOAD_MIN_BYTES_PER_SECOND", "-1"],
      ["JOB_RETENTION_DAYS", "0"],
      ["JOB_RETENTION_DAYS", "1.5"],
      ["WORKER_OPS_ADDRESS", "9464"],
      ["WORKER_OPS_ADDRESS", "localhost:0"],
      ["WORKER_OPS_ADDRESS", "http://localhost:9464/"],
    ] as const) {
      expect(faultsOf({ [name]: value })).toEqual([expect.stringContaining(name)]);
    }
  });

  it("refuse a separate worker on the embedded database", () => {
    expect(faultsOf({ WORKER: "off" })[0]).toContain("DATABASE_URL");
  });

  it("of a bucket belong together", () => {
    expect(faultsOf({ S3_BUCKET: "land" })).toEqual([expect.stringContaining("S3_ENDPOINT, S3_ACCESS_KEY_ID")]);
  });

  it("of an engine need the key that the engine asks for", () => {
    expect(faultsOf({ RERANK_MODEL: "rerank-v3.5" })).toEqual([expect.stringContaining("COHERE_API_KEY")]);
    expect(faultsOf({ EMBEDDING_MODEL: "text-embedding-3-small" })).toEqual([
      expect.stringContaining("OPENAI_BASE_URL"),
    ]);
  });

  it("take as the public address an origin only, since paths begin right after it", () => {
    for (const value of [
      "https://land.example.com/groundwork",
      "https://land.example.com/?tenant=1",
      "https://land.example.com/#top",
      "https://user:secret@land.example.com",
      "ftp://land.example.com",
      "land.example.com",
    ]) {
      const faults = faultsOf({ PUBLIC_BASE_URL: value });
      expect(faults).toEqual([expect.stringMatching(/^PUBLIC_BASE_URL is not an origin/)]);
      expect(faults[0]).not.toContain("secret");
    }
  });

  it("lose the final slash of a base URL, so that links have one", () => {
    expect(readConfig({ PUBLIC_BASE_URL: "https://land.example.com/" }, "/srv").publicBaseUrl).toBe(
      "https://land.example.com",
    );
  });
});

describe("CHAT_MODEL_SETTINGS", () => {
  const endpoint = { OPENAI_BASE_URL: "http://localhost:1/v1", CHAT_MODELS: "large, small" };
  const settings = (value: unknown) => ({ ...endpoint, CHAT_MODEL_SETTINGS: JSON.stringify(value) });

  it("sets what differs from the defaults, for one model or for all", () => {
    const { chatModelSettings } = readConfig(
      settings({ "*": { context_tokens: 128_000 }, large: { max_output_tokens: 4_000, temperature: 0.2 } }),
      "/srv",
    );
    const catalogue = makeModelCatalogue({
      endpoint: { apiKey: "none" },
      remoteModelIds: ["large", "small"],
      modelSettings: chatModelSettings,
    });
    expect(catalogue.settings("large")).toEqual({
      contextTokens: 128_000,
      maxOutputTokens: 4_000,
      temperature: 0.2,
      reasoningEffort: null,
    });
    expect(catalogue.settings("small")).toMatchObject({ contextTokens: 128_000, temperature: null });
  });

  it.each([
    ["an unknown model", { huge: { temperature: 1 } }, /names the model "huge"/],
    ["an unknown member", { small: { heat: 1 } }, /heat/],
    ["a temperature out of range", { small: { temperature: 3 } }, /temperature/],
    ["an unknown effort", { small: { reasoning_effort: "huge" } }, /reasoning_effort/],
    ["a reply longer than the context", { small: { context_tokens: 4_096, max_output_tokens: 4_096 } }, /less than/],
  ])("is refused with %s", (_, value, fault) => {
    expect(faultsOf(settings(value))).toEqual([expect.stringMatching(fault)]);
  });

  it("is refused when it is not JSON", () => {
    expect(faultsOf({ ...endpoint, CHAT_MODEL_SETTINGS: "large=4" })).toEqual(["CHAT_MODEL_SETTINGS is not JSON"]);
  });
});
