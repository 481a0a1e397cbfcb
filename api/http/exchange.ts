import type { Principal } from "./principal.ts";

/** One request on its way through the pipeline, with what has been learnt about it. */
export interface Exchange {
  readonly request: Request;
  readonly url: URL;
  readonly requestId: string;
  readonly clientAddress: string;
  readonly isHead: boolean;
  readonly startedAt: number;
  /** Template of the matched route: what logs and metrics name, since a path can hold a token. */
  route: string;
  operationId: string | undefined;
  principal: Principal | undefined;
  /** Headers that the answer gets whatever it is: limits, deprecation. */
  readonly headers: Record<string, string>;
}
