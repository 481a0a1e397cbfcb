/** The time that a document may take. It stands still while a page is read by OCR, which has limits of its own. */
export class ReadingClock {
  #leftMs: number;
  #startedAt: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #onLate: () => void = () => undefined;

  constructor(timeoutMs: number) {
    this.#leftMs = timeoutMs;
  }

  /** Lets it run; `onLate` is called when the time is over. */
  start(onLate: () => void): void {
    this.#onLate = onLate;
    this.resume();
  }

  resume(): void {
    if (this.#startedAt !== null) return;
    this.#startedAt = performance.now();
    this.#timer = setTimeout(() => this.#onLate(), Math.max(0, this.#leftMs));
  }

  pause(): void {
    if (this.#startedAt === null) return;
    clearTimeout(this.#timer);
    this.#leftMs -= performance.now() - this.#startedAt;
    this.#startedAt = null;
  }
}
