import type { DocumentTable, LegendEntry, OutlineNode, Span } from "../corpus.ts";
import { symbolCharacters } from "./symbol-characters.ts";
import { linesBetween } from "./table-notes.ts";

const symbolCell = new RegExp(String.raw`^(?:[A-Z]{1,4}\d?|[A-Z][a-z]|[${symbolCharacters}xX+*]|[-–—]{1,2})$`);
/** Two symbols in one cell, which a legend may explain together: "SP/SPA". */
const twoSymbols = /^[A-Z]{1,4}\d?\/[A-Z]{1,4}\d?$/;
const symbolParts = /\s*[/,&]\s*|\s*\(\d{1,2}\)\s*|[*†‡]+$/;
/** A dash parts words everywhere; as a symbol it says that something is not so. */
const dash = /^[-–—]+$/;
/** A table with fewer of them than this is no table of symbols. */
const fewestSymbolCells = 3;
const farthestBefore = 8000;
const farthestAfter = 4000;
const longestMeaning = 220;
/** What the symbols of a code's tables stand for. */
const rule =
  /\b(?:permit\w*|allow\w*|prohibit\w*|excepti\w*|conditional\w*|by[- ]right|right|approv\w*|accessory|special\w*|site plan|review|required|applicable|certificate|warrant|hearing|limited|temporary|uses?|excluded|standards?)\b/i;
const said =
  "=\\s*\\||=|:|[-–—]{1,2}|\\||means|denotes|indicates|marks|represents|signifies|stands for|shall mean|designates|identifies";
const legendTitle =
  /\b(?:key|legend|symbols?|abbreviations?|(?:use|land use) (?:table|chart|schedule|matrix|regulations)|(?:table|schedule) of (?:[\w-]+ ){0,3}uses)\b/i;

/** Where the explanations of a table's symbols may stand. */
export interface LegendPlaces {
  readonly text: string;
  readonly outline: readonly OutlineNode[];
  readonly tables: readonly DocumentTable[];
  /** What stands below each title of a legend, as `textsOfLegends` returns it. */
  readonly listed: readonly Span[];
  /** The lines of each section that tell what marks mean, as `linesOnMarks` returns them. */
  readonly told: readonly (readonly Span[])[];
}

/**
 * Finds what the symbols in a table's cells stand for: in the table, in its section, in the text that opens the sections
 * around it; where none of these explains any, in the one section or the one table of the document that does. A torn legend
 * counts where it explains more.
 */
export function legendOfTable(places: LegendPlaces, table: DocumentTable): LegendEntry[] {
  const symbols = symbolsOf(table);
  if (symbols.length === 0) return [];
  const lines = linesNear(places, table);
  const explained = explainedIn(places.text, lines, symbols);
  const near = explained.length === 0 ? [] : [...explained, ...inSmallLetters(places.text, lines, table)];
  const torn = tornLegend(places, symbols);
  if (torn.length > near.length) return torn;
  if (near.length > 0) return near;
  const ofSection = legendOfSection(places, symbols);
  return ofSection.length > 0 ? ofSection : legendOfDocument(places, symbols);
}

const markExplained =
  /["“‘]([A-Z]{1,4}\d?)["”’]\s+(?:means|denotes|indicates|shall mean|signifies|(?:is|are|shall be)\s+(?:an?\s+)?(?:permitted|allowed|prohibited|conditional))\s/;

/** Returns the lines that say what marks mean ("“P” means a use permitted …"), those of one section together, for `LegendPlaces.told`. */
export function linesOnMarks(text: string, outline: readonly OutlineNode[]): readonly (readonly Span[])[] {
  const bySection = new Map<number, Span[]>();
  let at = 0;
  for (const line of linesBetween(text, 0, text.length)) {
    while ((outline[at + 1]?.heading.charStart ?? text.length) <= line.charStart) at += 1;
    if (!markExplained.test(text.slice(line.charStart, line.charEnd))) continue;
    bySection.set(at, [...(bySection.get(at) ?? []), line]);
  }
  return [...bySection.values()];
}

/** The entries of the one section that tells what several of the symbols mean; none where several sections do. */
function legendOfSection({ text, told }: LegendPlaces, symbols: readonly string[]): LegendEntry[] {
  const legends = told
    .map((lines) => explainedIn(text, lines, symbols))
    .filter((entries) => entries.length >= fewestExplained);
  return legends.length === 1 ? (legends[0] ?? []) : [];
}

const legendHeading = /^\W*(?:\d[\w.-]*\.?\s+)?(?:legend|key)\b.{0,40}$/gim;
const longestTorn = 160;
const longestLegend = 1_500;

/** Returns what stands below each title of a legend in a text, for `LegendPlaces.listed`. */
export function textsOfLegends(text: string): readonly Span[] {
  return [...text.matchAll(legendHeading)].map(({ index, 0: title }) => {
    const charStart = index + title.length;
    return { charStart, charEnd: Math.min(charStart + longestLegend, text.length) };
  });
}

/**
 * The entries of a legend that a scan has torn apart: a symbol and behind it, or in the next line, its meaning, up to the next
 * symbol or note. Empty where several such legends explain the symbols.
 */
