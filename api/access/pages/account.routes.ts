import type { Database } from "../../../migrations/index.ts";
import type { PlainRoute } from "../../http/app.ts";
import type { Passwords } from "../sessions/passwords.service.ts";
import type { Sessions } from "../sessions/sessions.service.ts";
import { stylesheetRoute } from "./account-stylesheet.ts";
import { overviewPages } from "./overview-pages.ts";
import { makePageRoutes } from "./page-routes.ts";
import { signInPages } from "./sign-in-pages.ts";

/** What the account area shows and changes. */
export interface AccountAreaDeps {
  readonly db: Database;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
}

/** Declares every route of the account area. */
export function accountRoutes(deps: AccountAreaDeps): PlainRoute[] {
  const pages = makePageRoutes(deps);
  return [stylesheetRoute, ...signInPages(pages, deps), ...overviewPages(pages)];
}
