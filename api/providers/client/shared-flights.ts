/** Requests for the same thing that are under way at once share one. */
export interface SharedFlights<Result> {
  /**
   * Returns the result of the work under this key, starting it unless it is under way. The work ends when all who wait
   * for it have gone.
   *
   * @throws what the work throws; the reason of the signal
   */
  join(key: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

interface Flight<Result> {
  readonly result: Promise<Result>;
  readonly stop: AbortController;
  waiting: number;
}

/** Makes an empty set of them. */
export function makeSharedFlights<Result>(): SharedFlights<Result> {
  const flights = new Map<string, Flight<Result>>();
  const start = (key: string, work: (signal: AbortSignal) => Promise<Result>): Flight<Result> => {
    const stop = new AbortController();
    const result = work(stop.signal).finally(() => {
      if (flights.get(key)?.stop === stop) flights.delete(key);
    });
    // When all who waited have gone, nobody is left to learn how it ended.
    result.catch(() => undefined);
    const flight = { result, stop, waiting: 0 };
    flights.set(key, flight);
    return flight;
  };
  return {
    async join(key, signal, work) {
      signal?.throwIfAborted();
      const flight = flights.get(key) ?? start(key, work);
      flight.waiting += 1;
      const { promise: aborted, reject } = Promise.withResolvers<never>();
      const abort = () => reject(signal?.reason);
      signal?.addEventListener("abort", abort, { once: true });
      try {
        return await Promise.race([flight.result, aborted]);
      } finally {
        signal?.removeEventListener("abort", abort);
        flight.waiting -= 1;
        if (flight.waiting === 0) {
          if (flights.get(key) === flight) flights.delete(key);
          flight.stop.abort();
        }
      }
    },
  };
}
