/** Time that one statement may take: on the embedded database, which is one session, every other statement waits for it. */
const aimMs = 20;
const smallestShare = 1 / 16;
/** The first statement of a kind is slow, because the engine has yet to plan it. */
const firstShare = 1 / 4;

/** The size of the next batch of statements, adjusted by the time that the last one took. */
export class BatchPace {
  readonly #full: { readonly most: number; readonly size: number };
  #share = firstShare;

  constructor(full: { readonly most: number; readonly size: number }) {
    this.#full = full;
  }

  /** Weight that the next batch may come to. */
  get most(): number {
    return Math.max(1, Math.floor(this.#full.most * this.#share));
  }

  /** Items that the next batch may have. */
  get size(): number {
    return Math.max(1, Math.floor(this.#full.size * this.#share));
  }

  /** Runs the statement of a batch and sets the size of the next one. */
  async run<Result>(statement: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    const result = await statement();
    this.took(performance.now() - startedAt);
    return result;
  }

  /** Takes the milliseconds that a batch took. A batch shrinks at once and grows slowly. */
  took(ms: number): void {
    const wished = this.#share * Math.min(1.5, aimMs / Math.max(ms, 1));
    this.#share = Math.min(1, Math.max(smallestShare, wished));
  }
}
