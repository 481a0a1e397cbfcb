import { TextDecoder } from "node:util";
import {
  type Compute,
  DocumentUnreadable,
  detectMediaType,
  type FetchedResource,
  FetchFailed,
  headBytes,
  type ParseableMediaType,
} from "../../../ingest/index.ts";
import { type JobContext, JobFailure } from "../../jobs/job.ts";
import type { OrdinanceDiscovery } from "../../providers/providers.ts";
import type { FileStore } from "../../storage/file-store.ts";
import { oneChunk } from "../../storage/one-chunk.ts";
import { publicCode } from "../document-failure.ts";
import { type AskPublisherDeps, askLeave, blockedFailure, rememberBlock } from "./ask-publisher.ts";
import { collectCode, type FetchedPage } from "./collect-code.ts";
import { publisherOf } from "./ordinance-publishers.ts";
import { isChallengePage } from "./page-checks.ts";
import { filenameOf } from "./source-address.ts";
import * as repository from "./sources.repository.ts";

export interface FetchSourceDeps extends AskPublisherDeps {
  readonly files: FileStore;
  readonly compute: Compute;
  /** Reads the codes of a library whose pages contain no text by themselves. */
  readonly library: Pick<OrdinanceDiscovery, "publishes" | "collect">;
}

/** What an address gave, once it is kept. */
export interface FetchedSource {
  readonly storage_key: string;
  readonly media_type: string;
  readonly sha256: string;
}

const storeIdleMs = 60_000;
const storeBytes = 200 * 1024 * 1024;

/**
 * Fetches the address of a source and stores what it returns, unless an earlier attempt has.
 *
 * @throws JobFailure, permanent where fetching again would not help; DocumentUnreadable for a type that cannot be read
 */
export async function fetchSource(
  deps: FetchSourceDeps,
  source: repository.SourceRow,
  context: JobContext,
): Promise<FetchedSource> {
  const { storage_key, media_type, sha256 } = source;
  if (storage_key !== null && media_type !== null && sha256 !== null) {
    if (await deps.files.head(storage_key)) return { storage_key, media_type, sha256 };
  }
  await context.progress(1, "fetching");
  const isLaw = source.lane === "supplemental_ordinance";
  const page = await fetchPublished(deps, source.url, isLaw, context);
  return keep(deps, source, page, context);
}

/** Fetches an address: of law that is published on several pages, all of them as one. */
async function fetchPublished(
  deps: FetchSourceDeps,
  address: string,
  isLaw: boolean,
  context: JobContext,
): Promise<FetchedPage> {
  const fetchOne = async (given: string): Promise<FetchedResource> => {
    const url = new URL(given);
    if (isLaw) await askLeave(deps, url, context);
    const page = await deps.fetchPage(given, { signal: context.signal }).catch(async (error: unknown) => {
      context.signal.throwIfAborted();
      throw await fetchFailure(deps, url, error, isLaw);
    });
    if (isHtml(page) && isChallengePage(page.bytes.subarray(0, headBytes))) throw await challenged(deps, url);
    return page;
  };
  if (isLaw && deps.library.publishes(address)) return fetchFromLibrary(deps, address, context);
  const page = await fetchOne(address);
  return isLaw && isHtml(page) ? collectCode({ compute: deps.compute, fetchNext: fetchOne }, page, context) : page;
}

/** Collects a code of the library that discovery looks in. */
async function fetchFromLibrary(deps: FetchSourceDeps, url: string, context: JobContext): Promise<FetchedPage> {
  await askLeave(deps, new URL(url), context);
  const { signal } = context;
  const onPage = (done: number, known: number) => context.progress(1 + (8 * done) / known, "fetching");
  const collected = await deps.library.collect(url, { onPage, signal });
  if (collected.state === "ready") {
    return { url, bytes: Buffer.from(collected.value.html), mediaType: "text/html", charset: "utf-8" };
  }
  if (collected.state === "blocked") throw blockedFailure(collected.detail);
  const detail = "detail" in collected ? collected.detail : "The library has no text of this code.";
  throw new JobFailure({ code: "library_failed", detail }, { isPermanent: collected.state !== "failed" });
}

