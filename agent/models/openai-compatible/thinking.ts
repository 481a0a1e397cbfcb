const opening = "<think>";
const closing = "</think>";

/** Removes the reasoning that some servers leave in the text of a reply, between `<think>` and `</think>` at its start. */
export function withoutThinking(text: string): string {
  const end = text.lastIndexOf(closing);
  if (end >= 0) return text.slice(end + closing.length).trimStart();
  return text.trimStart().startsWith(opening) ? "" : text;
}

/** Removes reasoning from a text that arrives in pieces. */
export interface ThinkingFilter {
  /** Returns what can be passed on after this piece. */
  push(piece: string): string;
  /** Returns what was held back because it could have begun a reasoning block. */
  end(): string;
}

/** Makes a filter for one reply. It holds back at most a few characters, except inside the reasoning itself. */
export function makeThinkingFilter(): ThinkingFilter {
  let state: "start" | "thinking" | "text" = "start";
  let held = "";
  return {
    push(piece) {
      if (state === "text") return piece;
      held += piece;
      if (state === "start") {
        const begun = held.trimStart();
        if (begun.length < opening.length && opening.startsWith(begun)) return "";
        if (!begun.startsWith(opening)) {
          state = "text";
          const text = held;
          held = "";
          return text;
        }
        state = "thinking";
        held = begun.slice(opening.length);
      }
      const end = held.indexOf(closing);
      if (end < 0) {
        held = held.slice(-(closing.length - 1));
        return "";
      }
      state = "text";
      const text = held.slice(end + closing.length).trimStart();
      held = "";
      return text;
    },
    end() {
      const text = state === "start" ? held : "";
      held = "";
      return text;
    },
  };
}
