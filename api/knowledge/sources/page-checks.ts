import type { ParsedDocument } from "../../../ingest/index.ts";

/** Titles of the pages by which hosts ask for a proof that a person is there. */
const challengeTitle =
  /<title[^>]*>\s*(?:just a moment|attention required|access denied|enable javascript and cookies|checking your browser|verify you are human)/i;
const headCharacters = 8_192;
const leastCharacters = 200;
const leastLawCharacters = 1_000;

/** Tells whether a page is not what was asked for but a test whether a person asks. */
export function isChallengePage(bytes: Uint8Array): boolean {
  return challengeTitle.test(Buffer.from(bytes.subarray(0, headCharacters)).toString("latin1"));
}

/** Tells whether a document can be a code of law: it has sections, or more text than a notice. */
export function isLaw({ text, outline }: Pick<ParsedDocument, "text" | "outline">): boolean {
  return outline.length > 1 || text.length >= leastLawCharacters;
}

/** Tells whether a page that was read is only the frame into which scripts of a browser would put the text. */
export function isScriptShell(bytes: Uint8Array, text: string): boolean {
  return text.length < leastCharacters && /<script\b/i.test(Buffer.from(bytes).toString("latin1"));
}
