import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "./database.ts";
import { sql } from "./sql.ts";

const lockKey = 7_283_001;

/** Why a database cannot be brought to the shape this version needs. */
export class MigrationRefused extends Error {
  readonly code: "migration.vectors-missing" | "migration.newer-database" | "migration.changed";
  constructor(code: MigrationRefused["code"], message: string) {
    super(message);
    this.name = "MigrationRefused";
    this.code = code;
  }
}

/** What a migration run did. */
export interface MigrationOutcome {
  readonly applied: readonly string[];
  /** Migrations left out because the server has no pgvector; only with `allowMissingVectors`. */
  readonly skipped: readonly string[];
}

/**
 * Brings the database to the newest shape: applies the numbered files that it has not seen, each in a transaction.
 *
 * Locks   one advisory lock on a server, so that ten starting processes apply each file once; the embedded engine is
 *         held by one process anyway
 * Throws  MigrationRefused when pgvector is missing, or the database was shaped by a newer version of this program
 */
export async function migrate(
  db: Database,
  options: { allowMissingVectors?: boolean } = {},
): Promise<MigrationOutcome> {
  const files = (await readdir(import.meta.dirname)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort();
  return db.transaction(async () => {
    await db.query(sql`-- migration_lock
      select pg_advisory_xact_lock(${lockKey}::bigint)`);
    await db.script(`create table if not exists schema_migration (
      name text primary key,
      applied_at timestamptz not null default now()
    )`);
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
        `the database was shaped by a newer version (it has ${unknown.join(", ")}); start that version instead`,
      );
    }
    const applied: string[] = [];
    const skipped: string[] = [];
    for (const name of files.filter((file) => !seen.has(file))) {
      const text = await readFile(join(import.meta.dirname, name), "utf8");
      if (/^-- needs: vector/m.test(text) && !db.hasVectors) {
        if (!options.allowMissingVectors) {
          throw new MigrationRefused(
            "migration.vectors-missing",
            "the PostgreSQL server does not offer the pgvector extension; install it, or unset DATABASE_URL to use the embedded engine",
          );
        }
        skipped.push(name);
        continue;
      }
      await db.script(text);
      await db.query(sql`-- migration_seen
        insert into schema_migration (name) values (${name})`);
      applied.push(name);
    }
    return { applied, skipped };
  });
}