function tornLegend({ text, listed }: LegendPlaces, symbols: readonly string[]): LegendEntry[] {
  const others = symbols.map(literal).join("|");
  const legends = listed
    .map(({ charStart, charEnd }) =>
      symbols.flatMap((symbol): LegendEntry[] => {
        const entry = new RegExp(
          `(?<=^|\\s)${literal(symbol)}\\s+(?<meaning>[A-Z](?:[^\\n(.]|\\((?!\\d{1,2}\\)\\s)|\\.(?=\\S)){3,${longestTorn}}?)(?=\\.?\\s+(?:\\(\\d{1,2}\\)|${others})\\s|\\.(?:\\s|$)|\\s*\\n|$)`,
          "u",
        );
        const match = entry.exec(text.slice(charStart, charEnd));
        const meaning = match?.groups?.meaning ?? "";
        if (!match || !rule.test(meaning)) return [];
        const from = charStart + match.index;
        return [{ symbol, meaning, charStart: from, charEnd: from + match[0].length }];
      }),
    )
    .filter((entries) => entries.length >= fewestExplained);
  return legends.length === 1 ? (legends[0] ?? []) : [];
}

/** What lines say of symbols, the first that explains a symbol deciding. */
function explainedIn(text: string, lines: readonly Span[], symbols: readonly string[]): LegendEntry[] {
  const entries = new Map<string, LegendEntry>();
  for (const line of lines) {
    if (entries.size === symbols.length) break;
    const words = text.slice(line.charStart, line.charEnd);
    if (!rule.test(words)) continue;
    for (const symbol of symbols) {
      if (entries.has(symbol) || !words.includes(symbol)) continue;
      const found = meaningIn(words, symbol, symbols);
      if (found) entries.set(symbol, placed(found, symbol, line));
    }
  }
  return symbols.flatMap((symbol) => entries.get(symbol) ?? []);
}

