import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { abbreviation } from "../grounding/claims.ts";

/** Where a sentence may end: after its mark, its closing quotation mark and its source markers, before white space. */
const mayEnd = /[.!?]["”)]?(?:\s*\[[\d,\s]{1,40}\])*\s+(?=["“(]?[A-Z])|\n/g;
/** The number that begins an item of a list. */
const itemNumber = /^\d{1,2}[.)]$/;

/** Receives the text of a model's replies while the model writes, and passes it on sentence by sentence. */
export class SentenceStream extends BaseCallbackHandler {
  readonly name = "sentence-stream";
  /** Makes LangChain stream the reply of a model that is invoked. */
  readonly lc_prefer_streaming = true;
  /** Runs in the order of the stream. */
  override awaitHandlers = true;
  readonly #onSentence: (sentence: string) => void;
  #run = "";
  #text = "";
  #passedOn = 0;

  /** @param onSentence receives each whole sentence with the white space after it */
  constructor(onSentence: (sentence: string) => void) {
    super();
    this.#onSentence = onSentence;
  }

  override handleLLMNewToken(token: string, _indices: unknown, runId: string): void {
    if (runId !== this.#run) {
      this.#run = runId;
      this.#text = "";
      this.#passedOn = 0;
    }
    this.#text += token;
    if (/\s/.test(token)) this.#passOn();
  }

  /** Returns what of a finished reply was not passed on, and starts over. */
  rest(reply: string): string {
    const rest = reply.startsWith(this.#text.slice(0, this.#passedOn)) ? reply.slice(this.#passedOn) : "";
    this.#text = "";
    this.#passedOn = 0;
    return rest;
  }

  #passOn(): void {
    const held = this.#text.slice(this.#passedOn);
    let from = 0;
    for (const match of held.matchAll(mayEnd)) {
      const end = match.index + match[0].length;
      const sentence = held.slice(from, end);
      if (match[0] !== "\n" && (abbreviation.test(sentence.trimEnd()) || itemNumber.test(sentence.trim()))) continue;
      from = end;
      this.#onSentence(sentence);
    }
    this.#passedOn += from;
  }
}
