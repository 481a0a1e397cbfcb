import type { PlainRoute } from "../../http/app.ts";
import { html } from "../../http/pages/html.ts";
import { problem } from "../../http/problem.ts";
import { accountPage } from "../pages/account-page.ts";
import { capsFromForm } from "../pages/caps-fields.ts";
import { PageRefused } from "../pages/page-refused.ts";
import { type FormRequest, type PageRoutes, redirect } from "../pages/page-routes.ts";
import type { Session, Sessions } from "../sessions/sessions.service.ts";
import type { Authorizations, ReadRequest } from "./authorization.service.ts";
import { isClientAddress } from "./client-documents.ts";
import { consentPage } from "./consent-page.ts";

/** What the pages of the authorization server need. */
export interface AuthorizeRoutesDeps {
  readonly pages: PageRoutes;
  readonly sessions: Pick<Sessions, "organizationsOf">;
  readonly authorizations: Authorizations;
  /** Counts a call of a limit of its own; throws Problem rate_limited. */
  readonly takeLimit: (key: string, perMinute: number) => Promise<void>;
}

type Refused = Extract<ReadRequest, { kind: "refused" }>;

const authorizePerMinute = 30;
const documentsPerMinute = 10;

/** Declares the page that asks a person, and the form by which the person answers. */
export function authorizeRoutes(deps: AuthorizeRoutesDeps): PlainRoute[] {
  const { pages, sessions, authorizations, takeLimit } = deps;
  return [
    pages.publicPage("/oauth/authorize", async ({ session, url, request }) => {
      if (request.method !== "GET") throw problem("method_not_allowed", {}, { headers: { allow: "GET" } });
      const signIn = `/account/sign-in?return_to=${encodeURIComponent(`${url.pathname}${url.search}`)}`;
      if (isClientAddress(url.searchParams.get("client_id") ?? "")) {
        // To know such an app its address is fetched: nobody makes the service do that without signing in, or often.
        if (!session) return redirect(signIn);
        await takeLimit(`client-document:${session.sessionId}`, documentsPerMinute);
      }
      const read = await authorizations.read(url.searchParams);
      if (read.kind === "untrusted") throw new PageRefused(400, "This request cannot be trusted", read.message);
      if (!session) return redirect(signIn);
      if (read.kind === "refused") return refusalPage(session, read);
      await takeLimit(`authorize:${session.sessionId}`, authorizePerMinute);
      const secret = await authorizations.park(read.request, session);
      const organizations = await sessions.organizationsOf(session.userId);
      return consentPage({ session, organizations, request: secret, ...read.request });
    }),
    pages.form("/oauth/consent", (sent) => decide(deps, sent)),
  ];
}

/**
 * Shows what is wrong with a request, with a link that reports it to the app. Anybody can register an app, so nothing
 * leads there without a click: a link to this service would otherwise open any address.
 *
 * @see RFC 9700 section 4.11.2
 */
function refusalPage(session: Session, { clientName, message, location }: Refused): Response {
  const { host } = new URL(location);
  return accountPage({
    title: "This request cannot be answered",
    session,
    status: 400,
    body: html`<section class="card narrow"><h1>This request cannot be answered</h1>
<p>The app that calls itself ${clientName} sent a request with an error: ${message}</p>
<p><a href="${location}" rel="noreferrer">Report the error to the app at ${host}</a></p></section>`,
  });
}

async function decide({ authorizations, sessions }: AuthorizeRoutesDeps, sent: FormRequest): Promise<Response> {
  const { session, form } = sent;
  const secret = form.text("request");
  const decision = form.text("decision");
  if (decision !== "approve" && decision !== "deny") {
    throw new PageRefused(422, "No decision", "Go back and choose Approve or Deny.");
  }
  if (decision === "deny") return leadOn(await authorizations.deny(secret, session));
  const organizations = await sessions.organizationsOf(session.userId);
  const organizationId = form.text("organization") || session.organizationId;
  if (!organizations.some((organization) => organization.org_id === organizationId)) {
    throw new PageRefused(403, "Not your organization", "You do not work in the organization that was chosen.");
  }
  const { typed, caps, faults } = capsFromForm(form);
  if (caps !== null) return leadOn(await authorizations.approve(secret, { ...session, organizationId }, caps));
  const request = await authorizations.find(secret, session);
  if (!request) return leadOn(undefined);
  return consentPage({
    session: { ...session, organizationId },
    organizations,
    request: secret,
    clientId: request.client_id,
    clientName: request.client_name,
    redirectUri: request.redirect_uri,
    rejected: { typed: { daily: typed.daily.slice(0, 20), monthly: typed.monthly.slice(0, 20) }, faults },
  });
}

function leadOn(location: string | undefined): Response {
  if (location !== undefined) return redirect(location);
  throw new PageRefused(
    400,
    "This request is over",
    "It was decided already, is older than ten minutes, or was opened by somebody else. Start again in the app.",
  );
}
