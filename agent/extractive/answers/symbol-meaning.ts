import type { RowSentence, Span } from "../../../ingest/index.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { headingsOf } from "../evidence/evidence.ts";
import type { SourceSpan } from "./answer.ts";

/** What a symbol of a use table stands for, in the words of the document, and where they stand. */
export interface SymbolMeaning {
  readonly meaning: string;
  readonly span: SourceSpan;
}

interface LegendEntry extends Span {
  readonly symbol: string;
  readonly meaning: string;
}

const longestMeaning = 160;

/** Finds what a symbol means: from the table's own legend, else from the sentence of its section or document that explains it. */
export function symbolMeaning(symbol: string, one: Evidence, evidence: readonly Evidence[]): SymbolMeaning | undefined {
  if (!/^(?:[A-Z]{1,4}\d?|[-–—]{1,2}|[●○•✓✔])$/i.test(symbol)) return undefined;
  const { passage, marker } = one;
  const row: (RowSentence & { readonly legend?: readonly LegendEntry[] }) | undefined = passage.rows.find(
    (held) => held.charStart < one.charEnd && one.charStart < held.charEnd,
  );
  const entry = row?.legend?.find((held) => held.symbol === symbol);
  if (entry && passage.charStart <= entry.charStart && entry.charEnd <= passage.charEnd) {
    return { meaning: trimmed(entry.meaning), span: { marker, charStart: entry.charStart, charEnd: entry.charEnd } };
  }
  const near = evidence
    .filter((other) => other.cell === null && other.passage.documentId === passage.documentId)
    .map((other) => ({ other, meaning: meaningIn(other.text, symbol) }))
    .filter(({ meaning }) => meaning !== undefined)
    .sort((a, b) => nearness(b.other, one) - nearness(a.other, one));
  const [best] = near;
  if (!best?.meaning) return undefined;
  const { charStart, charEnd } = best.other;
  return { meaning: trimmed(best.meaning), span: { marker: best.other.marker, charStart, charEnd } };
}

function nearness(other: Evidence, one: Evidence): number {
  const isSameSection = other.passage.parent.charStart === one.passage.parent.charStart;
  const isAboutUses = headingsOf(other).some((heading) => /\buses?\b/i.test(heading));
  return (isSameSection ? 2 : 0) + (isAboutUses ? 1 : 0);
}

/** What a legend puts between a symbol and what it means; a later symbol of the sentence can go without: "“S” that it needs …". */
const connects = String.raw`=|:|-{1,2}|–|—|\b(?:means|denotes|indicates|marks|signifies|represents|designates|stands for)\b`;
const opensMeaning = String.raw`(?=(?:an?|the)\s+(?:[\w-]+\s+){0,3}(?:use|permit|exception)\b)|(?<=["”']\s*)(?=(?:that|is|are|if|where|for|requires?|needs?|permitted|allowed|prohibited|not)\b)`;
/** Where the meaning of one symbol ends: at the next symbol, at what is said of blank cells, at the end of the clause. */
const endsMeaning = [
  String.raw`,?\s+(?:and\s+)?["“'][A-Z]{1,4}\d?["”']`,
  String.raw`,?\s+(?:and\s+)?[A-Z]{1,4}\d?\s*(?:=|:|–|—|(?:an?|the)\s|means|denotes|indicates|marks)`,
  String.raw`,?\s+(?:and\s+)?(?:(?:an?|any|every)\s+)?(?:blank|empty)\b`,
  String.raw`[.;](?=\s|$)`,
  String.raw`,\s*[A-Z]{1,4}\s`,
  "$",
].join("|");

/** "SP a use that needs a special permit", "P = Permitted by right", "“C” means a conditional use". */
function meaningIn(text: string, symbol: string): string | undefined {
  const told = new RegExp(
    String.raw`(?<![\w-])["“']?${symbol}["”']?\s*(?:${connects}|${opensMeaning})\s*(?<meaning>[^;|]{4,200}?)(?=${endsMeaning})`,
  ).exec(text)?.groups?.meaning;
  return told !== undefined && /\b(?:use|permit|allow|prohibit|exception|conditional|right|approv)/i.test(told)
    ? told
    : undefined;
}

function trimmed(meaning: string): string {
  const [own = ""] = meaning.split(/\s*[•·|;]\s*|,?\s+(?:and\s+)?(?:(?:an?|any|every)\s+)?(?:blank|empty)\b/i);
  const line = own
    .replace(/\s+/g, " ")
    .replace(/[\s.,;]+$/, "")
    .replace(/\s+and$/, "")
    .replace(/^that (?:it|(?:the|a|such) use) (?:(?:is|shall be) )?/i, "")
    .trim();
  const isTitled = line.split(" ").every((word) => /^[A-Z(]/.test(word) || word.length < 4);
  const lower =
    isTitled && /[a-z]/.test(line)
      ? line.toLowerCase()
      : /^[A-Z][a-z]/.test(line)
        ? line.charAt(0).toLowerCase() + line.slice(1)
        : line;
  return lower.slice(0, longestMeaning);
}
