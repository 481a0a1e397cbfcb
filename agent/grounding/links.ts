/** An address with its scheme, one that a reader would make a link of, and code in the place of an address. */
const address =
  /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|mailto:(?=\S+@)|(?:javascript|vbscript):(?=\S)|data:(?=[a-z]+\/))[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}]/gi;
const image = /!\[([^\]]*)\]\([^)]*\)/g;
/** Brackets before parentheses also stand in ordinances: only what could be an address makes a link of them. */
const namedLink = /\[([^[\]]*)\]\(\s*(?=[^)\s]*(?:[:/#]|\.[a-z]))([^)\s]+)(?:\s[^)]*)?\)/gi;
const reference = /^\s*\[[^\]]+\]:\s*\S.*$/gm;
const tag = /<\/?[a-z][^>]*>/gi;

/** What stands where an address was. */
const leftOut = "(link left out)";

/**
 * Takes links and images out of a text that a model wrote or a document holds, and leaves their words.
 *
 * A link in an answer can carry what the model has read to whoever owns its address, and an image does so unasked when
 * it is shown; where a sentence comes from is said by its citation. Only the given addresses stay, as plain text.
 */
export function withoutLinks(text: string, known: ReadonlySet<string> = new Set()): string {
  if (!/[:<]|www\.|\]\(/i.test(text)) return text;
  return text
    .replace(image, "$1")
    .replace(namedLink, (_, words: string, target: string) => (known.has(target) ? `${words} ${target}` : words))
    .replace(reference, "")
    .replace(tag, "")
    .replace(address, (found) => (known.has(found) ? found : leftOut));
}
