/** Compiles a concept in a worker thread. */
export { compilePlan } from "./compile-plan.ts";
