import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { openBrowser, type TestBrowser } from "../../support/connector.ts";

/** The composed service with the owner of its first organization signed in. */
export interface OAuthApp extends ComposedService {
  readonly browser: TestBrowser;
  /** Signs another person of the organization in, or the same one with another browser. */
  signIn(userId: string): Promise<TestBrowser>;
}

/** Opens it over an empty database. */
export async function openOAuthApp(settings: Readonly<Record<string, string>> = {}): Promise<OAuthApp> {
  const composed = await openComposedService(settings);
  const { orgId: organizationId, ownerId } = composed.organization;
  const signIn = (userId: string) => openBrowser(composed.services, composed.service.app, { userId, organizationId });
  return { ...composed, signIn, browser: await signIn(ownerId) };
}