/** A symbol alone in its cell, in quotes or not. */
const listedSymbol = /^["“'‘(]?[A-Z]{1,4}\d?(?:\/[A-Z]{1,4}\d?)?["”'’)]?(?:\s*[=:–—-])?$/;
/** A list of symbols explains at least so many of those that a table uses. */
const fewestExplained = 2;

/** The entries of the one table that lists symbols with their meanings; none where several tables explain them. */
function legendOfDocument({ text, tables }: LegendPlaces, symbols: readonly string[]): LegendEntry[] {
  const legends = tables
    .filter(({ rows }) => rows.length > 1 && rows.every(({ cells }) => cells.length === 2))
    .map(({ rows }) =>
      explainedIn(
        text,
        rows.filter(({ cells }) => listedSymbol.test(cells[0]?.text ?? "")),
        symbols,
      ),
    )
    .filter((entries) => entries.length >= fewestExplained);
  return legends.length === 1 ? (legends[0] ?? []) : [];
}

/** The symbols that a text of a cell may hold, alone and together: "P"; "SP/SPA", "SP" and "SPA"; "np". */
export const marksIn = (cell: string): string[] => (smallSymbol.test(cell) ? [cell] : symbolsIn(cell));

function symbolsIn(cell: string): string[] {
  const parts = cell.split(symbolParts).filter((part) => symbolCell.test(part));
  return twoSymbols.test(cell.trim()) ? [cell.trim(), ...parts] : parts;
}

/** Small letters in a cell, which a legend may explain as capitals: "np" for “NP”. */
const smallSymbol = /^[a-z]{2,3}$/;

/** What lines say of the symbols that the table prints in small letters and the legend in capitals. */
function inSmallLetters(text: string, lines: readonly Span[], { rows }: DocumentTable): LegendEntry[] {
  const texts = rows.flatMap(({ cells, isHeader }) => (isHeader ? [] : cells.slice(1).map((cell) => cell.text)));
  const small = [...new Set(texts)].filter((cell) => smallSymbol.test(cell));
  const entries = explainedIn(
    text,
    lines,
    small.map((symbol) => symbol.toUpperCase()),
  );
  return entries.map((entry) => ({ ...entry, symbol: entry.symbol.toLowerCase() }));
}

function symbolsOf(table: DocumentTable): string[] {
  const counts = new Map<string, number>();
  for (const row of table.rows) {
    if (row.isHeader) continue;
    for (const cell of row.cells.slice(1)) {
      for (const symbol of symbolsIn(cell.text)) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
    }
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return total >= fewestSymbolCells ? [...counts.keys()].sort((left, right) => right.length - left.length) : [];
}

/** Lines that may explain, the nearest first: inside the table, its own section, the text that opens the sections above, keys. */
function linesNear({ text, outline, tables }: LegendPlaces, table: DocumentTable): Span[] {
  const inside = table.rows.flatMap((row) => (row.cells.length === 1 && row.cells[0] ? [row.cells[0]] : []));
  const holders = outline.filter(
    ({ section }) => section.charStart <= table.charStart && section.charEnd >= table.charEnd,
  );
  const own = holders.at(-1)?.section ?? { charStart: 0, charEnd: text.length };
  const from = Math.max(own.charStart, table.charStart - farthestBefore);
  const to = Math.min(own.charEnd, table.charEnd + farthestAfter);
  const before = linesBetween(text, from, table.charStart).reverse();
  const after = linesBetween(text, table.charEnd, to);
  const openings = holders.reverse().flatMap((node) => {
    const index = outline.indexOf(node);
    const end = Math.min(outline[index + 1]?.heading.charStart ?? text.length, node.heading.charEnd + farthestBefore);
    return linesBetween(text, node.heading.charEnd, end);
  });
  const keys = outline
    .filter(
      ({ title, parent, section }) =>
        legendTitle.test(title) &&
        holders.some((each) => outline[parent ?? -1] === each) &&
        section.charEnd - section.charStart < farthestBefore,
    )
    .flatMap(({ section }) => linesBetween(text, section.charStart, section.charEnd));
  const isRow = (line: Span) =>
    tables.some(
      (each) =>
        each.charStart <= line.charStart &&
        line.charEnd <= each.charEnd &&
        each.rows.some((row) => row.charStart === line.charStart && row.cells.length > 3),
    );
  return [...inside, ...[...before, ...after, ...openings, ...keys].filter((line) => !isRow(line))];
}

/** Words of a legend before the meaning of a symbol: "Accessory Uses, and Temporary Uses are Permitted by Right (“P”)", "in Table 2 (Uses) as Permitted (“P”)". */
const subject =
  /^(?:(?:[^()]*\)\s*)?as\s+|(?:[\w-]+\s+){0,4}?uses?\s+(?:is|are)\s+)(?=permitted|allowed|prohibited|conditional|not\b)/i;

interface Found {
  readonly start: number;
  readonly end: number;
  readonly meaning: string;
}

function meaningIn(words: string, symbol: string, symbols: readonly string[]): Found | undefined {
  const escaped = literal(symbol);
  const other = symbols.map(literal).join("|");
  const quoted = (one: string) => `["“'‘(]?(?:${one})["”'’)]?`;
  const alone = `(?<![\\w/-])${quoted(escaped)}`;
  const next = `\\s*,?\\s+(?:and\\s+|or\\s+)?(?:["“'‘(](?:${other})["”'’)]|(?:an?|any)\\s+(?:blank|empty)\\s)`;
  const end = `(?=\\s*(?:[;|•]|\\.(?=\\s|$)|$)|${next}|\\s*,?\\s+(?:and\\s+|or\\s+)?(?:(?:the\\s)?(?:letter|symbol)s?\\s)?(?<![\\w-])${quoted(other)}\\s*(?:${said}|an?\\s|uses?\\s))`;
  const meaning = `(?<meaning>[^;|\\n]{3,${longestMeaning}}?)`;
  const forms = [
    // "those uses shown as “PL” (Permitted Subject to Standards) are permitted if …"
    new RegExp(`["“‘]${escaped}["”’]\\s+\\((?<meaning>[^()]{3,80})\\)`, "u"),
    // "P = permitted", "“SP” means a use that needs a special permit", "P | Permitted by right", "P | means a use …"
    new RegExp(`${alone}\\s*(?:${said})\\s*(?:(?:=|means)\\s*)?${meaning}${end}`, "u"),
    // "“X” means that the use is permitted, “S” that it needs a special permit"
    new RegExp(
      `["“'‘]${escaped}["”'’]\\s+(?=(?:that|requires?|needs?|is|are|permitted|allowed|not|prohibited)\\s)${meaning}${end}`,
      "u",
    ),
    // "the letter P marks a use permitted by right, SP a use that needs a special permit"
    new RegExp(`${alone}\\s+(?=(?:an?|the|uses?)\\s)${meaning}${end}`, "u"),
    // "Uses marked with a “P” are permitted by right", but not "Conditional Uses (“CU”) are permitted", which says before what CU is
    new RegExp(
      `(?<!\\()["“(]${escaped}["”)][^.;,]{0,80}?,?\\s(?:are|is|shall be|may be)\\s+${meaning}(?=[.;]|,\\s|$)`,
      "u",
    ),
    // "Permitted (P), special permit (SP)"
    new RegExp(`(?:^|[,;:.]\\s*(?:and\\s|or\\s)?)(?<meaning>[^,;:.(]{3,80}?)\\s\\(["“]?${escaped}["”]?\\)`, "u"),
  ];
  for (const form of forms) {
    const match = form.exec(words);
    const told = match?.groups?.meaning?.trim();
    if (!match || told === undefined || !rule.test(told)) continue;
    if (dash.test(symbol) && !/\b(?:not|no|prohibited|excluded)\b/i.test(told)) continue;
    const lead = /^[,;:.]?\s*(?:and\s|or\s)?/.exec(match[0])?.[0].length ?? 0;
    const meaning = told.replace(subject, "");
    return { start: match.index + lead, end: match.index + match[0].trimEnd().length, meaning };
  }
  return undefined;
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function placed({ start, end, meaning }: Found, symbol: string, line: Span): LegendEntry {
  return { symbol, meaning, charStart: line.charStart + start, charEnd: line.charStart + end };
}
