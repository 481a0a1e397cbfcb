import type { Item, RawDocument } from "../lines.ts";
import { printedLinesOf } from "../page-lines.ts";
import { finishTables } from "../tables-in-text.ts";
import type { SizedItem } from "./page-items.ts";

/** Makes the lines and tables of a document out of what stands on its pages, without what is printed on every page. */
export function printedDocument(pageCount: number, sized: readonly SizedItem[]): Pick<RawDocument, "items" | "pages"> {
  const pages = Array.from({ length: pageCount }, (_, at) => at + 1);
  const printed = printedLinesOf(pages, withRelativeSizes(sized));
  return { items: finishTables(printed.items), pages: printed.pages };
}

/** Sizes relative to the size that most characters are set in. */
function withRelativeSizes(sized: readonly SizedItem[]): Item[] {
  const characters = new Map<number, number>();
  for (const item of sized) {
    if (item.kind === "line" && item.fontSize !== undefined) {
      characters.set(item.fontSize, (characters.get(item.fontSize) ?? 0) + item.text.length);
    }
  }
  const body = [...characters].sort((left, right) => right[1] - left[1])[0]?.[0] ?? 10;
  return sized.map((item) => {
    if (item.kind === "table") return item;
    const { fontSize = body, ...line } = item;
    return { ...line, size: fontSize / body };
  });
}
