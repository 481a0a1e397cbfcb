import type { Item } from "../parse/lines.ts";

/** How a code cites the letters and numbers below its sections, read from its own cross-references. */
export interface CitationStyle {
  /** The number of a lettered heading below a section, as the code cites it; null when it cites no letters. */
  extended(section: string, letter: string): string | null;
}

/** Fewer references of one form than this are an accident. */
const fewestReferences = 2;
const reference =
  /(?:[Ss]ections?|[Ss]ecs?\.|§§?|[Ss]ubsections?)\s*\d[\w]*(?:[.:-]\d+[A-Za-z]?)*(\.\s?|\s?\(|\s)([A-Z]|[a-z])(?=[).,;\s]|$)/g;

/** Reads the cross-references of a document: "Section 2.6.D", "§ 4.1(b)", "Sec. 12.21 A". */
export function citationStyleOf(items: readonly Item[]): CitationStyle {
  const counts = new Map<string, number>();
  for (const item of items) {
    if (item.kind !== "line") continue;
    for (const [, joint = "", letter = ""] of item.text.matchAll(reference)) {
      // "Section 4 A" cites a letter; "Section 4 a lot" does not.
      if (/^\s$/.test(joint) && !/[A-Z]/.test(letter)) continue;
      const form = `${joint.trim() === "" ? " " : joint.trim()}${/[A-Z]/.test(letter) ? "A" : "a"}`;
      counts.set(form, (counts.get(form) ?? 0) + 1);
    }
  }
  const best = [...counts].sort((left, right) => right[1] - left[1])[0];
  const form = best && best[1] >= fewestReferences ? best[0] : null;
  return {
    extended(section, letter) {
      if (form === null) return null;
      if (form.startsWith("(")) return `${section}(${letter})`;
      return form.startsWith(" ") ? `${section} ${letter}` : `${section}.${letter}`;
    },
  };
}
