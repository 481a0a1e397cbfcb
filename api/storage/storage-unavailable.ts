/** The store of files cannot be reached, has no room, or refuses us; nothing was stored, and the same call may work later. */
export class StorageUnavailable extends Error {
  readonly code = "storage.unavailable";

  constructor(internal: string, options: { cause?: unknown } = {}) {
    super(internal, options);
    this.name = "StorageUnavailable";
  }
}
