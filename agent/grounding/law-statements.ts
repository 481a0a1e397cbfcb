import { analyse, type LegendEntry, type RowCell, type RowSentence, type Span } from "../../ingest/index.ts";
import type { Passage } from "../../retrieval/index.ts";
import { unitNamedIn } from "../text/quantities.ts";
import { type TextUnit, unitsOf } from "../text/sentences.ts";
import { withoutActors } from "./reading/actors.ts";
import { type BoundAmount, boundAmountsIn } from "./reading/bounds.ts";
import { matterOf } from "./reading/matter.ts";
import { districtsNamedIn } from "./reading/named-districts.ts";
import { readStatement, type Statement } from "./reading/statement.ts";
import { type Verdict, verdictIn } from "./reading/verdict.ts";

/** A clause or a cell of a passage, with what its place says of it. */
export interface LawStatement extends Span {
  readonly passage: Passage;
  readonly kind: "clause" | "cell";
  readonly statement: Statement;
  /** Stems of its own words: of a cell its label and its column. */
  readonly own: ReadonlySet<string>;
  /** Stems of all its words, for claims that say nothing but verdicts and bodies. */
  readonly words: ReadonlySet<string>;
  /** Stems of the headings above it, the lead of its list, the caption and group of its table. */
  readonly around: ReadonlySet<string>;
  /** Its parts that each hold amounts of their own; of a cell only the cell. */
  readonly pieces: readonly LawPiece[];
}

/** A stretch of a clause with its own words and amounts. */
export interface LawPiece {
  readonly own: ReadonlySet<string>;
  /** Stems of the beginning of the clause, when the piece continues it: "… or closer than 20 feet to the side line". */
  readonly shared: ReadonlySet<string>;
  readonly amounts: readonly BoundAmount[];
  /** Amounts that name a row ("6,001 to 7,000 SF") and are no value. */
  readonly labels: readonly BoundAmount[];
}

const mostPieces = 16;
const mostStatements = 400;
const boundary =
  /[,;:]\s|\s(?=(?:and|or(?! (?:more|greater|less|fewer|larger|higher|over|under)\b)|but|nor|except|unless|provided|while|whereas)\s)/g;
/** A piece without a subject of its own. */
const elliptic =
  /^[,;:\s]*(?:and\s|or\s|but\s|nor\s|plus\s)?\s*(?:plus|at|to|up|not|no|closer|nearer|more|less|greater|higher|within|for|in|on|by|from|of|an?|one|two|three|four|five|\d+|minimum|maximum)\b/i;
const modal = /\b(?:shall|must|may|can|is|are|requires?|needs?)\b/i;

/** Reads the clauses and cells of a passage, at most 400. */
export function lawStatementsOf(passage: Passage): LawStatement[] {
  const headings = new Set(matterOf([...passage.headingPath, passage.documentTitle].join(" ")));
  const rows = passage.rows.flatMap((row) => cellsOf(row).map((cell) => cellStatement(passage, row, cell, headings)));
  const clauses: LawStatement[] = [];
  let lead: TextUnit | null = null;
  const heading = headingVerdict(passage.headingPath);
  for (const unit of unitsOf(passage.text)) {
    if (isInRow(passage, unit)) continue;
    if (clauses.length + rows.length >= mostStatements) break;
    if (lead !== null && endsList(lead, unit, passage.text)) lead = null;
    clauses.push(...clausesOf(passage, unit, lead, headings, heading));
    if (opensList.test(unit.text)) lead = unit;
  }
  return [...rows, ...clauses].slice(0, mostStatements);
}

const opensList = /:\s*$|\b(?:following|as follows)\b[^.]*\.?$/i;
const itemMark = /^\s*(\(?)([a-z]|[A-Z]|\d{1,3}|[ivxIVX]{2,5})([.)])\s/;

/** A list ends with an item of the kind that its lead is, and with a paragraph that is no item. */
function endsList(lead: TextUnit, unit: TextUnit, text: string): boolean {
  const [own, next] = [markKind(lead.text), markKind(unit.text)];
  if (next === null) return /\n[ \t]*\n[ \t]*$/.test(text.slice(Math.max(0, unit.charStart - 8), unit.charStart));
  return own === next;
}

