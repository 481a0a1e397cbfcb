import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { type EmbeddedEngine, EngineStopped } from "./embedded-engine.ts";
import type { Turnstile } from "./turnstile.ts";

interface PoolResult<Row> {
  rows: Row[];
  rowCount: number;
}

/** A client checked out of an {@link EmbeddedPool}: holds the one session from `begin` to the end of the transaction. */
export interface EmbeddedPoolClient extends EventEmitter {
  query<Row = unknown>(text: string, values?: readonly unknown[]): Promise<PoolResult<Row>>;
  release(): void;
}

/** The part of a `pg` pool that job queues use, over the embedded engine. */
export interface EmbeddedPool extends EventEmitter {
  readonly options: object;
  readonly totalCount: number;
  query<Row = unknown>(text: string, values?: readonly unknown[]): Promise<PoolResult<Row>>;
  connect(): Promise<EmbeddedPoolClient>;
  end(): Promise<void>;
}

/**
 * BullMQ asks for its next job again at once when asking failed. An engine that has stopped refuses without any wait, so
 * that this would hold the event loop for ever, and the process could not drain.
 */
const pauseOnceStoppedMs = 100;

/**
 * Returns the embedded engine in the shape of a `pg` pool.
 *
 * Once the engine has stopped, every statement fails after a pause. Every client shares the engine's one session, so session settings are shared too, and awaiting this pool inside an
 * open transaction of the database never ends: callers enqueue after commit.
 */
export function makeEmbeddedPool(engine: EmbeddedEngine, turnstile: Turnstile): EmbeddedPool {
  const run = async <Row>(text: string, values: readonly unknown[] = []): Promise<PoolResult<Row>> => {
    const running = values.length === 0 ? engine.exec(text) : engine.query(text, values);
    const { rows, affectedRows } = await running.catch(failUnhurried);
    return { rows: rows as Row[], rowCount: affectedRows ?? rows.length };
  };
  const runAlone = async <Row>(text: string, values?: readonly unknown[]) => {
    const leave = await turnstile.enter();
    return run<Row>(text, values).finally(leave);
  };

  class Client extends EventEmitter implements EmbeddedPoolClient {
    #leave: (() => void) | undefined;
    #listening = new Map<string, () => Promise<void>>();

    async query<Row = unknown>(text: string, values?: readonly unknown[]): Promise<PoolResult<Row>> {
      const channel = /^\s*listen\s+"?([^";\s]+)"?/im.exec(text)?.[1];
      if (channel) return this.#listen<Row>(channel);
      if (/^\s*begin\b/i.test(text)) this.#leave ??= await turnstile.enter();
      try {
        return this.#leave ? await run<Row>(text, values) : await runAlone<Row>(text, values);
      } finally {
        if (/^\s*(commit|rollback)\b/i.test(text)) this.#endTurn();
      }
    }

    release(): void {
      this.#endTurn();
      for (const unlisten of this.#listening.values()) unlisten().catch(() => {});
      this.#listening.clear();
    }

    async #listen<Row>(channel: string): Promise<PoolResult<Row>> {
      if (!this.#listening.has(channel)) {
        const leave = this.#leave ? () => {} : await turnstile.enter();
        const unlisten = await engine
          .listen(channel, (payload) => this.emit("notification", { channel, payload }))
          .catch(failUnhurried)
          .finally(leave);
        this.#listening.set(channel, () => unlisten());
      }
      return { rows: [], rowCount: 0 };
    }

    #endTurn(): void {
      this.#leave?.();
      this.#leave = undefined;
    }
  }

  class Pool extends EventEmitter implements EmbeddedPool {
    readonly options = {};
    readonly totalCount = 1;
    query<Row = unknown>(text: string, values?: readonly unknown[]): Promise<PoolResult<Row>> {
      return runAlone<Row>(text, values);
    }
    async connect(): Promise<EmbeddedPoolClient> {
      return new Client();
    }
    async end(): Promise<void> {}
  }
  return new Pool();
}

async function failUnhurried(error: unknown): Promise<never> {
  if (error instanceof EngineStopped) await pause(pauseOnceStoppedMs);
  throw error;
}
