import type { PlainRoute } from "../../http/app.ts";
import type { Exchange } from "../../http/exchange.ts";
import { makeResponse } from "../../http/make-response.ts";
import { html } from "../../http/pages/html.ts";
import { PasswordQueueFull } from "../sessions/password-hash.ts";
import type { Caller } from "../sessions/passwords.service.ts";
import type { Session, Sessions } from "../sessions/sessions.service.ts";
import { accountPage } from "./account-page.ts";
import { type Form, readCheckedForm } from "./form.ts";
import { PageRefused } from "./page-refused.ts";

/** What a page is made from. */
export interface PageRequest {
  readonly request: Request;
  readonly url: URL;
  readonly params: Readonly<Record<string, string>>;
  readonly caller: Caller;
}

/** A page of somebody who is signed in. */
export interface SignedInRequest extends PageRequest {
  readonly session: Session;
}

/** A form that was sent from one of our own pages. */
export interface FormRequest extends SignedInRequest {
  readonly form: Form;
}

type Path = `/${string}`;

/** Ways to declare pages; each of them answers refusals with a page too. */
export interface PageRoutes {
  /** A page for everybody; the session is there when the visitor is signed in. */
  publicPage(path: Path, show: (page: PageRequest & { session: Session | null }) => Promise<Response>): PlainRoute;
  /** A form for everybody, checked for where it comes from. */
  publicForm(
    path: Path,
    take: (page: PageRequest & { session: Session | null; form: Form }) => Promise<Response>,
  ): PlainRoute;
  /** A page that asks to sign in first and comes back afterwards. */
  page(path: Path, show: (page: SignedInRequest) => Promise<Response>): PlainRoute;
  /** A form of a signed-in person, checked for where it comes from and for the session's token. */
  form(path: Path, take: (page: FormRequest) => Promise<Response>): PlainRoute;
  /** The same for owners only. */
  ownersPage(path: Path, show: (page: SignedInRequest) => Promise<Response>): PlainRoute;
  ownersForm(path: Path, take: (page: FormRequest) => Promise<Response>): PlainRoute;
  /**
   * Reads a form and makes sure that one of our pages sent it, for routes that are not declared here.
   *
   * @throws PageRefused
   */
  checkForm(request: Request, session: Session | null): Promise<Form>;
}

/** Makes the ways to declare pages over the sessions of browsers. */
export function makePageRoutes({ sessions }: { readonly sessions: Sessions }): PageRoutes {
  const checkForm = (request: Request, session: Session | null) => readCheckedForm(request, session, sessions.origin);

  const route = (
    method: "GET" | "POST",
    path: Path,
    answer: (page: PageRequest & { session: Session | null }) => Promise<Response>,
  ): PlainRoute => ({
    method,
    path,
    async handle(exchange, params) {
      const { request, url } = exchange;
      const session = await sessions.find(request);
      try {
        return await answer({ request, url, params, session, caller: callerOf(exchange) });
      } catch (error) {
        return refusalPage(error, session);
      }
    },
  });

  const page: PageRoutes["page"] = (path, show) =>
    route("GET", path, async (visit) => {
      const { session, url } = visit;
      if (session) return show({ ...visit, session });
      return redirect(`/account/sign-in?return_to=${encodeURIComponent(`${url.pathname}${url.search}`)}`);
    });
  const form: PageRoutes["form"] = (path, take) =>
    route("POST", path, async (visit) => {
      const { session, request } = visit;
      if (!session) return redirect("/account/sign-in?notice=signed-out");
      return take({ ...visit, session, form: await checkForm(request, session) });
    });

  return {
    checkForm,
    page,
    form,
    publicPage: (path, show) => route("GET", path, show),
    publicForm: (path, take) =>
      route("POST", path, async (visit) => {
        // A signed-in visitor may use these forms too, from a page that was opened before: the sender decides.
        const sent = await checkForm(visit.request, null);
        return take({ ...visit, form: sent });
      }),
    ownersPage: (path, show) =>
      page(path, (visit) => {
        assertOwner(visit.session);
        return show(visit);
      }),
    ownersForm: (path, take) =>
      form(path, (visit) => {
        assertOwner(visit.session);
        return take(visit);
      }),
  };
}

/** Leads the browser on to another page of this service with a GET. */
export function redirect(path: string, headers: Readonly<Record<string, string>> = {}): Response {
  return makeResponse(303, null, { location: path, "cache-control": "no-store", ...headers });
}

function assertOwner(session: Session): void {
  if (session.role === "owner") return;
  throw new PageRefused(
    403,
    "For owners only",
    `Only owners of ${session.organizationName} can do this. Ask one of them; the members page lists them.`,
  );
}

function refusalPage(error: unknown, session: Session | null): Response {
  const refusal =
    error instanceof PasswordQueueFull
      ? new PageRefused(503, "Very busy", "Many people sign in at the moment. Try again in a few seconds.", {
          "retry-after": "5",
        })
      : error;
  if (!(refusal instanceof PageRefused)) throw error;
  return accountPage({
    title: refusal.title,
    session,
    status: refusal.status,
    headers: refusal.headers,
    body: html`<section class="card narrow"><h1>${refusal.title}</h1><p>${refusal.message}</p>
<p><a href="${session ? "/account" : "/account/sign-in"}">${session ? "Back to the overview" : "Sign in"}</a></p></section>`,
  });
}

function callerOf(exchange: Exchange): Caller {
  return { address: exchange.clientAddress, requestId: exchange.requestId };
}
