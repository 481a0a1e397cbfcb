import { Socket } from "node:net";
import { FetchFailed, type SafeFetchOptions, safeFetch } from "../../../ingest/index.ts";

/** Fetches what cannot be fetched, at once and without retries unless told otherwise, and gives the failure. */
export async function failureOf(url: string, options: SafeFetchOptions = {}): Promise<FetchFailed> {
  try {
    await safeFetch(url, { ...options, limits: { maxRetries: 0, ...options.limits } });
  } catch (error) {
    if (error instanceof FetchFailed) return error;
    throw error;
  }
  throw new Error(`${url} was fetched`);
}

/** A connection that never comes about. */
export function brokenSocket(): Socket {
  return new Socket().destroy(Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" }));
}

/** Does not wait between attempts. */
export const atOnce = async () => undefined;
