import type { PlainRoute } from "../../http/app.ts";
import { html } from "../../http/pages/html.ts";
import { accountPage } from "./account-page.ts";
import type { PageRoutes } from "./page-routes.ts";

/** Declares the first page of the account area. */
export function overviewPages(pages: PageRoutes): PlainRoute[] {
  return [
    pages.page("/account", async ({ session }) =>
      accountPage({
        title: "Overview",
        session,
        current: "overview",
        body: html`<h1>${session.organizationName}</h1>`,
      }),
    ),
  ];
}
