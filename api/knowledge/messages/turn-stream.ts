import type { TurnEvent } from "../../../agent/index.ts";
import type { TurnView } from "./messages.model.ts";

/** Silence after which a comment is sent, so that proxies keep the connection. */
const heartbeatMs = 15_000;

/**
 * Streams a turn as server-sent events: `turn`, then `tool` and `token` as they happen, `citation` for each citation of
 * the finished answer, and `done` with the whole turn, or `error` with what a problem document would say.
 *
 * A caller who goes away does not end the turn: it is finished and charged as if waited for.
 */
export function streamTurn(
  opened: TurnView,
  run: (onEvent: (event: TurnEvent) => void) => Promise<TurnView>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isOpen = true;
  return new ReadableStream({
    start(controller) {
      const write = (text: string) => {
        if (isOpen) controller.enqueue(encoder.encode(text));
      };
      const send = (event: string, data: unknown) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      const heartbeat = setInterval(() => write(": still running\n\n"), heartbeatMs);
      const finish = () => {
        clearInterval(heartbeat);
        if (isOpen) controller.close();
        isOpen = false;
      };
      send("turn", { turn_id: opened.turn_id, status: opened.status });
      run((event) => forward(event, send))
        .then((turn) => sendEnding(turn, send))
        .catch(() => send("error", { code: "internal_error", detail: "The turn failed inside the service." }))
        .finally(finish);
    },
    cancel() {
      isOpen = false;
    },
  });
}

function forward(event: TurnEvent, send: (event: string, data: unknown) => void): void {
  if (event.type === "tool-call") send("tool", { tool: event.tool, status: "running" });
  if (event.type === "tool-result") send("tool", { tool: event.tool, status: event.status, summary: event.summary });
  if (event.type === "answer-delta") send("token", { text: event.text });
}

function sendEnding(turn: TurnView, send: (event: string, data: unknown) => void): void {
  if (turn.status === "failed") {
    send("error", turn.error);
    return;
  }
  for (const citation of turn.citations) send("citation", citation);
  send("done", turn);
}
