import { setTimeout as waitFor } from "node:timers/promises";
import type { Strategy } from "unstructured-client/sdk/models/shared";

/** Where Unstructured answers and how long a document may take. */
export interface UnstructuredOptions {
  /** Services of one's own that want no key take any text. */
  readonly apiKey: string;
  /** The address without a path, e.g. "http://localhost:8000"; Unstructured's own when left out. */
  readonly serverUrl?: string | null | undefined;
  /** "hi_res" by default: the one that reads scans and tables. */
  readonly strategy?: "hi_res" | "ocr_only" | "auto" | "fast" | undefined;
  /** Languages of the text for its OCR; English by default. */
  readonly languages?: readonly string[] | undefined;
  /** Stretches of a PDF that are read at once; 4 by default. */
  readonly concurrency?: number | undefined;
  /** For one request; 240 s by default. More than 300 s has no effect: the HTTP client waits no longer for headers. */
  readonly requestTimeoutMs?: number | undefined;
  /** For the whole document; 20 minutes by default. */
  readonly budgetMs?: number | undefined;
  /** Tries of one request; 3 by default. */
  readonly maxAttempts?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How a retry waits: until the time is over, or the signal aborts and the promise rejects. */
  readonly wait?: ((ms: number, signal: AbortSignal) => Promise<unknown>) | undefined;
}

/** One piece of a document as Unstructured reports it. */
export interface UnstructuredElement {
  /** "Title", "NarrativeText", "ListItem", "Table", "Header", "Footer", "PageNumber", … */
  readonly type: string;
  readonly text: string;
  readonly pageNumber: number | null;
  /** A table as HTML. */
  readonly tableHtml: string | null;
}

/** Unstructured gave no usable reading; the local reading stands. */
export class UnstructuredUnavailable extends Error {
  readonly code = "unstructured.unavailable";

  constructor(internal: string, options: { cause?: unknown } = {}) {
    super(internal, options);
    this.name = "UnstructuredUnavailable";
  }
}

/** A refusal that asking again does not change. */
class UnstructuredRefused extends UnstructuredUnavailable {}

/**
 * Sends a file and gives its elements in order.
 *
 * The library cuts a PDF into stretches and asks for them side by side; this lends it the transport, so that time
 * limits, retries and the caller's signal hold for every stretch.
 * @throws UnstructuredUnavailable; the signal's reason when aborted
 */
export async function partitionFile(
  file: { readonly bytes: Uint8Array; readonly name: string },
  options: UnstructuredOptions,
): Promise<UnstructuredElement[]> {
  const { UnstructuredClient } = await import("unstructured-client");
  const { HTTPClient } = await import("unstructured-client/lib/http.js");
  const transport = makeTransport(options);
  // The library names its strategies by an enum of its own; on the wire they are these words.
  const strategy: string = options.strategy ?? "hi_res";
  const client = new UnstructuredClient({
    security: { apiKeyAuth: options.apiKey },
    ...(options.serverUrl ? { serverURL: options.serverUrl } : {}),
    httpClient: new HTTPClient({ fetcher: (input, init) => transport.fetch(new Request(input, init)) }),
  });
  try {
    const elements = await client.general.partition(
      {
        partitionParameters: {
          files: { content: file.bytes, fileName: file.name },
          strategy: strategy as Strategy,
          languages: [...(options.languages ?? ["eng"])],
          splitPdfPage: true,
          splitPdfConcurrencyLevel: options.concurrency ?? 4,
        },
      },
      { retries: { strategy: "none" } },
    );
    transport.throwFailure();
    return readElements(elements);
  } catch (error) {
    options.signal?.throwIfAborted();
    transport.throwFailure();
    if (error instanceof UnstructuredUnavailable) throw error;
    throw new UnstructuredUnavailable("Unstructured could not be asked", { cause: error });
  } finally {
    transport.stop();
  }
}

interface Transport {
  fetch(request: Request): Promise<Response>;
  /** Throws what made a request fail for good, if anything did. */
  throwFailure(): void;
  stop(): void;
}

/**
 * The library answers a failed request with retries of its own, up to an hour, and writes to the console. So it is
 * never shown one: the first failure stops the others, every request then ends as an empty list, and the failure is
 * thrown once the library is done.
 */
function makeTransport(options: UnstructuredOptions): Transport {
  const stop = new AbortController();
  const limits = [stop.signal, AbortSignal.timeout(options.budgetMs ?? 1_200_000)];
  const signal = AbortSignal.any(options.signal ? [...limits, options.signal] : limits);
  let failure: Error | undefined;
  return {
    async fetch(request) {
      try {
        if (failure) return Response.json([]);
        return Response.json(await askWithRetries(request, options, signal));
      } catch (error) {
        failure ??=
          error instanceof UnstructuredUnavailable
            ? error
            : new UnstructuredUnavailable("Unstructured could not be reached in time", { cause: error });
        stop.abort();
        return Response.json([]);
      }
    },
    throwFailure() {
      options.signal?.throwIfAborted();
      if (failure) throw failure;
    },
    stop: () => stop.abort(),
  };
}

async function askWithRetries(request: Request, options: UnstructuredOptions, signal: AbortSignal): Promise<unknown[]> {
  const wait = options.wait ?? ((ms: number, until: AbortSignal) => waitFor(ms, undefined, { signal: until }));
  for (let attempt = 1; ; attempt += 1) {
    let pauseMs = 1000 * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
    try {
      const timeout = AbortSignal.timeout(options.requestTimeoutMs ?? 240_000);
      const response = await fetch(request.clone(), { signal: AbortSignal.any([signal, timeout]) });
      const text = await response.text();
      if (response.ok) return readList(text);
      pauseMs = retryAfterOf(response) ?? pauseMs;
      const said = `Unstructured answered ${response.status} (${text.slice(0, 200)})`;
      const isPassing = response.status === 429 || response.status === 408 || response.status >= 500;
      throw isPassing ? new UnstructuredUnavailable(said) : new UnstructuredRefused(said);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof UnstructuredRefused || attempt >= (options.maxAttempts ?? 3)) throw error;
    }
    await wait(Math.min(pauseMs, 60_000), signal);
  }
}

function readList(text: string): unknown[] {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (cause) {
    throw new UnstructuredUnavailable("Unstructured answered with something that is not JSON", { cause });
  }
  if (!Array.isArray(answer)) throw new UnstructuredUnavailable("Unstructured answered without a list of elements");
  return answer;
}

function retryAfterOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return seconds >= 0 ? seconds * 1000 : undefined;
}

function readElements(answer: unknown): UnstructuredElement[] {
  if (!Array.isArray(answer)) throw new UnstructuredUnavailable("Unstructured answered without a list of elements");
  return answer.flatMap((entry: unknown) => {
    const { type, text, metadata } = (entry ?? {}) as { type?: unknown; text?: unknown; metadata?: unknown };
    if (typeof type !== "string" || typeof text !== "string") return [];
    const { page_number, text_as_html } = (metadata ?? {}) as { page_number?: unknown; text_as_html?: unknown };
    const pageNumber = Number.isInteger(page_number) && (page_number as number) > 0 ? (page_number as number) : null;
    return [{ type, text, pageNumber, tableHtml: typeof text_as_html === "string" ? text_as_html : null }];
  });
}
