import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { estimateTokens } from "../answerer.ts";

/** How much of each source stays: of older tool results, and of those since the model's last reply. In characters. */
const stages: readonly { readonly older: number; readonly latest: number }[] = [
  { older: 600, latest: Number.POSITIVE_INFINITY },
  { older: 200, latest: Number.POSITIVE_INFINITY },
  { older: 0, latest: 1_500 },
  { older: 0, latest: 600 },
  { older: 0, latest: 200 },
];
const source = /(<source id="(\d+)"[^\n]*>\n)([\s\S]*?)(\n<\/source>)/g;
const marker = /\[(\d{1,3})\]/g;

/**
 * Returns messages that fit a number of tokens: sources in tool results are shortened, older ones first, as far as it
 * takes. Sources that the model has cited are shortened last. Returned unchanged when they fit.
 *
 * A shortened source keeps its number, so that the model can cite it or open it again.
 */
export function compactMessages(messages: readonly BaseMessage[], mostTokens: number): BaseMessage[] {
  const fits = (some: readonly BaseMessage[]) => estimateTokens(some.map(lengthText)) <= mostTokens;
  if (fits(messages)) return [...messages];
  const cited = citedIn(messages);
  const lastReply = messages.findLastIndex((message) => AIMessage.isInstance(message));
  let compacted = [...messages];
  for (const { older, latest } of stages) {
    compacted = messages.map((message, at) => {
      if (!ToolMessage.isInstance(message) || typeof message.content !== "string") return message;
      return withContent(message, shortened(message.content, at > lastReply ? latest : older, cited));
    });
    if (fits(compacted)) return compacted;
  }
  return compacted;
}

function lengthText(message: BaseMessage): string {
  const calls = AIMessage.isInstance(message) ? JSON.stringify(message.tool_calls ?? []) : "";
  return message.text + calls;
}

function citedIn(messages: readonly BaseMessage[]): ReadonlySet<string> {
  const texts = messages.flatMap((message) => (AIMessage.isInstance(message) ? [message.text] : []));
  return new Set(texts.flatMap((text) => [...text.matchAll(marker)].map((match) => match[1] ?? "")));
}

function shortened(content: string, characters: number, cited: ReadonlySet<string>): string {
  return content.replace(source, (whole, open: string, id: string, body: string, close: string) => {
    const kept = cited.has(id) ? Math.max(characters, 600) : characters;
    return body.length <= kept ? whole : `${open}${body.slice(0, kept)}… (shortened)${close}`;
  });
}

function withContent(message: ToolMessage, content: string): ToolMessage {
  const { tool_call_id, name, status } = message;
  return new ToolMessage({ content, tool_call_id, ...(name ? { name } : {}), ...(status ? { status } : {}) });
}
