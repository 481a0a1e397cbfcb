import { html } from "../../http/pages/html.ts";
import { blockMarkup, syntheticNotice } from "./law-pages.ts";
import type { LawBlock, LawChapter, LawCode } from "./law-text.ts";

/** A code with its place in the library. */
interface LibraryClient {
  readonly clientId: number;
  readonly clientName: string;
  readonly productId: number;
  readonly productName: string;
  readonly code: LawCode;
}

/** A section of a chapter, or the words before its first section. */
interface LibrarySection {
  readonly id: string;
  readonly title: string;
  readonly content: string | null;
}

const state = { StateID: 7, StateName: "Connecticut", StateAbbreviation: "CT" };
const jobId = 500_001;

/**
 * Returns the answer to a request of the library of codes: the protocol of Municode Library, in which clients have
 * products, a product has a table of contents, and one request returns a chapter with all of its sections.
 *
 * @param path after the base address, such as "/CodesContent"
 * @returns undefined where the library has nothing, which is a 404
 */
export function answerLibrary(path: string, query: URLSearchParams, clients: readonly LibraryClient[]): unknown {
  const clientOf = (id: string | null) => clients.find(({ clientId }) => String(clientId) === id);
  const productOf = (id: string | null) => clients.find(({ productId }) => String(productId) === id);
  const isState = query.get("stateAbbr")?.toUpperCase() === state.StateAbbreviation;
  const [, , id = null] = path.split("/");
  if (path === "/States") return [state];
  if (path === "/Clients/stateAbbr") return isState ? clients.map(clientView) : [];
  if (path === "/Clients/name") {
    const name = query.get("clientName")?.toLowerCase();
    const found = clients.find(({ clientName }) => isState && clientName.toLowerCase() === name);
    return found && clientView(found);
  }
  if (path.startsWith("/ClientContent/")) return contentOf(clientOf(id));
  if (path.startsWith("/Jobs/latest/")) return jobOf(productOf(path.split("/")[3] ?? null));
  const client = productOf(query.get("productId"));
  if (!client) return undefined;
  if (path === "/codesToc") {
    const root = { Id: prefixOf(client), Heading: client.productName };
    return { ...root, Children: client.code.chapters.map((chapter, at) => chapterNode(client, chapter, at)) };
  }
  const at = client.code.chapters.findIndex((_, index) => chapterId(client, index) === query.get("nodeId"));
  const chapter = client.code.chapters[at];
  if (!chapter) return undefined;
  if (path === "/codesToc/children")
    return sectionsOf(client, chapter, at)
      .slice(1)
      .map((section, order) => ({ ...node(section.id, section.title, 2, order), ParentId: chapterId(client, at) }));
  if (path === "/CodesContent") return chapterDocs(client, chapter, at);
  return undefined;
}

function clientView({ clientId, clientName }: LibraryClient) {
  return { ClientID: clientId, ClientName: clientName, State: state, City: null, ZipCode: null, Website: null };
}

function contentOf(client: LibraryClient | undefined) {
  if (!client) return undefined;
  const code = { productId: client.productId, productName: client.productName, contentTypeId: "CODES" };
  return { codes: [code], features: [], munidocs: [] };
}

function jobOf(client: LibraryClient | undefined) {
  if (!client) return undefined;
  return {
    Id: jobId,
    Name: client.code.title,
    IsLatest: true,
    BannerText: `${client.code.currency} ${syntheticNotice}`,
    Product: { ProductID: client.productId, ProductName: client.productName },
  };
}

const prefixOf = ({ productId }: LibraryClient) => `CODE${productId}`;
const chapterId = (client: LibraryClient, at: number) => `${prefixOf(client)}_CH${at + 1}`;

function node(id: string, heading: string, depth: number, order: number) {
  return { Id: id, Heading: heading, NodeDepth: depth, HasChildren: depth === 1, DocOrderId: order, Data: null };
}

function chapterNode(client: LibraryClient, chapter: LawChapter, at: number) {
  return { ...node(chapterId(client, at), chapter.title, 1, at), ParentId: prefixOf(client) };
}

function chapterDocs(client: LibraryClient, chapter: LawChapter, at: number) {
  const group = chapterId(client, at);
  const docs = sectionsOf(client, chapter, at).map(({ id, title, content }, order) => ({
    Id: id,
    Title: title,
    TitleHtml: html`<div class="chunk-title">${title}</div>`.markup,
    Content: content === null ? null : `<div class="chunk-content">${content}</div>`,
    NodeDepth: order === 0 ? 1 : 2,
    DocOrderId: order,
    DocType: 1,
    IsAmended: false,
    IsUpdated: false,
    ChunkGroupStartingNodeId: group,
  }));
  return { Docs: docs, NextNode: null, PrevNode: null };
}

/** The heading of a chapter first, then each of its sections with its markup. */
function sectionsOf(client: LibraryClient, chapter: LawChapter, at: number): LibrarySection[] {
  const sections: { title: string; blocks: LawBlock[] }[] = [{ title: chapter.title, blocks: [] }];
  for (const block of chapter.blocks) {
    if (block.kind !== "heading") sections.at(-1)?.blocks.push(block);
    else if (block.level === 2) sections.push({ title: block.text, blocks: [] });
  }
  return sections.map(({ title, blocks }, order) => ({
    id: order === 0 ? chapterId(client, at) : `${chapterId(client, at)}_S${order}`,
    title,
    content: blocks.length === 0 ? null : blocks.map((block) => blockMarkup(block).markup).join(""),
  }));
}
