/** A text cut to what the model reads; `isShortened` says that its end was left out. */
export interface FittedText {
  readonly text: string;
  readonly isShortened: boolean;
}

const pieces = /[\p{Script=Latin}\p{M}]+|[^\s]/gu;

/**
 * Estimates how many tokens a text costs, without the model's own vocabulary.
 *
 * Errs high for the tokenisers in use (word pieces, byte pairs): four Latin letters a token, every digit, mark and
 * letter of another script one or two. A batch that is too small costs a request; one that is too big is refused.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const piece of text.matchAll(pieces)) tokens += costOf(piece[0]);
  return tokens;
}

/** Cuts a text to an estimated number of tokens, at the end of a sentence or a word where one is near. */
export function fitText(text: string, maxTokens: number): FittedText {
  // Two tokens a character is the worst estimate: most texts are known to fit without counting.
  if (text.length * 2 <= maxTokens) return { text, isShortened: false };
  let tokens = 0;
  for (const piece of text.matchAll(pieces)) {
    const cost = costOf(piece[0]);
    if (tokens + cost > maxTokens) {
      // A run of letters may be longer than the whole allowance: it is cut inside.
      const room = Math.max(maxTokens - tokens, 0) * (cost > 2 ? 4 : 0);
      return { text: cutNear(text, piece.index + Math.min(room, piece[0].length)), isShortened: true };
    }
    tokens += cost;
  }
  return { text, isShortened: false };
}

/** Groups texts, named by their index, into requests of bounded count and tokens; order is kept. */
export function batchesOf(
  texts: readonly { readonly index: number; readonly text: string }[],
  limits: { readonly texts: number; readonly tokens: number },
): { readonly index: number; readonly text: string }[][] {
  const batches: { index: number; text: string }[][] = [];
  let batch: { index: number; text: string }[] = [];
  let tokens = 0;
  for (const text of texts) {
    const cost = estimateTokens(text.text);
    if (batch.length > 0 && (batch.length >= limits.texts || tokens + cost > limits.tokens)) {
      batches.push(batch);
      batch = [];
      tokens = 0;
    }
    batch.push(text);
    tokens += cost;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

function costOf(piece: string): number {
  const code = piece.codePointAt(0) ?? 0;
  if (code >= 0x2e80) return 2;
  return /^[\p{Script=Latin}\p{M}]/u.test(piece) ? Math.ceil(piece.length / 4) : 1;
}

/** The text up to `end`, ended at a sentence, else at a word, within its last fifth; never inside a character. */
function cutNear(text: string, end: number): string {
  const before = text.slice(0, end);
  const earliest = Math.floor(end * 0.8);
  const sentence = Math.max(before.lastIndexOf(". "), before.lastIndexOf("; "), before.lastIndexOf("\n"));
  if (sentence >= earliest) return before.slice(0, sentence + 1).trimEnd();
  const word = before.search(/\s\S*$/);
  if (word >= earliest) return before.slice(0, word);
  return /[\uD800-\uDBFF]$/.test(before) ? before.slice(0, -1) : before;
}
