import { AsyncLocalStorage } from "node:async_hooks";

/** What records made on behalf of a request say of it. */
export interface CurrentRequest {
  readonly requestId: string;
  readonly clientAddress: string;
}

const current = new AsyncLocalStorage<CurrentRequest | undefined>();

/** Runs the work of a request, within which {@link currentRequest} tells of it. */
export function duringRequest<Result>(request: CurrentRequest, work: () => Result): Result {
  return current.run(request, work);
}

/** Runs work that belongs to no request, though one may have set it going: a job that a worker takes up. */
export function outsideRequests<Result>(work: () => Result): Result {
  return current.run(undefined, work);
}

/** Gives the request that is being answered; undefined for what the service does by itself. */
export function currentRequest(): CurrentRequest | undefined {
  return current.getStore();
}
