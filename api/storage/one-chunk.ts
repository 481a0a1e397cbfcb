/** Returns bytes that are in memory as a stream of one chunk, as the file store takes them. */
export async function* oneChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
