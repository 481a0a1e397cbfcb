import type { DescribedOperation } from "./api-document.ts";
import type { AnswerChecks, ReadAnswer } from "./check-answer.ts";
import type { FuzzRequest } from "./requests.ts";
import type { FuzzWorld } from "./world.ts";

/**
 * Operations whose refusal leaves a mark by design: bytes that do not fit their declaration use the link up, and the
 * upload keeps the reason.
 */
const leavesMarks = new Set(["sendUploadContent"]);

/** Reads that mint or use up a link. */
const readsWithEffects = new Set(["getArtifact", "downloadFile"]);

/**
 * Sends a request and holds the answer against the documentation and against what the service promises of every
 * request: refusals change nothing, secrets stay secret, another organization's things are not there.
 *
 * @throws Error that says what is wrong and shows the request
 */
export async function judge(
  world: FuzzWorld,
  checks: AnswerChecks,
  operation: DescribedOperation,
  wanted: FuzzRequest,
): Promise<void> {
  const before = await send(world, wanted);
  const { request, answer, changed } = before;
  const faults = [
    ...checks.faultsOf(operation, answer, request),
    ...faultsOfAdmission(world, checks, operation, wanted, before),
    ...world.secrets.filter((secret) => answer.text.includes(secret)).map(() => "the answer shows a key"),
  ];
  // A chore of the service may run in between: only a request that does it again has changed something.
  if (mustChangeNothing(operation, wanted, answer) && changed.length > 0) {
    const again = await send(world, wanted);
    if (again.changed.length > 0) faults.push(`status ${answer.status} changed ${again.changed.join(", ")}`);
  }
  if (mustBeReplayed(operation, before)) faults.push(...(await faultsOfReplay(world, wanted, answer)));
  if (faults.length > 0) throw new Error(`${faults.join("\n")}\n${shown(before)}`);
}

interface Sent {
  readonly request: Request;
  readonly body: string | undefined;
  readonly answer: ReadAnswer;
  /** Tables whose rows are not what they were. */
  readonly changed: readonly string[];
}

async function send(world: FuzzWorld, wanted: FuzzRequest): Promise<Sent> {
  const request = await world.realized(wanted);
  const body = request.body === null ? undefined : await request.clone().text();
  const before = await world.state();
  const response = await world.app.service.app.fetch(request, { address: "203.0.113.9" });
  const answer = { status: response.status, headers: response.headers, text: await response.text() };
  await world.settle();
  const after = await world.state();
  const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
  return { request, body, answer, changed };
}

function mustChangeNothing(operation: DescribedOperation, wanted: FuzzRequest, answer: ReadAnswer): boolean {
  if (answer.status >= 400) return !leavesMarks.has(operation.operationId);
  if (wanted.method === "HEAD") return true;
  return wanted.method === "GET" && !readsWithEffects.has(operation.operationId);
}

/** A dry run, a summary that found nothing and an address that is not fetched commit nothing, so there is nothing to remember. */
function mustBeReplayed(operation: DescribedOperation, { request, answer, body }: Sent): boolean {
  const takesKey = operation.parameters.some(({ name }) => name === "Idempotency-Key");
  const isFree = operation.operationId === "summariseProject" && /"credits_charged":0\b/.test(answer.text);
  const isIdle = operation.operationId === "addProjectSource" && /"dispatched":false/.test(answer.text);
  const isKept = answer.status < 300 && !/"dry_run":true/.test(body ?? "") && answer.text.startsWith("{");
  return takesKey && isKept && !isFree && !isIdle && request.headers.has("idempotency-key");
}

/** A link works once, so a replay brings a fresh one. */
const freshInReplays = /"(?:upload_url|expires_at)":"[^"]*"/g;

async function faultsOfReplay(world: FuzzWorld, wanted: FuzzRequest, first: ReadAnswer): Promise<string[]> {
  const { answer, changed } = await send(world, wanted);
  const faults: string[] = [];
  if (answer.headers.get("idempotent-replayed") !== "true") faults.push("a repeated key was not said to be replayed");
  if (answer.status !== first.status) faults.push(`a repeated key was answered with ${answer.status}`);
  const [before, after] = [first.text, answer.text].map((text) => text.replaceAll(freshInReplays, ""));
  if (before !== after) faults.push(`a repeated key was answered otherwise: ${answer.text.slice(0, 1_000)}`);
  const effects = changed.filter((table) => table !== "one_time_link");
  if (effects.length > 0) faults.push(`a repeated key changed ${effects.join(", ")}`);
  return faults;
}

/** What is let in although it must not be. */
function faultsOfAdmission(
  world: FuzzWorld,
  checks: AnswerChecks,
  operation: DescribedOperation,
  wanted: FuzzRequest,
  { request, body, answer }: Sent,
): string[] {
  if (answer.status >= 400) return [];
  const faults: string[] = [];
  const isUnknown = ["revoked", "malformed", "nobody"].includes(wanted.caller);
  if (operation.needsCredential && isUnknown) faults.push(`${wanted.caller} was let in`);
  if (wanted.caller === "narrow" && operation.needsCredential && operation.operationId !== "getWallet") {
    faults.push("a key without the scope was let in");
  }
  const isAnother = wanted.caller === "stranger" || wanted.caller === "member";
  if (isAnother && world.ownIds.some((id) => request.url.includes(id)))
    faults.push(`${wanted.caller} sees the project`);
  if (operation.bodySchema !== undefined) {
    const value = body === undefined || body === "" ? {} : JSON.parse(body);
    if (!checks.allowsBody(operation, value)) faults.push("a body that its schema refuses was accepted");
  }
  return faults;
}

/** A request and its answer as a person can read and repeat them. */
function shown({ request, body, answer }: Sent): string {
  const headers = [...request.headers].map(([name, value]) =>
    name === "authorization" ? "authorization: Bearer …" : `${name}: ${value}`,
  );
  const lines = [`${request.method} ${request.url}`, ...headers];
  if (body !== undefined) lines.push("", body.slice(0, 2_000));
  return [...lines, "", `-> ${answer.status} ${answer.text.slice(0, 1_000)}`].join("\n");
}
