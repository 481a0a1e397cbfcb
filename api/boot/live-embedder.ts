import {
  type Compute,
  type Embedder,
  findEmbeddingState,
  makeOpenAiEmbedder,
  makeStaticEmbedder,
  modelOfEndpoint,
  nameFirstEmbedder,
  type OpenAiEmbedderOptions,
  openOpenAiEmbedder,
  setTargetEmbedder,
} from "../../ingest/index.ts";
import type { Database } from "../../migrations/index.ts";
import type { Config } from "./config.ts";
import { type OnEmbedding, watchEmbedder } from "./watch-embedder.ts";

/** Which embedder the store uses now, and which one the settings want it to use. */
export interface LiveEmbedder {
  /** For searches: the one whose vectors are complete; null when its questions cannot be embedded any more. */
  forSearch(): Promise<Embedder | null>;
  /** For documents that are published now: the same, or the configured one where the store has none yet. */
  forPublish(): Promise<Embedder>;
  /** The one that the settings name; throws while its endpoint has never answered. */
  configured(): Promise<Embedder>;
  /** Compares settings and store; true when vectors have to be made before searches may use the configured one. */
  settle(): Promise<boolean>;
  /** Name shown to callers, without the address of the endpoint: of the configured one, or of the one with this id. */
  displayName(id?: string): string;
}

const stateAgeMs = 1_000;
const learnTimeoutMs = 10_000;

/** What the choice of embedders uses. */
export interface LiveEmbedderOptions {
  /** Where the local embedder embeds documents. */
  readonly compute: Compute;
  /** Instead of the local one. */
  readonly replaced?: Embedder | undefined;
  /** Called after every call of any embedder made here. */
  readonly onEmbedding?: OnEmbedding | undefined;
}

/** Makes the choice of embedders for one process; several processes agree through the store's one row. */
export function makeLiveEmbedder(db: Database, config: Config, options: LiveEmbedderOptions): LiveEmbedder {
  const endpoint = endpointOf(config);
  const watched = (embedder: Embedder) => watchEmbedder(embedder, nameOf(embedder.id), options.onEmbedding);
  const local = watched(options.replaced ?? makeStaticEmbedder({ compute: options.compute }));
  const known = new Map<string, Embedder>([[local.id, local]]);
  let wanted: Embedder | undefined;
  let live: { readonly id: string | undefined; readonly readAt: number } | undefined;

  function nameOf(id: string): string {
    const named = endpoint ? modelOfEndpoint(id, endpoint) : undefined;
    return named ? `openai:${named.model}` : id;
  }

  async function configured(): Promise<Embedder> {
    if (wanted) return wanted;
    if (!endpoint) return local;
    const opened =
      (await fromStore(endpoint)) ?? (await openOpenAiEmbedder(endpoint, AbortSignal.timeout(learnTimeoutMs)));
    wanted = watched(opened);
    known.set(wanted.id, wanted);
    return wanted;
  }

  /** The store remembers the size of the model's vectors, so that an endpoint that is down does not stop a start. */
  async function fromStore(options: OpenAiEmbedderOptions): Promise<Embedder | undefined> {
    const state = await findEmbeddingState(db);
    for (const id of [state?.target, state?.live]) {
      const named = id ? modelOfEndpoint(id, options) : undefined;
      if (named?.model === options.model) return makeOpenAiEmbedder({ ...options, dimensions: named.dimensions });
    }
    return undefined;
  }

  async function liveId(): Promise<string | undefined> {
    if (!live || performance.now() - live.readAt > stateAgeMs) {
      live = { id: (await findEmbeddingState(db))?.live, readAt: performance.now() };
    }
    return live.id;
  }

  function byId(id: string): Embedder | null {
    const made = known.get(id);
    if (made) return made;
    const named = endpoint ? modelOfEndpoint(id, endpoint) : undefined;
    if (!endpoint || !named) return null;
    const embedder = watched(makeOpenAiEmbedder({ ...endpoint, ...named }));
    known.set(id, embedder);
    return embedder;
  }

  return {
    configured,
    async forSearch() {
      const id = await liveId();
      return id === undefined ? configured() : byId(id);
    },
    async forPublish() {
      const id = await liveId();
      return (id === undefined ? null : byId(id)) ?? configured();
    },
    async settle() {
      const { id } = await configured();
      await nameFirstEmbedder(db, id);
      await setTargetEmbedder(db, id);
      live = undefined;
      return (await findEmbeddingState(db))?.target === id;
    },
    displayName(id) {
      if (id === undefined) return endpoint ? `openai:${endpoint.model}` : local.id;
      return nameOf(id);
    },
  };
}

function endpointOf(config: Config): OpenAiEmbedderOptions | undefined {
  if (config.openai === null || config.embeddingModel === null) return undefined;
  return { ...config.openai, model: config.embeddingModel };
}