/** "(a)" and "(b)" are of one kind, "(1)" and "1." of two; null for a unit that is no item. */
function markKind(text: string): string | null {
  const mark = itemMark.exec(text);
  if (!mark) return null;
  const [, open = "", sign = "", close = ""] = mark;
  return `${open}${/\d/.test(sign) ? "1" : sign === sign.toUpperCase() ? "A" : "a"}${close}`;
}

function isInRow(passage: Passage, { charStart, charEnd }: Span): boolean {
  const from = passage.charStart + charStart;
  const to = passage.charStart + charEnd;
  return passage.rows.some((row) => row.cells.length > 0 && row.charStart <= from && to <= row.charEnd);
}

/** The rows of a table without values say something in their label. */
function cellsOf(row: RowSentence): readonly RowCell[] {
  return row.cells.slice(0, 40);
}

function cellStatement(passage: Passage, row: RowSentence, cell: RowCell, headings: ReadonlySet<string>): LawStatement {
  const label = `${row.label} ${cell.column}`;
  const group = row.sentence.slice(0, Math.max(0, row.sentence.indexOf(row.label)));
  const own = new Set([...matterOf(label), ...matterOf(cell.value)]);
  const isNegated = false;
  const value = boundAmountsIn(withLimitOf(`${row.label} ${cell.column}`, cell.value), isNegated);
  const unit =
    unitNamedIn(cell.column)?.unit ?? unitNamedIn(row.label)?.unit ?? unitNamedIn(row.caption ?? "")?.unit ?? null;
  const amounts = value.map((amount) => ({ ...amount, unit: amount.unit ?? unit }));
  const notes = (cell.notes ?? []).map((note) => note.text).join(" ");
  const read = readStatement(`${label}: ${cell.value}`);
  const statement: Statement = {
    ...read,
    verdict: symbolVerdict(cell.value, row.legend ?? []),
    amounts,
    qualifiers: readStatement(notes).qualifiers,
    districts: districtsNamedIn(`${cell.column} district`).filter(() => districtsNamedIn(cell.column).length > 0),
    isNegated,
  };
  return {
    passage,
    kind: "cell",
    charStart: row.charStart,
    charEnd: row.charEnd,
    statement,
    own,
    words: own,
    around: new Set([...headings, ...matterOf(`${group} ${row.caption ?? ""}`)]),
    pieces: [{ own, shared: new Set(), amounts, labels: boundAmountsIn(row.label, false) }],
  };
}

/** A value under "Minimum lot area" or "Height (max)" is a least or a greatest one. */
function withLimitOf(label: string, value: string): string {
  if (/\b(?:min|minimum|at least)\b/i.test(label)) return `minimum ${value}`;
  if (/\b(?:max|maximum|not to exceed|limit)\b/i.test(label)) return `maximum ${value}`;
  return value;
}

const words: readonly (readonly [RegExp, string])[] = [
  [/^special(?: permit| exception)?$/i, "special permit"],
  [/^site plan(?: review| approval)?$/i, "site plan approval required"],
  [/^(?:permitted|allowed|yes|by right)$/i, "permitted"],
  [/^(?:not (?:permitted|allowed)|prohibited)$/i, "prohibited"],
];

/** A symbol says what its legend says; one that nothing explains says nothing. */
function symbolVerdict(value: string, legend: readonly LegendEntry[]): Verdict | null {
  const plain = value.trim();
  const meaning = legend.find(({ symbol }) => symbol === plain)?.meaning;
  const told = meaning ?? words.find(([pattern]) => pattern.test(plain))?.[1];
  if (told !== undefined) return meaningVerdict(told);
  return plain.length > 12 ? readStatement(plain).verdict : null;
}

function meaningVerdict(meaning: string): Verdict | null {
  if (/\b(?:not (?:permitted|allowed)|prohibited)\b/i.test(meaning))
    return verdictIn("prohibited", "prohibited", false);
  return verdictIn(meaning, meaning, false);
}

