/** Reads rules in a worker thread. */
export { extractRules } from "./extract-rules.ts";
