import type { ProviderClient } from "../client/provider-client.ts";
import { ProviderFault } from "../client/provider-fault.ts";
import type { Provenance } from "../provider-result.ts";
import type { CollectedCode } from "../providers.ts";
import { textIn, valuesIn } from "../read-value.ts";
import { type LibraryProduct, listIn } from "./library-clients.ts";

/** A section, as a request for the text of a chapter returns it. */
interface LibraryDoc {
  readonly id: string;
  readonly title: string;
  readonly depth: number;
  readonly content: string | null;
}

interface TocNode {
  readonly id: string;
  readonly hasChildren: boolean;
}

/** The walk through a code: what it asks, what it has, and how far it may go. */
interface Walk {
  readonly client: ProviderClient;
  readonly version: { readonly jobId: number; readonly productId: number };
  readonly docs: Map<string, LibraryDoc>;
  readonly onPage: (done: number, known: number) => Promise<void>;
  readonly signal: AbortSignal | undefined;
  requests: number;
  bytes: number;
}

const mostRequests = 600;
const mostBytes = 30 * 1024 * 1024;
/** Titles, chapters, articles, divisions and sections. */
const deepest = 5;
const longestCurrency = 400;
const limits = { attemptMs: 15_000, totalMs: 45_000 };

/**
 * Collects the text of a code: its current version, then every chapter in the order of the contents. One request returns a
 * group of sections; parts of the contents that no group contained are asked for by themselves, so that nothing is missing.
 *
 * @param options.onPage called after each request with how many of the chapters known so far are collected
 * @throws ProviderFault; permanent for a code that is too large
 */
export async function collectLibraryCode(
  client: ProviderClient,
  product: LibraryProduct,
  options: { readonly onPage: Walk["onPage"]; readonly signal: AbortSignal | undefined },
): Promise<{ readonly code: CollectedCode; readonly provenance: Provenance }> {
  const { body: job, provenance } = await client.json(
    { path: `/Jobs/latest/${product.id}`, signal: options.signal, ...limits },
    (body) => jobIn(body, client),
  );
  const version = { jobId: job.id, productId: product.id };
  const walk: Walk = { client, version, docs: new Map(), ...options, requests: 0, bytes: 0 };
  const { body: roots } = await client.json(
    { path: "/codesToc", query: version, signal: options.signal, ...limits },
    (body) => nodesIn(valuesIn(body).Children, client),
  );
  for (const [done, root] of roots.entries()) {
    await collectNode(walk, root, 1);
    await options.onPage(done + 1, roots.length);
  }
  if (![...walk.docs.values()].some(({ content }) => content !== null)) {
    throw new ProviderFault("passing", `${client.description.name} sent no text of "${product.name}".`);
  }
  return { code: asPage(product.name, job.currency, [...walk.docs.values()]), provenance };
}

/** A part of one version does not change; kept so that a collection that was cut short does not ask for it again. */
const ofVersion = { ...limits, freshForSeconds: 60 * 60 };

async function collectNode(walk: Walk, node: TocNode, depth: number): Promise<void> {
  if (!walk.docs.has(node.id)) await collectDocs(walk, node.id);
  if (!node.hasChildren || depth >= deepest) return;
  count(walk);
  const { body: children } = await walk.client.json(
    { path: "/codesToc/children", query: { ...walk.version, nodeId: node.id }, signal: walk.signal, ...ofVersion },
    (body) => nodesIn(body, walk.client),
  );
  for (const child of children) if (!walk.docs.has(child.id)) await collectNode(walk, child, depth + 1);
}

async function collectDocs(walk: Walk, nodeId: string): Promise<void> {
  count(walk);
  const { body: docs } = await walk.client.json(
    { path: "/CodesContent", query: { ...walk.version, nodeId }, signal: walk.signal, ...ofVersion },
    (body) => listIn(valuesIn(body).Docs, walk.client).flatMap((doc) => docFrom(doc)),
  );
  for (const doc of docs) {
    if (walk.docs.has(doc.id)) continue;
    walk.docs.set(doc.id, doc);
    walk.bytes += doc.content?.length ?? 0;
  }
  if (walk.bytes > mostBytes) throw tooLarge(`more than ${mostBytes / 1024 ** 2} MiB`);
}

function count(walk: Walk): void {
  walk.requests += 1;
  if (walk.requests > mostRequests) throw tooLarge(`more than ${mostRequests} parts`);
}

const tooLarge = (what: string) =>
  new ProviderFault(
    "permanent",
    `The code has ${what}. Add the addresses of the chapters that matter, or upload the code as one file.`,
  );

function jobIn(body: unknown, { description }: ProviderClient): { id: number; currency: string | null } {
  const { Id, BannerText } = valuesIn(body);
  const id = Number(Id);
  if (!Number.isSafeInteger(id)) {
    throw new ProviderFault("passing", `${description.name} sent no version of the code.`);
  }
  const banner = textIn(BannerText)
    ?.slice(0, 10_000)
    .replaceAll(/<[^<>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return { id, currency: banner ? banner.slice(0, longestCurrency) : null };
}

function nodesIn(given: unknown, client: ProviderClient): TocNode[] {
  return listIn(given, client).flatMap((entry) => {
    const { Id, HasChildren } = valuesIn(entry);
    const id = textIn(Id);
    return id === null ? [] : [{ id, hasChildren: HasChildren === true }];
  });
}

function docFrom(given: unknown): LibraryDoc[] {
  const { Id, Title, NodeDepth, Content } = valuesIn(given);
  const [id, title, content] = [textIn(Id), textIn(Title), textIn(Content)];
  if (id === null || (title === null && content === null)) return [];
  const depth = Number(NodeDepth);
  return [{ id, title: title ?? "", depth: Number.isInteger(depth) ? depth : 1, content }];
}

function asPage(name: string, currency: string | null, docs: readonly LibraryDoc[]): CollectedCode {
  const parts = docs.map(({ title, depth, content }) => {
    const level = Math.min(6, Math.max(1, depth));
    const heading = title === "" ? "" : `<h${level}>${escaped(title)}</h${level}>`;
    return `<section>${heading}${content ?? ""}</section>`;
  });
  const note = currency === null ? "" : `<p>${escaped(currency)}</p>`;
  const head = `<head><meta charset="utf-8"><title>${escaped(name)}</title></head>`;
  return {
    title: name,
    html: `<!doctype html><html>${head}<body>${note}${parts.join("\n")}</body></html>`,
    currency,
  };
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