/** "Permitted uses", "Uses allowed by special permit": what a heading says of the items under it. */
function headingVerdict(path: readonly string[]): Verdict | null {
  const heading = path.findLast(
    (title) => /\buses?\b/i.test(title) && /permit|allow|prohibit|special|condition/i.test(title),
  );
  return heading === undefined ? null : meaningVerdict(heading);
}

function clausesOf(
  passage: Passage,
  unit: TextUnit,
  lead: TextUnit | null,
  headings: ReadonlySet<string>,
  heading: Verdict | null,
): LawStatement[] {
  const span = { charStart: passage.charStart + unit.charStart, charEnd: passage.charStart + unit.charEnd };
  const leadStatement = lead === null ? null : readStatement(lead.text);
  const around = new Set([...headings, ...(leadStatement?.matter ?? [])]);
  return partsOf(withUnit(passage, unit)).map((part): LawStatement => {
    const read = readStatement(part);
    // A clause with a verb of its own says itself what it permits.
    const isWhole = modal.test(part);
    const statement = {
      ...read,
      verdict: isWhole ? read.verdict : (read.verdict ?? leadStatement?.verdict ?? heading),
      qualifiers: isWhole ? read.qualifiers : [...read.qualifiers, ...(leadStatement?.qualifiers ?? [])],
      districts: read.districts.length > 0 ? read.districts : (leadStatement?.districts ?? []),
      actors: [...read.actors, ...(leadStatement?.actors ?? [])],
    };
    return {
      passage,
      kind: "clause",
      ...span,
      statement,
      own: new Set(read.matter),
      words: new Set(analyse(part)),
      around,
      pieces: piecesOf(read),
    };
  });
}

/** A line that ends with a bare number has its unit on the next: "within 300", "ft. of the nearest". */
function withUnit({ text }: Passage, { text: own, charEnd }: TextUnit): string {
  if (!/\d\)?$/.test(own)) return own;
  const next = /^\s*([A-Za-z.]{2,10})/.exec(text.slice(charEnd, charEnd + 24));
  return next ? `${own} ${next[1] ?? ""}` : own;
}

/** A sentence parted at its semicolons; what only qualifies stays with the part before it. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const part of text.split(/;\s+|(?<=\b(?:type|class|category) [A-Z])\.\s+/i)) {
    const last = parts.at(-1);
    if (last !== undefined && /^(?:and\s+)?(?:provided|except|unless|but not|however)\b/i.test(part))
      parts[parts.length - 1] = `${last}; ${part}`;
    else if (part.trim() !== "") parts.push(part);
  }
  return parts.slice(0, 24);
}

/** The stretches of a clause between its boundaries, each with the words before it that hold no amount of their own. */
function piecesOf({ text, amounts }: Statement): LawPiece[] {
  if (amounts.length === 0) return [];
  const cuts = [...text.matchAll(boundary)].map((match) => match.index).filter((at) => !isInside(amounts, at));
  const pieces: LawPiece[] = [];
  let from = 0;
  const head = text.slice(0, amounts[0]?.start);
  for (const cut of [...cuts, text.length]) {
    const own = amounts.filter(({ start }) => from <= start && start < cut);
    if (own.length === 0) continue;
    const piece = text.slice(from, cut);
    const inherits = pieces.length > 0 && elliptic.test(piece) && !modal.test(piece);
    const shared = new Set(inherits ? matterOf(withoutActors(head)) : []);
    // "structures less than 25 feet high shall be …": what stands before the verb tells the case.
    const verb = from + (modal.exec(piece)?.index ?? 0);
    const [labels, values] = [own.filter(({ start }) => start < verb), own.filter(({ start }) => start >= verb)];
    const parts = values.length > 0 ? { amounts: values, labels } : { amounts: own, labels: [] };
    pieces.push({ own: new Set(matterOf(withoutActors(piece))), shared, ...parts });
    from = cut;
    if (pieces.length === mostPieces) break;
  }
  return pieces;
}

function isInside(amounts: readonly BoundAmount[], at: number): boolean {
  return amounts.some(({ start, end }) => start <= at && at < end);
}
