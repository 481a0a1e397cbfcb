import type { PlainRoute } from "../../http/app.ts";
import { type Html, html } from "../../http/pages/html.ts";
import { AccessRefused } from "../access.errors.ts";
import type { AccountLinks, OpenedLink } from "../account-links/account-links.service.ts";
import { faultOfPassword, type Passwords } from "../sessions/passwords.service.ts";
import type { Sessions } from "../sessions/sessions.service.ts";
import { accountPage } from "./account-page.ts";
import type { Form } from "./form.ts";
import { PageRefused } from "./page-refused.ts";
import { type PageRequest, type PageRoutes, redirect } from "./page-routes.ts";
import { field } from "./widgets.ts";
import { seconds, sentence } from "./words.ts";

type Faults = Readonly<Partial<Record<"email" | "name" | "password" | "repeated" | "form", string>>>;

interface LinkForm {
  readonly email: string;
  readonly name: string;
}

/** What the page behind a one-time link needs. */
export interface LinkPagesDeps {
  readonly links: AccountLinks;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
}

/** Declares the page behind a one-time link: an invitation, or the choice of a new password. */
export function linkPages(pages: PageRoutes, deps: LinkPagesDeps): PlainRoute[] {
  const path = "/account/link/{token}";
  return [
    pages.publicPage(path, async ({ params }) => {
      const link = await usableLink(deps.links, params);
      return linkPage(link, params, { values: { email: link.row.email, name: "" }, faults: {}, status: 200 });
    }),
    pages.publicForm(path, async (visit) => {
      const link = await usableLink(deps.links, visit.params);
      const answer = await (link.asks === "know" ? joinKnown(deps, link, visit) : chooseAndEnter(deps, link, visit));
      // Whoever was signed in with this browser before has left it.
      if (answer.status === 303 && visit.session) await deps.sessions.end(visit.session.sessionId);
      return answer;
    }),
  ];
}

type Visit = PageRequest & { readonly form: Form };

async function chooseAndEnter(
  { links }: LinkPagesDeps,
  link: OpenedLink,
  { form, caller, params }: Visit,
): Promise<Response> {
  const email = link.row.kind === "password" ? form.text("email") : link.row.email;
  const values = { email, name: form.text("name") };
  const password = form.raw("password");
  const faults: Record<string, string> = {};
  const weakness = faultOfPassword(password, email);
  if (weakness !== null) faults.password = weakness;
  else if (form.raw("repeated") !== password) faults.repeated = "The two passwords differ; type the same one again.";
  if (values.name.length > 100) faults.name = "A name has at most 100 characters.";
  if (Object.keys(faults).length > 0) return linkPage(link, params, { values, faults, status: 422 });
  try {
    const fresh = await links.accept(link, { ...values, password }, caller);
    return redirect("/account?notice=welcome", { "set-cookie": fresh.setCookie });
  } catch (error) {
    if (!(error instanceof AccessRefused)) throw error;
    const faultOf = link.row.kind === "password" ? "email" : "form";
    return linkPage(link, params, { values, faults: { [faultOf]: sentence(error.message) }, status: 422 });
  }
}

async function joinKnown(
  { links, passwords }: LinkPagesDeps,
  link: OpenedLink,
  { form, caller, params }: Visit,
): Promise<Response> {
  const { email } = link.row;
  const values = { email, name: "" };
  const verdict = await passwords.checkByEmail(email, form.raw("password"), caller);
  if (verdict.kind === "wait") {
    const faults = { password: `Too many tries. Wait ${seconds(verdict.seconds)}, then try again.` };
    return linkPage(link, params, { values, faults, status: 429 });
  }
  if (verdict.kind === "wrong") {
    const faults = { password: "This is not the password of the account with this e-mail address." };
    return linkPage(link, params, { values, faults, status: 422 });
  }
  try {
    const fresh = await links.accept(link, { ...values, password: "" }, caller);
    return redirect("/account?notice=joined", { "set-cookie": fresh.setCookie });
  } catch (error) {
    if (!(error instanceof AccessRefused)) throw error;
    return linkPage(link, params, { values, faults: { form: sentence(error.message) }, status: 422 });
  }
}

async function usableLink(links: AccountLinks, params: PageRequest["params"]): Promise<OpenedLink> {
  const link = await links.open(params.token ?? "");
  const remedy =
    "Ask whoever gave it to you for a new one; whoever runs this service can make one with npm run admin -- users link.";
  if (!link) throw new PageRefused(404, "This link does not work", `It was used, taken back, or mistyped. ${remedy}`);
  if (link.row.is_expired) throw new PageRefused(410, "This link has expired", remedy);
  if (link.asks === "operator") {
    throw new PageRefused(
      409,
      "This account needs a password first",
      `${link.row.email} belongs to another organization here and has no password yet. Ask whoever runs this service to make a link with npm run admin -- users link, choose a password there, then open this invitation again.`,
    );
  }
  return link;
}

function linkPage(
  { row, asks }: OpenedLink,
  params: PageRequest["params"],
  view: { values: LinkForm; faults: Faults; status: number },
): Response {
  const isInvitation = row.kind === "invitation";
  const { faults, values } = view;
  return accountPage({
    title: isInvitation ? `Join ${row.organization_name}` : "Set up your account",
    session: null,
    status: view.status,
    body: html`<section class="card narrow">
<h1>${isInvitation ? `Join ${row.organization_name}` : "Set up your account"}</h1>
${lead(row)}
${faults.form ? html`<p class="notice bad" role="alert">${faults.form}</p>` : ""}
<form method="post" action="/account/link/${params.token ?? ""}" class="stack">
${asks === "know" ? knownFields(values, faults) : newFields(isInvitation, values, faults)}
<button class="primary wide">${isInvitation ? "Join" : "Save and sign in"}</button>
</form>
</section>`,
  });
}

function lead(row: OpenedLink["row"]): Html {
  if (row.kind === "password") {
    return html`<p class="soft">Choose the password you will sign in to ${row.organization_name} with. The link works once.</p>`;
  }
  const role = row.role === "owner" ? "an owner" : "a member";
  return html`<p class="soft">${row.created_by_email ?? "Whoever runs this service"} invites <b>${row.email}</b> to join as ${role}. The link works once.</p>`;
}

function newFields(isInvitation: boolean, values: LinkForm, faults: Faults): Html {
  const address = field({
    name: "email",
    label: "E-mail address",
    type: "email",
    value: values.email,
    autocomplete: "username",
    isRequired: true,
    fault: faults.email,
    hint: "You sign in with it. Nothing is ever sent there.",
  });
  // Password managers keep the address only when they find it in the form.
  const given = html`<input type="hidden" name="email" value="${values.email}" autocomplete="username">`;
  return html`${isInvitation ? given : address}
${field({ name: "name", label: "Your name", value: values.name, autocomplete: "name", fault: faults.name, maxLength: 100 })}
${field({
  name: "password",
  label: "New password",
  type: "password",
  autocomplete: "new-password",
  isRequired: true,
  fault: faults.password,
  hint: "At least 12 characters; a few unrelated words do well.",
})}
${field({
  name: "repeated",
  label: "New password again",
  type: "password",
  autocomplete: "new-password",
  isRequired: true,
  fault: faults.repeated,
})}`;
}

function knownFields(values: LinkForm, faults: Faults): Html {
  return html`<input type="hidden" name="email" value="${values.email}" autocomplete="username">
${field({
  name: "password",
  label: "Your password",
  type: "password",
  autocomplete: "current-password",
  isRequired: true,
  fault: faults.password,
  hint: `There is an account for ${values.email} here already; sign in with its password.`,
})}`;
}
