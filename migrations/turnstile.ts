/** Lets one caller at a time through, in the order of arrival. */
export interface Turnstile {
  /** Resolves when it is the caller's turn; the returned function ends the turn, and calling it twice is harmless. */
  enter(): Promise<() => void>;
}

/** Makes a turnstile: the embedded engine is one session, and whoever has a transaction open must have it alone. */
export function makeTurnstile(): Turnstile {
  let last: Promise<void> = Promise.resolve();
  return {
    enter() {
      let leave = () => {};
      const previous = last;
      last = new Promise((resolve) => {
        leave = resolve;
      });
      return previous.then(() => leave);
    },
  };
}
