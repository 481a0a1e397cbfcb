/** Stable codes of what can go wrong between a question and its answer. */
export type ModelErrorCode =
  | "model.unknown"
  | "model.unavailable"
  | "model.rate-limited"
  | "model.timeout"
  | "model.refused"
  | "model.context-exceeded"
  | "model.malformed";

/** A failure of a chat model; recognised by `code`. The message is for the log, never for a caller. */
export class ModelFailure extends Error {
  readonly code: ModelErrorCode;
  readonly modelId: string;

  constructor(code: ModelErrorCode, modelId: string, internal: string, options?: { cause?: unknown }) {
    super(internal, options);
    this.name = new.target.name;
    this.code = code;
    this.modelId = modelId;
  }
}

/** No model of the catalogue has that id. */
export class ModelUnknown extends ModelFailure {
  constructor(modelId: string) {
    super("model.unknown", modelId, `no model has the id "${modelId}"`);
  }
}

/** The model is switched off or cannot be reached. */
export class ModelUnavailable extends ModelFailure {
  constructor(modelId: string, internal: string, options?: { cause?: unknown }) {
    super("model.unavailable", modelId, internal, options);
  }
}

/** The model's provider refused for rate. */
export class ModelRateLimited extends ModelFailure {
  constructor(modelId: string, internal: string, options?: { cause?: unknown }) {
    super("model.rate-limited", modelId, internal, options);
  }
}

/** The model did not answer inside the turn's time. */
export class ModelTimeout extends ModelFailure {
  constructor(modelId: string, internal: string, options?: { cause?: unknown }) {
    super("model.timeout", modelId, internal, options);
  }
}

/** The model declined to answer. */
export class ModelRefused extends ModelFailure {
  constructor(modelId: string, internal: string) {
    super("model.refused", modelId, internal);
  }
}

/** The model's reply could not be read: broken tool calls, an empty or cut-off answer. */
export class ModelMalformed extends ModelFailure {
  constructor(modelId: string, internal: string, options?: { cause?: unknown }) {
    super("model.malformed", modelId, internal, options);
  }
}

/** The request was longer than the model's context. */
export class ModelContextExceeded extends ModelFailure {
  /** Tokens that the server says it takes; 0 when it names none. */
  readonly contextTokens: number;
  constructor(modelId: string, contextTokens: number, internal: string, options?: { cause?: unknown }) {
    super("model.context-exceeded", modelId, internal, options);
    this.contextTokens = contextTokens;
  }
}
