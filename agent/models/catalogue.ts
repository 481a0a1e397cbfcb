import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { ModelUnavailable, ModelUnknown } from "../errors.ts";
import { defaultModelSettings, type ModelSettings } from "./model-settings.ts";
import type { OpenAiEndpoint } from "./openai-model.ts";
import type { OnModelCall } from "./watch-model.ts";

/** A model as callers see it. */
export interface CatalogueModel {
  readonly modelId: string;
  readonly label: string;
  readonly provider: string;
  readonly available: boolean;
  /** True when it runs in this process. */
  readonly isLocal: boolean;
}

/** A model chosen for a turn. */
export interface ResolvedModel {
  /** What was asked for: an id, or "auto". */
  readonly requested: string;
  /** The id that will serve. */
  readonly resolved: string;
  readonly model: CatalogueModel;
}

/** What a catalogue is made of. */
export interface CatalogueOptions {
  readonly endpoint?: OpenAiEndpoint | undefined;
  /** Models of the endpoint; without an endpoint they are listed as not available. */
  readonly remoteModelIds?: readonly string[] | undefined;
  /** Settings that differ from the defaults, by model id; those of `*` hold for every model. */
  readonly modelSettings?: Readonly<Record<string, Partial<ModelSettings>>> | undefined;
  /** What Auto resolves to; the first usable remote model when absent, else the local one. */
  readonly autoModelId?: string | undefined;
  /** Called after every call of a model of this catalogue. */
  readonly onModelCall?: OnModelCall | undefined;
}

/** The chat models of this service. */
export interface ModelCatalogue {
  list(): readonly CatalogueModel[];
  /**
   * Chooses the model for a turn; null and "auto" leave the choice to the catalogue.
   *
   * @throws model.unknown, model.unavailable
   */
  resolve(modelId: string | null): ResolvedModel;
  /** Returns how a model is called. */
  settings(modelId: string): ModelSettings;
  /**
   * Returns the client of a language model, made at its first use.
   *
   * @throws model.unknown, model.unavailable; the local reader is no chat model
   */
  chatModel(modelId: string): Promise<BaseChatModel>;
  /** What calls of the local reader are reported to; those of the clients are reported already. */
  readonly onModelCall: OnModelCall | undefined;
}

/** The id of the local reader. */
const localModelId = "groundwork-extractive-1";

const localModel: CatalogueModel = {
  modelId: localModelId,
  label: "Groundwork extractive (local)",
  provider: "groundwork",
  available: true,
  isLocal: true,
};

/** Lists the local model and those of the configured endpoint. */
export function makeModelCatalogue(options: CatalogueOptions = {}): ModelCatalogue {
  const remote = (options.remoteModelIds ?? []).map(
    (modelId): CatalogueModel => ({
      modelId,
      label: modelId,
      provider: "openai-compatible",
      available: options.endpoint !== undefined,
      isLocal: false,
    }),
  );
  const models = new Map([localModel, ...remote].map((model) => [model.modelId, model]));
  const clients = new Map<string, Promise<BaseChatModel>>();
  const fallback = remote.find((model) => model.available) ?? localModel;
  const auto = options.autoModelId ?? fallback.modelId;

  function get(modelId: string): CatalogueModel {
    const model = models.get(modelId);
    if (!model) throw new ModelUnknown(modelId);
    if (!model.available) throw withoutEndpoint(modelId);
    return model;
  }

  async function makeClient(endpoint: OpenAiEndpoint, modelId: string): Promise<BaseChatModel> {
    const { makeOpenAiModel, ModelWatcher } = await loadClients();
    const watchers = options.onModelCall ? [new ModelWatcher(modelId, options.onModelCall)] : [];
    return makeOpenAiModel(endpoint, modelId, settings(modelId), watchers);
  }

  function settings(modelId: string): ModelSettings {
    return { ...defaultModelSettings, ...options.modelSettings?.["*"], ...options.modelSettings?.[modelId] };
  }

  return {
    list: () => [...models.values()],
    settings,
    resolve(modelId) {
      const requested = modelId ?? "auto";
      const model = get(requested === "auto" ? auto : requested);
      return { requested, resolved: model.modelId, model };
    },
    async chatModel(modelId) {
      const known = clients.get(modelId);
      if (known) return known;
      if (get(modelId).isLocal) throw new ModelUnavailable(modelId, "the local reader is no chat model");
      if (!options.endpoint) throw withoutEndpoint(modelId);
      const client = makeClient(options.endpoint, modelId);
      clients.set(modelId, client);
      return client;
    },
    onModelCall: options.onModelCall,
  };
}

/** Loads the clients of language models: LangChain takes 0.7 s and 150 MB, which the local reader does not need. */
export async function loadClients() {
  const [{ makeOpenAiModel }, { ModelWatcher }] = await Promise.all([
    import("./openai-model.ts"),
    import("./watch-model.ts"),
  ]);
  return { makeOpenAiModel, ModelWatcher };
}

const withoutEndpoint = (modelId: string) =>
  new ModelUnavailable(modelId, "no OpenAI-compatible endpoint is configured");
