/** Public API of `migrations`: the database, its schema, and how it is opened and locked. */
export type { Database, Queryable } from "./database.ts";
export { DatabaseUnavailable } from "./database-unavailable.ts";
export { type EmbeddedDatabase, openEmbedded } from "./embedded.ts";
export { EngineStopped } from "./embedded-engine.ts";
export type { EmbeddedPool } from "./embedded-pool.ts";
export { type IdKind, newId } from "./id.ts";
export { MigrationRefused, migrate } from "./migrate.ts";
export { openServer, type ServerOptions } from "./server.ts";
export { json, type Statement, sql, vectorType } from "./sql.ts";
export { connectToHolder, holdStore, StoreHeld, type StoreHold } from "./store-lock.ts";
export { makeUnchangedReads } from "./unchanged-reads.ts";
