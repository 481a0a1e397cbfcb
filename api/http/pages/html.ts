/** Escaped markup, safe to insert into a page. */
export interface Html {
  readonly markup: string;
}

type Piece = Html | string | number | null | undefined | false | readonly Piece[];

const made = new WeakSet<object>();

/** Returns markup from a template; every inserted value is escaped unless this function returned it. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  let markup = "";
  strings.forEach((text, index) => {
    markup += text + (index < pieces.length ? written(pieces[index]) : "");
  });
  return markedAsMade(markup);
}

function written(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return "";
  if (typeof piece === "string" || typeof piece === "number") return escaped(String(piece));
  if ("markup" in piece) return made.has(piece) ? piece.markup : escaped(piece.markup);
  return piece.map(written).join("");
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function markedAsMade(markup: string): Html {
  const result = { markup };
  made.add(result);
  return result;
}
