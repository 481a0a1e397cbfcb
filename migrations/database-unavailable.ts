/** The database cannot be reached, was lost while it worked, or has no room to write; recognized by `code`. */
export class DatabaseUnavailable extends Error {
  readonly code = "database.unavailable";
  constructor(cause: unknown, message = "the database server cannot be reached") {
    super(message, { cause });
    this.name = "DatabaseUnavailable";
  }
}

/**
 * Returns the error of a database without room (SQLSTATE 53100, or the file system's own words from the embedded
 * engine) as {@link DatabaseUnavailable}, every other error as it is.
 */
export function diskFullAsUnavailable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const isFull = "code" in error && error.code === "53100";
  if (!isFull && !/no space left on device|could not extend file|disk quota exceeded/i.test(error.message))
    return error;
  return new DatabaseUnavailable(error, "the database has no room to write");
}
