import { type Html, html } from "../../http/pages/html.ts";
import type { Session } from "../sessions/sessions.service.ts";
import { type AccountPlace, accountPage, formToken } from "./account-page.ts";

/** What a person is asked before something is taken away. */
export interface Confirmation {
  readonly current: AccountPlace;
  /** A question: "Revoke the key Reports?" */
  readonly question: string;
  /** What follows, and whether it can be undone. */
  readonly consequence: string | Html;
  /** Where the form is sent. */
  readonly action: string;
  readonly button: string;
  /** Where the way back leads. */
  readonly cancel: string;
}

/** Answers with a page that asks before it sends a form; it needs no JavaScript. */
export function confirmPage(session: Session, asked: Confirmation): Response {
  return accountPage({
    title: asked.question,
    session,
    current: asked.current,
    body: html`<section class="card middle">
<h1>${asked.question}</h1>
<p>${asked.consequence}</p>
<form method="post" action="${asked.action}" class="actions">${formToken(session)}
<button class="danger">${asked.button}</button><a class="button" href="${asked.cancel}">Cancel</a></form>
</section>`,
  });
}