const isHtml = (page: FetchedPage) =>
  mediaTypeOf(page.bytes.subarray(0, headBytes), page.mediaType ?? "", filenameOf(page.url)) === "text/html";

async function keep(
  deps: FetchSourceDeps,
  source: repository.SourceRow,
  page: FetchedPage,
  context: JobContext,
): Promise<FetchedSource> {
  const head = page.bytes.subarray(0, headBytes);
  const mediaType = mediaTypeOf(head, page.mediaType ?? "", filenameOf(page.url));
  const bytes = mediaType.startsWith("text/") ? inUtf8(page.bytes, page.charset) : page.bytes;
  const file = await deps.files.put(oneChunk(bytes), { maxBytes: storeBytes, idleTimeoutMs: storeIdleMs });
  try {
    await deps.db.transaction(async (transaction) => {
      await context.isStillMine(transaction);
      const { key, sha256 } = file;
      await repository.recordFetched(transaction, { sourceId: source.id, key, mediaType, sha256 });
    });
  } catch (error) {
    // What cannot be deleted now is an orphan, and the sweep finds it.
    await deps.files.delete(file.key).catch(() => {});
    throw error;
  }
  return { storage_key: file.key, media_type: mediaType, sha256: file.sha256 };
}

/** Declarations of text that is no document, although it could be read as plain text. */
const dataTypes = /[/+](?:json|xml|javascript|ecmascript|css|x-www-form-urlencoded)$/;

/**
 * Tells what a page is: by its declaration where its bytes agree, else by the bytes alone, since hosts often declare
 * wrongly.
 *
 * @throws DocumentUnreadable
 */
export function mediaTypeOf(head: Uint8Array, declared: string, filename: string): ParseableMediaType {
  try {
    return detectMediaType(head, declared, filename);
  } catch (error) {
    if (!(error instanceof DocumentUnreadable) || error.code === "document.empty") throw error;
    if (error.code === "document.encrypted") throw error;
    const found = detectMediaType(head, "", "");
    if (found.startsWith("text/") && dataTypes.test(declared) && found !== "text/html") throw error;
    return found;
  }
}

/** Text in UTF-8, when the host declares another encoding that is known. Source: HTML standard, "determining the encoding" */
function inUtf8(bytes: Uint8Array, charset: string | null): Uint8Array {
  if (charset === null || /^utf-?8$/.test(charset)) return bytes;
  try {
    return Buffer.from(new TextDecoder(charset).decode(bytes), "utf8");
  } catch {
    return bytes;
  }
}

/** A page that asks for a proof that a person is there; a publisher that shows one is left alone for a day. */
async function challenged(deps: FetchSourceDeps, url: URL): Promise<JobFailure> {
  const detail = "The site requires proof that a person, not a program, makes the request.";
  await rememberBlock(deps, url, detail);
  return blockedFailure(detail);
}

/** Statuses of hosts that may answer a little later. */
const passingStatuses = [408, 425, 429];

async function fetchFailure(deps: FetchSourceDeps, url: URL, error: unknown, isLaw: boolean): Promise<unknown> {
  if (!(error instanceof FetchFailed)) return error;
  const { code, status = 0, isChallenge } = error;
  if (code === "fetch.status" && isChallenge) return challenged(deps, url);
  if (isLaw && publisherOf(url.hostname) && (status === 401 || status === 403)) {
    const detail = `The publisher does not give this page to programs (${status}).`;
    await rememberBlock(deps, url, detail);
    return blockedFailure(detail);
  }
  const isPassing = code === "fetch.unreachable" || code === "fetch.timeout";
  const isPermanent = !isPassing && !(code === "fetch.status" && (status >= 500 || passingStatuses.includes(status)));
  return new JobFailure({ code: publicCode(error), detail: error.detail }, { isPermanent, cause: error });
}
