import { type Queryable, sql } from "../../migrations/index.ts";

/** Asks the database for anything at all; throws when it does not answer. */
export async function pingDatabase(db: Queryable): Promise<void> {
  await db.query(sql`-- ping
    select 1 as one`);
}

/** Returns whether the role of the connection may create schemas in its database. */
export async function mayCreateSchema(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ isPermitted: boolean }>(sql`-- may_create_schema
    select has_database_privilege(current_database(), 'CREATE') as "isPermitted"`);
  return row?.isPermitted === true;
}
