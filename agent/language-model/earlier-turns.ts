import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { passageOfCitation } from "../../retrieval/index.ts";
import { estimateTokens } from "../answerer.ts";
import { type EvidenceDesk, quoteSources } from "../evidence-desk.ts";
import type { MarkedCitation, PreviousTurn } from "../turn.ts";

/** Earlier turns as a model reads them. */
export interface EarlierTurns {
  readonly messages: readonly BaseMessage[];
  /** The sources that the earlier answers cite, by their numbers in this turn. */
  readonly sources: string;
}

/**
 * Returns the latest earlier turns that fit a number of tokens, oldest first. What they cite is placed on the desk, so
 * that this turn can cite it too, and their markers become the numbers of this turn. Of facts, those that are unchanged keep
 * a marker.
 */
export function earlierTurns(turns: readonly PreviousTurn[], desk: EvidenceDesk, mostTokens: number): EarlierTurns {
  const kept: PreviousTurn[] = [];
  let tokens = 0;
  for (const turn of turns.toReversed()) {
    tokens += estimateTokens([turn.question, turn.answer, ...turn.citations.map(({ quote }) => quote)]);
    if (tokens > mostTokens) break;
    kept.unshift(turn);
  }
  const messages = kept.flatMap((turn) => [new HumanMessage(turn.question), new AIMessage(renumbered(turn, desk))]);
  return { messages, sources: quoteSources(desk.all(), mostTokens * 4) };
}

function renumbered({ answer, citations }: PreviousTurn, desk: EvidenceDesk): string {
  const numberOf = (citation: MarkedCitation) =>
    citation.kind === "fact"
      ? desk.facts().find(({ fact }) => fact.statement === citation.quote)?.marker
      : desk.place([passageOfCitation(citation)])[0]?.marker;
  const numbers = new Map(citations.map((citation) => [String(citation.marker), numberOf(citation)] as const));
  return answer.replace(/\s?\[(\d{1,3})\]/g, (_, marker: string) => {
    const number = numbers.get(marker);
    return number === undefined ? "" : ` [${number}]`;
  });
}
