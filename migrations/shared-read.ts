/**
 * Makes callers that come at the same time share one read, without anyone getting an answer from before they asked.
 *
 * Who comes while a read is under way shares the next one, because the one under way may have looked already. So a
 * caller waits for two reads at most, and any number of callers cost one read at a time. A read that fails fails for
 * those who share it, and the next is tried anew.
 */
export function makeSharedRead<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<unknown> | undefined;
  let next: Promise<Value> | undefined;

  function start(): Promise<Value> {
    const started = read();
    const ended = started.then(
      () => {},
      () => {},
    );
    running = ended;
    void ended.then(() => {
      if (running === ended) running = undefined;
    });
    return started;
  }

  return () => {
    if (running === undefined) return start();
    next ??= running.then(() => {
      next = undefined;
      return start();
    });
    return next;
  };
}
