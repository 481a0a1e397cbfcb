import type { PlainRoute } from "../../http/app.ts";
import type { KeyRow } from "../api-keys/api-keys.repository.ts";
import type { Session } from "../sessions/sessions.service.ts";
import { confirmPage } from "./confirm-page.ts";
import type { PageRoutes } from "./page-routes.ts";

/** Declares the pages that ask before a key is rotated or revoked. */
export function keyConfirmations(
  pages: PageRoutes,
  getKey: (session: Session, keyId: string | undefined) => Promise<KeyRow>,
): PlainRoute[] {
  return [
    pages.page("/account/keys/{key_id}/rotate", async ({ session, params }) => {
      const row = await getKey(session, params.key_id);
      return confirmPage(session, {
        current: "keys",
        question: `Rotate the key ${row.name}?`,
        consequence: "You get a new secret, shown once. Programs that use the old secret stop working at once.",
        action: `/account/keys/${row.id}/rotate`,
        button: "Rotate key",
        cancel: `/account/keys/${row.id}`,
      });
    }),
    pages.page("/account/keys/{key_id}/revoke", async ({ session, params }) => {
      const row = await getKey(session, params.key_id);
      return confirmPage(session, {
        current: "keys",
        question: `Revoke the key ${row.name}?`,
        consequence: "Programs that use it, and the unused links it made, stop working at once. This cannot be undone.",
        action: `/account/keys/${row.id}/revoke`,
        button: "Revoke key",
        cancel: `/account/keys/${row.id}`,
      });
    }),
  ];
}
