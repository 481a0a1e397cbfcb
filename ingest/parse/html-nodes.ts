import type { DefaultTreeAdapterTypes } from "parse5";
import { normaliseText } from "./normalise.ts";
import { pictureMarkOf, withoutPictures } from "./pictures.ts";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;
type Parent = DefaultTreeAdapterTypes.ParentNode;

/** Elements whose text a reader never sees, or that only steer a browser. */
const unseen = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "head",
  "nav",
  "svg",
  "object",
  "iframe",
  "button",
  "select",
  "textarea",
]);
/** Elements that part words: text on their two sides never runs together. */
const partsWords =
  /^(?:br|p|div|li|tr|td|th|table|ul|ol|h[1-6]|section|article|dd|dt|blockquote|hr|figure|figcaption)$/;

/** Tells whether a node is an element. */
export function isElement(node: Node): node is Element {
  return "tagName" in node;
}

/** The elements directly inside a node. */
export function childElements(parent: Parent): Element[] {
  return parent.childNodes.filter(isElement);
}

/** The value of an attribute, or undefined. */
export function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}

/** Tells whether an element and all inside it are left out of a document's text. */
export function isUnseen(element: Element): boolean {
  if (unseen.has(element.tagName) || attributeOf(element, "hidden") !== undefined) return true;
  return (
    /display\s*:\s*none/i.test(attributeOf(element, "style") ?? "") || attributeOf(element, "role") === "navigation"
  );
}

/**
 * Returns a tree in which no element is more than `deepest` levels down: deeper elements give their text and their
 * pictures to the ancestor at that level. Browsers flatten trees the same way; everything that reads the tree can recur.
 */
export function withoutDepth<Tree extends Parent>(tree: Tree, deepest: number): Tree {
  const open: { node: Parent; depth: number }[] = [{ node: tree, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next;
    if (depth >= deepest && !rowsOfTable.has(node.nodeName)) flatten(node);
    else for (const child of childElements(node)) open.push({ node: child, depth: depth + 1 });
  }
  return tree;
}

/** Parts of a table between it and its cells; they are never flattened, since text outside of cells is not read. */
const rowsOfTable: ReadonlySet<string> = new Set(["tbody", "thead", "tfoot", "tr"]);
const listsAndTables: ReadonlySet<string> = new Set(["table", "ul", "ol"]);

function flatten(parent: Parent): void {
  parent.childNodes = leavesOf(parent);
  if ("tagName" in parent && listsAndTables.has(parent.tagName)) parent.tagName = "div";
}

/** The seen text, pictures and line breaks below a node, in their order; elements that part words leave a space. */
function leavesOf(parent: Parent): Node[] {
  const leaves: Node[] = [];
  const open: Node[] = parent.childNodes.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isElement(node)) {
      if (node.nodeName === "#text") leaves.push(node);
    } else if (node.tagName === "br" || node.tagName === "img") {
      leaves.push(node);
    } else if (!isUnseen(node)) {
      if (partsWords.test(node.tagName)) leaves.push({ nodeName: "#text", value: " ", parentNode: parent } as Node);
      for (let at = node.childNodes.length - 1; at >= 0; at -= 1) open.push(node.childNodes[at] as Node);
    }
  }
  return leaves;
}

/** The visible text of a node, normalised to one line and without pictures. */
export function textOf(node: Node): string {
  return withoutPictures(normaliseText(rawText(node)));
}

/** The visible text of a node as written, pictures as marks; superscripts keep apart from the word before them. */
export function rawText(node: Node): string {
  if (node.nodeName === "#text" && "value" in node) return node.value;
  if (!isElement(node) || isUnseen(node)) return "";
  if (node.tagName === "br") return " ";
  if (node.tagName === "img") return pictureMarkOf(attributeOf(node, "alt") ?? "");
  if (node.tagName === "sup") return raised(node.childNodes.map(rawText).join(""));
  const inner = node.childNodes.map(rawText).join("");
  return partsWords.test(node.tagName) ? ` ${inner} ` : inner;
}

/** A raised figure right after a figure would change its value: "10" with note 1 must not read "101". */
function raised(text: string): string {
  return /^\s*[\d,a-z*]{1,4}\s*$/.test(text) ? ` (${text.trim()})` : text;
}
