import { type AccountLinks, makeAccountLinks } from "../../api/access/account-links/account-links.service.ts";
import { type Accounts, makeAccounts } from "../../api/access/accounts/accounts.service.ts";
import { type ApiKeys, makeApiKeys } from "../../api/access/api-keys/api-keys.service.ts";
import { makePasswords } from "../../api/access/sessions/passwords.service.ts";
import { makeSessions } from "../../api/access/sessions/sessions.service.ts";
import { walletOperations } from "../../api/commerce/wallet/wallet.routes.ts";
import { makeWallet, type Wallet } from "../../api/commerce/wallet/wallet.service.ts";
import { type HttpApp, type HttpAppOptions, makeHttpApp } from "../../api/http/app.ts";
import { makeIdempotencyClaims } from "../../api/http/idempotency.ts";
import { revokeLinksMintedBy } from "../../api/http/one-time-links.repository.ts";
import type { Operation } from "../../api/http/operation.ts";
import type { Principal } from "../../api/http/principal.ts";
import { noLimits } from "../../api/http/rate-limit.ts";
import { openTestDatabase, type TestDatabase } from "./database.ts";

/** The base address tests use; the router needs a host of ordinary length. */
export const testBaseUrl = "http://localhost:3000";

/** Services over an empty database of the test's own. */
export interface TestServices {
  readonly db: TestDatabase;
  readonly wallet: Wallet;
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly links: AccountLinks;
  close(): Promise<void>;
}

/** Opens the platform services over a fresh database. */
export async function openTestServices(now?: () => Date): Promise<TestServices> {
  return openServicesOn(await openTestDatabase(), now);
}

/** Opens the platform services over a database that is there already. */
export function openServicesOn(db: TestDatabase, now?: () => Date): TestServices {
  const wallet = makeWallet(db, now);
  const apiKeys = makeApiKeys({ db, revokeLinksMintedBy: (credentialId) => revokeLinksMintedBy(db, credentialId) });
  const accounts = makeAccounts({
    db,
    grantCredits: wallet.grant,
    revokeCredentialsOf: apiKeys.revokeAllOf,
  });
  const sessions = makeSessions(db, { baseUrl: testBaseUrl });
  const passwords = makePasswords({ db, sessions });
  const links = makeAccountLinks({ db, accounts, passwords, sessions, baseUrl: testBaseUrl });
  return { db, wallet, accounts, apiKeys, links, close: () => db.close() };
}

/** An organization with an owner, a member and a key of each. */
export interface TestOrganization {
  readonly orgId: string;
  readonly ownerId: string;
  readonly memberId: string;
  readonly ownerKey: string;
  readonly memberKey: string;
  readonly owner: Principal;
  readonly member: Principal;
}

/** Makes an organization for a test. */
export async function makeTestOrganization(services: TestServices, name: string): Promise<TestOrganization> {
  const { id: orgId } = await services.accounts.createOrganization({ name });
  const person = async (role: "owner" | "member") => {
    const email = `${role}@${name.replaceAll(" ", "-").toLowerCase()}.example`;
    const member = await services.accounts.addMember({ orgId, email, role });
    const { key } = await services.apiKeys.mint({ orgId, createdBy: member.user_id, name: `${role} key` });
    return { userId: member.user_id, key, principal: await services.apiKeys.authenticate(key) };
  };
  const owner = await person("owner");
  const member = await person("member");
  return {
    orgId,
    ownerId: owner.userId,
    memberId: member.userId,
    ownerKey: owner.key,
    memberKey: member.key,
    owner: owner.principal,
    member: member.principal,
  };
}

/** What a test sends. */
export interface TestRequest {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A value is sent as JSON; a string or bytes as they are, with the content type of the headers. */
  readonly body?: unknown;
  readonly address?: string;
}

/** What came back, read whole. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text read as JSON; undefined when there was none. */
  readonly json: Record<string, unknown>;
}

/** Sends a request through the whole pipeline. */
export type Call = (method: string, path: string, request?: TestRequest) => Promise<TestAnswer>;

/** Lines an application logged. */
export interface TestLog {
  readonly lines: { readonly level: "info" | "error"; readonly record: object; readonly message: string }[];
}

/** An application over test services, and the way to call it. */
export interface TestApp {
  readonly app: HttpApp;
  readonly call: Call;
  readonly log: TestLog;
}

/** Makes an application of the given operations (and the wallet's), without limits unless the test brings a limiter. */
export function makeTestApp(
  services: TestServices,
  operations: readonly Operation[] = [],
  options: Partial<HttpAppOptions> = {},
): TestApp {
  const log: TestLog = { lines: [] };
  const app = makeHttpApp({
    operations: [...walletOperations({ wallet: services.wallet }), ...operations],
    authenticate: services.apiKeys.authenticate,
    limiter: noLimits,
    idempotency: makeIdempotencyClaims(services.db),
    baseUrl: testBaseUrl,
    validatesResponses: true,
    logger: {
      info: (record, message) => void log.lines.push({ level: "info", record, message }),
      error: (record, message) => void log.lines.push({ level: "error", record, message }),
    },
    ...options,
  });
  return { app, log, call: callerOf(app) };
}

/** Gives the function that calls an application the way a client would. */
export function callerOf(app: HttpApp): Call {
  return async (method, path, request = {}) => {
    const headers = new Headers(request.headers);
    if (request.key !== undefined) headers.set("authorization", `Bearer ${request.key}`);
    const init: RequestInit & { duplex?: "half" } = { method, headers };
    if (typeof request.body === "string" || request.body instanceof Uint8Array) {
      init.body = typeof request.body === "string" ? request.body : Buffer.from(request.body);
    } else if (request.body !== undefined) {
      init.body = JSON.stringify(request.body);
      if (!headers.has("content-type")) headers.set("content-type", "application/json");
    }
    const response = await app.fetch(new Request(`${testBaseUrl}${path}`, init), {
      address: request.address ?? "203.0.113.7",
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: readJson(response, text) };
  };
}

function readJson(response: Response, text: string): Record<string, unknown> {
  return /json/.test(response.headers.get("content-type") ?? "") && text !== "" ? JSON.parse(text) : {};
}
