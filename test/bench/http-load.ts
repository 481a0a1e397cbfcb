import { Agent, request } from "node:http";

/** What came of many requests. */
export interface LoadResult {
  readonly perSecond: number;
  readonly errors: number;
  /** Milliseconds at a share of the requests: `at(0.99)`. */
  at(share: number): number;
}

/** Who asks, as limits tell callers apart: an address, as a proxy in front of the service would name it, and a key. */
export interface Identity {
  readonly address: string;
  readonly key?: string;
}

/** A caller that asks again and again. */
export interface Caller {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly body?: string;
  /** In whose name it asks, one after another. */
  readonly identities: readonly Identity[];
  /** Pause between an answer and the next question. */
  readonly pauseMs?: number;
}

/** Lets callers ask for a while, each on a connection of its own that stays open; every answer is read whole. */
export async function callFor(seconds: number, callers: readonly Caller[]): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers.length });
  const until = performance.now() + seconds * 1000;
  const times: number[] = [];
  let errors = 0;
  await Promise.all(
    callers.map(async (caller) => {
      for (let turn = 0; performance.now() < until; turn++) {
        const identity = caller.identities[turn % caller.identities.length];
        const from = performance.now();
        const status = await ask(caller, identity, agent).catch(() => 0);
        times.push(performance.now() - from);
        if (status !== 200) errors += 1;
        if (caller.pauseMs) await new Promise((resolve) => setTimeout(resolve, caller.pauseMs));
      }
    }),
  );
  agent.destroy();
  times.sort((left, right) => left - right);
  return {
    perSecond: times.length / seconds,
    errors,
    at: (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0,
  };
}

/** Asks once in each name. */
export async function askOnceEach(caller: Caller): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (const identity of caller.identities) await ask(caller, identity, agent);
  agent.destroy();
}

function ask({ method, url, body }: Caller, identity: Identity | undefined, agent: Agent): Promise<number> {
  const headers = {
    ...(identity === undefined ? {} : { "x-forwarded-for": identity.address }),
    ...(identity?.key === undefined ? {} : { authorization: `Bearer ${identity.key}` }),
    ...(body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers }, (answer) => {
      answer.on("data", () => {});
      answer.on("end", () => resolve(answer.statusCode ?? 0));
      answer.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
