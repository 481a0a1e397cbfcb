import { join } from "node:path";
import { type Compute, computeTask, type FetchedResource } from "../../../ingest/index.ts";
import { type JobContext, JobFailure } from "../../jobs/job.ts";
import type * as work from "./code-pages.task.ts";

/** A page as it was fetched, or collected from several. */
export type FetchedPage = Pick<FetchedResource, "url" | "bytes" | "mediaType" | "charset">;

/** What it takes to collect a code from its pages. */
export interface CollectCodeDeps {
  readonly compute: Compute;
  /** Fetches one more page of the same site, under the rules of its publisher. */
  readonly fetchNext: (url: string) => Promise<FetchedPage>;
}

const readCodePage = computeTask<typeof work, "readCodePage">({
  module: join(import.meta.dirname, "code-pages.task.ts"),
  name: "readCodePage",
  lane: "background",
  deadlineMs: 30_000,
});

const mostPages = 300;
const mostBytes = 30 * 1024 * 1024;
/** Titles, chapters and articles are pages of their own at most. */
const deepest = 3;

/**
 * Returns a code that is published on several pages as one page, in the order of its contents; a page that is no contents
 * page is returned as it is. Either every chapter is in the result or the code is refused: half a law misleads.
 *
 * @throws JobFailure `code_too_large`; whatever `fetchNext` throws for a chapter
 */
export async function collectCode(
  deps: CollectCodeDeps,
  contents: FetchedPage,
  context: Pick<JobContext, "signal" | "progress">,
): Promise<FetchedPage> {
  const first = await readPage(deps, contents, context);
  if (first.chapterUrls.length === 0) return contents;
  const parts: string[] = [];
  const seen = new Set([contents.url]);
  let bytes = 0;
  const open = toVisit(first.chapterUrls, 1);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next.url)) continue;
    seen.add(next.url);
    if (seen.size > mostPages) throw tooLarge(`more than ${mostPages} pages`);
    const resource = await deps.fetchNext(next.url);
    bytes += resource.bytes.length;
    if (bytes > mostBytes) throw tooLarge(`more than ${mostBytes / 1024 ** 2} MiB`);
    const page = await readPage(deps, resource, context);
    if (page.chapterUrls.length > 0 && next.depth < deepest) open.push(...toVisit(page.chapterUrls, next.depth + 1));
    else parts.push(`<section>${page.content}</section>`);
    await context.progress(1 + Math.min(8, (8 * seen.size) / (seen.size + open.length)), "fetching");
  }
  const markup = `<!doctype html><html><head><meta charset="utf-8"><title>${escaped(first.title)}</title></head><body>${parts.join("\n")}</body></html>`;
  return { ...contents, bytes: Buffer.from(markup), charset: "utf-8" };
}

const toVisit = (urls: readonly string[], depth: number) => urls.map((url) => ({ url, depth })).toReversed();

function readPage({ compute }: CollectCodeDeps, resource: FetchedPage, { signal }: Pick<JobContext, "signal">) {
  const markup = decoded(resource);
  return compute.run(readCodePage, { markup, url: resource.url }, { signal });
}

function decoded({ bytes, charset }: FetchedPage): string {
  try {
    return new TextDecoder(charset ?? "utf-8").decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

const tooLarge = (what: string) =>
  new JobFailure(
    {
      code: "code_too_large",
      detail: `The code has ${what}. Add the addresses of the chapters that matter, or upload the code as one file.`,
    },
    { isPermanent: true },
  );

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
