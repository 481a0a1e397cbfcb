import type { AccountLinks } from "../../../api/access/account-links/account-links.service.ts";
import { type Connections, makeConnections } from "../../../api/access/connections/connections.service.ts";
import { makePasswords, type Passwords } from "../../../api/access/sessions/passwords.service.ts";
import { makeSessions, type Sessions } from "../../../api/access/sessions/sessions.service.ts";
import { type AccountAreaParts, composeAccountArea } from "../../../api/boot/compose-account.ts";
import type { HttpApp } from "../../../api/http/app.ts";
import { revokeLinksMintedBy } from "../../../api/http/one-time-links.repository.ts";
import { declaredOperations, unreachableService } from "../../support/declared-operations.ts";
import {
  type Call,
  makeTestApp,
  makeTestOrganization,
  openTestServices,
  type TestAnswer,
  type TestOrganization,
  type TestServices,
  testBaseUrl,
} from "../../support/http.ts";

/** The account area over an empty database of the test's own. */
export interface AccountArea {
  readonly services: TestServices;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly call: Call;
  readonly app: HttpApp;
  readonly links: AccountLinks;
  readonly connections: Connections;
}

/** A password that every person of these tests has unless the test says otherwise. */
export const testPassword = "correct horse battery";

/** The pages of projects are tested over the composed service. */
const noProjects: AccountAreaParts["knowledge"] = {
  projects: unreachableService("projects"),
  documents: unreachableService("documents"),
  deletion: unreachableService("deletion"),
};

/** Opens the account area for one test file. */
export async function openAccountArea(baseUrl = testBaseUrl): Promise<AccountArea> {
  const services = await openTestServices();
  const { db } = services;
  const sessions = makeSessions(db, { baseUrl });
  const passwords = makePasswords({ db, sessions });
  const connections = makeConnections({ db, revokeLinksMintedBy: (id) => revokeLinksMintedBy(db, id) });
  const operations = declaredOperations();
  const parts = { ...services, connections, sessions, passwords, baseUrl, operations, knowledge: noProjects };
  const { routes, links } = composeAccountArea(parts);
  const { call, app } = makeTestApp(services, [], { routes, baseUrl });
  return { services, sessions, passwords, call, app, links, connections };
}

/** Gives a person a password, as a link would. */
export async function givePassword({ services, passwords }: AccountArea, userId: string): Promise<void> {
  await passwords.store(services.db, userId, await passwords.hash(testPassword));
}

/** The account area with two organizations whose people can sign in: what most tests of its pages begin with. */
export interface PeopledArea {
  readonly area: AccountArea;
  readonly acme: TestOrganization;
  readonly other: TestOrganization;
}

/** Opens the account area with people in it. */
export async function openPeopledArea(): Promise<PeopledArea> {
  const area = await openAccountArea();
  const acme = await makeTestOrganization(area.services, "Acme");
  const other = await makeTestOrganization(area.services, "Other");
  for (const id of [acme.ownerId, acme.memberId, other.ownerId]) await givePassword(area, id);
  return { area, acme, other };
}

/** A browser without a window: keeps its cookie, and sends forms the way browsers do. */
export interface Browser {
  cookie: string | null;
  get(path: string): Promise<TestAnswer>;
  /** Sends a form, with the token of the page named by `from` unless the fields bring one. */
  post(path: string, fields: Readonly<Record<string, string>>, from?: string): Promise<TestAnswer>;
  /** Sends bytes and headers of the test's choice. */
  send(method: string, path: string, headers: Record<string, string>, body?: string): Promise<TestAnswer>;
}

/** Opens a browser at an address. */
export function openBrowser(call: Call, address = "203.0.113.7"): Browser {
  const browser: Browser = {
    cookie: null,
    get: (path) => browser.send("GET", path, {}),
    async post(path, fields, from) {
      const token = from === undefined ? {} : { form_token: tokenIn((await browser.get(from)).text) };
      const body = new URLSearchParams({ ...token, ...fields }).toString();
      const headers = { "content-type": "application/x-www-form-urlencoded", origin: testBaseUrl };
      return browser.send("POST", path, headers, body);
    },
    async send(method, path, headers, body) {
      const cookie: Record<string, string> = browser.cookie === null ? {} : { cookie: browser.cookie };
      const answer = await call(method, path, {
        address,
        headers: { ...cookie, ...headers },
        ...(body === undefined ? {} : { body }),
      });
      const set = answer.headers.get("set-cookie");
      if (set !== null) browser.cookie = set.includes("Max-Age=0") ? null : (set.split(";")[0] ?? null);
      return answer;
    },
  };
  return browser;
}

/** Opens a browser and signs a person in. */
export async function signedIn(call: Call, email: string, password = testPassword): Promise<Browser> {
  const browser = openBrowser(call);
  const answer = await browser.post("/account/sign-in", { email, password });
  if (answer.status !== 303) throw new Error(`signing in as ${email} gave ${answer.status}`);
  return browser;
}

/** The token of the forms of a page. */
export function tokenIn(markup: string): string {
  return /name="form_token" value="([^"]+)"/.exec(markup)?.[1] ?? "";
}
