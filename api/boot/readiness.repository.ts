import { type Queryable, sql } from "../../migrations/index.ts";

/** Asks the database for anything at all; throws when it does not answer. */
export async function pingDatabase(db: Queryable): Promise<void> {
  await db.query(sql`-- ping
    select 1 as one`);
}
