import type { Item } from "../parse/lines.ts";
import type { Marker } from "./section-number.ts";

/** How a code cites the letters and numbers below its sections, read from its own cross-references. */
export interface CitationStyle {
  /** The number of a lettered heading below a section, as the code cites it; null when it cites no letters. */
  extended(section: string, letter: string): string | null;
  /** The number of an item of a list: as the code cites its letters, else as the mark is printed. */
  item(above: string, mark: Marker, isBelowSection: boolean): string;
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
  const extended = (section: string, letter: string): string | null => {
    if (form === null) return null;
    if (form.startsWith("(")) return `${section}(${letter})`;
    return form.startsWith(" ") ? `${section} ${letter}` : `${section}.${letter}`;
  };
  return {
    extended,
    item(above, mark, isBelowSection) {
      const letterCase = /^[A-Z]$/.test(mark.number) ? "A" : /^[a-z]$/.test(mark.number) ? "a" : "";
      const cited =
        isBelowSection && letterCase !== "" && form?.endsWith(letterCase) ? extended(above, mark.number) : null;
      return cited ?? printed(above, mark, isBelowSection);
    },
  };
}

/** "30-42(b)", "4.3.B", "155-41 A", "155-41 A.1"; a figure right after a figure would read as another section. */
function printed(above: string, { kind, number }: Marker, isBelowSection: boolean): string {
  if (kind === "bracket" || (/^\d/.test(number) && /\d$/.test(above))) return `${above}(${number})`;
  if (!isBelowSection || /\d\.\d|\.[A-Z]$/.test(above)) return `${above}.${number}`;
  return /^[A-Z]/.test(number) ? `${above} ${number}` : `${above}(${number})`;
}
