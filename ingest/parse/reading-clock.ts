/** Which limit of a {@link ReadingClock} was reached. */
export type SpentTime = "processor" | "wall";

/**
 * The time that a piece of reading may take: processor time of the reading process, so that other work on the machine
 * does not count, and a generous wall time against a process that waits for nothing. Both stand still while paused.
 */
export class ReadingClock {
  #cpuLeftMs: number;
  #wallLeftMs: number;
  #cpuMs = 0;
  #startedAt: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #onLate: (spent: SpentTime) => void = () => undefined;

  constructor(limits: { readonly cpuMs: number; readonly wallMs: number }) {
    this.#cpuLeftMs = limits.cpuMs;
    this.#wallLeftMs = limits.wallMs;
  }

  /** Starts for a process that has used `cpuMs` so far; `onLate` is called when a limit is reached. */
  start(cpuMs: number, onLate: (spent: SpentTime) => void): void {
    this.#cpuMs = cpuMs;
    this.#onLate = onLate;
    this.resume();
  }

  /** Takes the processor time, in milliseconds, that the process has used since it began. */
  tick(cpuMs: number): void {
    const spent = cpuMs - this.#cpuMs;
    this.#cpuMs = cpuMs;
    if (this.#startedAt === null) return;
    this.#cpuLeftMs -= spent;
    if (this.#cpuLeftMs <= 0) this.#onLate("processor");
  }

  resume(): void {
    if (this.#startedAt !== null) return;
    this.#startedAt = performance.now();
    this.#timer = setTimeout(() => this.#onLate("wall"), Math.max(0, this.#wallLeftMs));
  }

  pause(): void {
    if (this.#startedAt === null) return;
    clearTimeout(this.#timer);
    this.#wallLeftMs -= performance.now() - this.#startedAt;
    this.#startedAt = null;
  }
}
