/** How one chat model is called. */
export interface ModelSettings {
  /** Tokens that instructions, conversation, sources and reply may take together. */
  readonly contextTokens: number;
  /** Most tokens of one reply, those of its reasoning included. */
  readonly maxOutputTokens: number;
  /** 0 to 2; null leaves the choice to the server, which is the only value some reasoning models accept. */
  readonly temperature: number | null;
  /** Null leaves the choice to the server. */
  readonly reasoningEffort: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | null;
}

/**
 * Settings of a model that has none of its own. 32,768 tokens is what small models commonly offer; models with more are
 * named in the setting `CHAT_MODEL_SETTINGS`.
 */
export const defaultModelSettings: ModelSettings = {
  contextTokens: 32_768,
  maxOutputTokens: 2_000,
  temperature: null,
  reasoningEffort: null,
};
