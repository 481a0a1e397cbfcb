import { makeGoalReader } from "../../agent/index.ts";
import type { Operation } from "../http/operation.ts";
import { planCheckOperations } from "../land/plan-check/plan-check.routes.ts";
import { makePlanCheck } from "../land/plan-check/plan-check.service.ts";
import type { Answering } from "./compose-answering.ts";

/** What the land wing is made of. */
export interface LandParts {
  readonly answering: Answering;
}

/** The land wing: its operations. */
export interface Land {
  readonly operations: readonly Operation[];
}

/** Puts parcels, goals, site layers, maps and exports together. */
export function composeLand({ answering }: LandParts): Land {
  const goals = makeGoalReader({ catalogue: answering.catalogue });
  return { operations: planCheckOperations({ planCheck: makePlanCheck({ goals }) }) };
}
