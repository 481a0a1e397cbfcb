/** Builds keyword indexes in a worker thread. */
export { buildKeywordSegment } from "./keyword-segment.ts";
