/** Reads the pages of a code that is published as a contents page with a page for each chapter. */
import { type DefaultTreeAdapterTypes, parse, serialize } from "parse5";

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;
type Parent = DefaultTreeAdapterTypes.ParentNode;

/** What a page of a code contains. */
export interface CodePage {
  readonly title: string;
  /** Markup of its text, without navigation, header and footer. */
  readonly content: string;
  /** Addresses of its chapters in their order; empty unless it is a contents page. */
  readonly chapterUrls: readonly string[];
}

/** Names of what a code is divided into, or the number that a heading begins with. */
const chapterName =
  /^(?:article|chapter|title|part|division|subdivision|appendix|annex|section|sec\.|§)\s*[\dA-Z]|^\d{1,3}(?:[.-]\d{1,3}){0,3}[.:)\s]/i;
const fewestChapters = 3;
/** A page is a contents page when at least this share of its text is names of chapters; a chapter that refers to others has less. */
const leastLinkShare = 0.3;
const otherFile = /\.(?:pdf|docx?|xlsx?|zip|jpe?g|png|gif|svg|css|js|xml|json)$/i;
const furniture = new Set(["nav", "header", "footer", "aside", "script", "style", "noscript", "form", "iframe"]);
const furnitureRoles = new Set(["navigation", "banner", "contentinfo", "search", "complementary"]);

/** Returns the text of a page and the chapters that it leads to. */
export function readCodePage({ markup, url }: { readonly markup: string; readonly url: string }): CodePage {
  const tree = parse(markup);
  const elements = elementsOf(tree);
  const find = (name: string) => elements.find((element) => element.tagName === name);
  const body = find("main") ?? find("article") ?? find("body");
  if (!body) return { title: "", content: "", chapterUrls: [] };
  const title = plainText(find("title")) || plainText(find("h1"));
  withoutFurniture(body);
  const links = elementsOf(body).flatMap((element) => chapterLink(element, url));
  const chapterUrls = [...new Set(links.map(({ href }) => href))];
  const linked = links.reduce((sum, { text }) => sum + text.length, 0);
  const isContents = chapterUrls.length >= fewestChapters && linked >= plainText(body).length * leastLinkShare;
  return { title, content: serialize(body), chapterUrls: isContents ? chapterUrls : [] };
}

/** A link to a chapter: an HTML page of the same site, in the folder of the contents page or below it. */
function chapterLink(element: Element, from: string): { href: string; text: string }[] {
  if (element.tagName !== "a") return [];
  const text = plainText(element);
  const href = element.attrs.find(({ name }) => name === "href")?.value;
  const url = href === undefined || !chapterName.test(text) ? null : URL.parse(href, from);
  if (!url) return [];
  url.hash = "";
  const { origin, pathname } = new URL(from);
  const folder = pathname.slice(0, pathname.lastIndexOf("/") + 1);
  const isInside = url.origin === origin && url.pathname.startsWith(folder) && !otherFile.test(url.pathname);
  return isInside && url.href !== from.split("#")[0] ? [{ href: url.href, text }] : [];
}

function withoutFurniture(parent: Parent): void {
  for (const node of elementsOf(parent)) {
    node.childNodes = node.childNodes.filter((child) => !isFurniture(child));
  }
}

function isFurniture(node: Node): boolean {
  if (!("tagName" in node)) return false;
  const role = node.attrs.find(({ name }) => name === "role")?.value ?? "";
  return furniture.has(node.tagName) || furnitureRoles.has(role);
}

/** A node's elements, itself included, in the order of the text. Nothing recurs: trees of strangers are deep. */
function elementsOf(root: Parent): Element[] {
  const found: Element[] = [];
  const open: Parent[] = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ("tagName" in next) found.push(next);
    for (const child of next.childNodes.toReversed()) if ("childNodes" in child) open.push(child);
  }
  return found;
}

function plainText(root: Element | undefined): string {
  const pieces: string[] = [];
  const open: Node[] = root ? root.childNodes.toReversed() : [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ("value" in node) pieces.push(node.value);
    else if ("childNodes" in node) open.push(...node.childNodes.toReversed());
  }
  return pieces.join("").replaceAll(/\s+/g, " ").trim();
}
