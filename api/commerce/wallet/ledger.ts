import type { Database } from "../../../migrations/index.ts";
import * as repository from "./ledger.repository.ts";

/** The ledger as people read it. */
export interface Ledger {
  /** One page of movements, newest first, and where the next page begins; null on the last one. */
  page(
    scope: repository.LedgerScope,
    place: { readonly before: string | null; readonly limit: number },
  ): Promise<{ rows: repository.LedgerRow[]; next: string | null }>;
  /** What was charged since the UTC month began, by credential and surface, largest first. */
  spendOfMonth(scope: repository.LedgerScope): Promise<repository.SpendRow[]>;
}

/** Makes the reading side of the ledger over a database. */
export function makeLedger(db: Database, now: () => Date = () => new Date()): Ledger {
  return {
    async page(scope, { before, limit }) {
      const rows = await repository.listLedger(db, { ...scope, before, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
    },
    spendOfMonth: (scope) =>
      repository.listSpend(db, { ...scope, since: new Date(`${now().toISOString().slice(0, 7)}-01T00:00:00Z`) }),
  };
}
