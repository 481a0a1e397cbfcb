import type { PlainRoute } from "../../http/app.ts";
import { stylesheetRoute } from "./account-stylesheet.ts";
import { type AppsPagesDeps, appsPages } from "./apps-pages.ts";
import { auditPages } from "./audit-pages.ts";
import { type KeysPagesDeps, keysPages } from "./keys-pages.ts";
import { linkPages } from "./link-pages.ts";
import { type MembersPagesDeps, membersPages } from "./members-pages.ts";
import { overviewPages } from "./overview-pages.ts";
import { makePageRoutes } from "./page-routes.ts";
import { type ProjectsPagesDeps, projectsPages } from "./projects-pages.ts";
import { type SecurityPagesDeps, securityPages } from "./security-pages.ts";
import { signInPages } from "./sign-in-pages.ts";
import { type WalletPagesDeps, walletPages } from "./wallet-pages.ts";

/** What the account area shows and changes. */
export type AccountAreaDeps = KeysPagesDeps &
  MembersPagesDeps &
  AppsPagesDeps &
  ProjectsPagesDeps &
  WalletPagesDeps &
  SecurityPagesDeps & {
    /** Address of the service, without a final slash. */
    readonly baseUrl: string;
  };

/** Declares every route of the account area. */
export function accountRoutes(deps: AccountAreaDeps): PlainRoute[] {
  const pages = makePageRoutes(deps);
  return [
    stylesheetRoute,
    ...signInPages(pages, deps),
    ...linkPages(pages, deps),
    ...overviewPages(pages, deps),
    ...projectsPages(pages, deps),
    ...keysPages(pages, deps),
    ...appsPages(pages, deps),
    ...walletPages(pages, deps),
    ...membersPages(pages, deps),
    ...auditPages(pages, deps),
    ...securityPages(pages, deps),
  ];
}
