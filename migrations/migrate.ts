import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "./database.ts";
import { sql } from "./sql.ts";

const lockKey = 7_283_001;

/** The database cannot be brought to the schema of this version; the message names the fix. */
export class MigrationRefused extends Error {
  readonly code: "migration.vectors-missing" | "migration.not-permitted" | "migration.newer-database";
  constructor(code: MigrationRefused["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "MigrationRefused";
    this.code = code;
  }
}

/**
 * Migrates the database to the newest schema and returns the names of the files it applied, in order.
 *
 * Applies the numbered files that the database has not seen, all in one transaction, under one advisory lock, so that
 * of ten processes that start together one applies each file.
 *
 * @throws MigrationRefused when pgvector is missing, the role lacks a right, or the schema is newer than this program
 */
export async function migrate(db: Database): Promise<readonly string[]> {
  const files = (await readdir(import.meta.dirname)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort();
  return db.transaction(async () => {
    await db.query(sql`-- migration_lock
      select pg_advisory_xact_lock(${lockKey}::bigint)`);
    await db
      .script(`create table if not exists schema_migration (
      name text primary key,
      applied_at timestamptz not null default now()
    )`)
      .catch(refuse);
    const seen = new Set(
      (
        await db.query<{ name: string }>(sql`-- migrations_seen
      select name from schema_migration`)
      ).map((row) => row.name),
    );
    const unknown = [...seen].filter((name) => !files.includes(name));
    if (unknown.length > 0) {
      throw new MigrationRefused(
        "migration.newer-database",
        `the database was migrated by a newer version (it has ${unknown.join(", ")}); start that version instead`,
      );
    }
    const pending = files.filter((name) => !seen.has(name));
    for (const name of pending) {
      await db.script(await readFile(join(import.meta.dirname, name), "utf8")).catch(refuse);
      await db.query(sql`-- migration_seen
        insert into schema_migration (name) values (${name})`);
    }
    return pending;
  });
}

/** SQLSTATE insufficient_privilege. */
const notPermitted = "42501";
/** SQLSTATEs for an extension that is not installed: feature_not_supported since PostgreSQL 16, undefined_file before. */
const notAvailable = new Set(["0A000", "58P01"]);

/**
 * Rethrows an error of a migration, as a refusal that names the fix where an administrator can fix it.
 *
 * @throws MigrationRefused for missing rights and a missing extension; else the error itself
 */
function refuse(error: unknown): never {
  if (!(error instanceof Error) || !("code" in error)) throw error;
  const isAboutVector = error.message.includes('extension "vector"');
  if (error.code === notPermitted && isAboutVector) {
    throw new MigrationRefused(
      "migration.not-permitted",
      "the role in DATABASE_URL may not create the pgvector extension. Let an administrator run " +
        "`create extension vector` once in this database, then start again; the service needs no superuser rights",
      { cause: error },
    );
  }
  if (error.code === notPermitted) {
    throw new MigrationRefused(
      "migration.not-permitted",
      `the role in DATABASE_URL may not create the tables of the service (${error.message}). Let an administrator make ` +
        "the role the owner of the database (`alter database NAME owner to ROLE`), then start again",
      { cause: error },
    );
  }
  if (isAboutVector && notAvailable.has(String(error.code))) {
    throw new MigrationRefused(
      "migration.vectors-missing",
      "the PostgreSQL server does not offer the pgvector extension; install it there, or unset DATABASE_URL to use the " +
        "embedded database",
      { cause: error },
    );
  }
  throw error;
}
