/** Kinds of marks that number the items of a list, each from its first one. */
const kinds = [
  /^\((?<at>\d{1,2})\)\s/,
  /^\((?<at>[a-z])\)\s/,
  /^\((?<at>[A-Z])\)\s/,
  /^\((?<at>[ivx]{1,5})\)\s/,
  /^(?<at>\d{1,2})[.)]\s/,
  /^(?<at>[a-z])[.)]\s/,
  /^(?<at>[A-Z])[.)]\s/,
  /^(?<at>[ivx]{1,5})[.)]\s/,
] as const;
const romans = "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv".split(" ");

interface Mark {
  readonly kind: number;
  /** Place in the list from 1; 0 where the mark does not say it. */
  readonly place: number;
}

/** Returns how a mark at the start of a text can be read: "i." is a letter and a numeral. */
function marksAt(text: string): readonly Mark[] {
  return kinds.flatMap((pattern, kind) => {
    const at = pattern.exec(text)?.groups?.at;
    return at === undefined ? [] : [{ kind, place: placeOf(at, kind) }];
  });
}

function placeOf(at: string, kind: number): number {
  if (/^\d+$/.test(at)) return Number(at);
  if (kind === 3 || kind === 7) return romans.indexOf(at) + 1;
  return at.toLowerCase().charCodeAt(0) - 96;
}

/**
 * Returns where the list that a text begins with ends, with the lists inside of its items; 0 where it begins with none.
 * The items are lines, or they follow one another in one line.
 */
export function listEnd(text: string): number {
  const first = text.search(/\S/);
  const [outer] = first < 0 ? [] : marksAt(text.slice(first)).filter(({ place }) => place === 1);
  if (outer === undefined) return 0;
  return /\n/.test(text.slice(0, first)) ? endOfLines(text, outer.kind) : endInLine(text, outer.kind);
}

/** Items on lines of their own: one of another kind is inside of the item before it where it begins or continues a list there. */
function endOfLines(text: string, kind: number): number {
  const open: Mark[] = [{ kind, place: 0 }];
  let end = 0;
  for (const line of text.matchAll(/[^\n]+/g)) {
    const told = line[0].trimStart();
    if (told === "") continue;
    const marks = marksAt(told);
    const at = open.findLastIndex((list) =>
      marks.some((mark) => mark.kind === list.kind && mark.place === list.place + 1),
    );
    const opened = marks.find((mark) => mark.place === 1 && mark.kind !== widest);
    const list = open[at];
    if (list) open.splice(at, open.length, { kind: list.kind, place: list.place + 1 });
    else if (opened && end > 0) open.push(opened);
    else break;
    end = line.index + line[0].trimEnd().length;
  }
  return end;
}

/** Capital letters with a full stop are marks of provisions, not of what is inside of items with other marks. */
const widest = 6;

/** Items that follow one another in a line: the last one ends with its sentence. */
function endInLine(text: string, kind: number): number {
  const [whole = ""] = /^\s*[^\n]*/.exec(text) ?? [];
  const next = kind === widest ? -1 : whole.search(/(?<=[.;:]\s+)[A-Z]\.\s+[A-Z]/);
  const line = next < 0 ? whole : whole.slice(0, next);
  let place = 0;
  let last = 0;
  for (const { index } of line.matchAll(/(?<=^|\s)\S/g)) {
    if (!marksAt(line.slice(index)).some((mark) => mark.kind === kind && mark.place === place + 1)) continue;
    place += 1;
    last = index;
  }
  const begin = last + (/^\S+\s+/.exec(line.slice(last))?.[0].length ?? 0);
  const close = line.slice(begin).search(/[.](?=\s+[A-Z(“]|\s*$)/);
  return close < 0 ? line.trimEnd().length : begin + close + 1;
}
