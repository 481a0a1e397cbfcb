import { conceptConflicts } from "./concept-rules.ts";
import {
  areasAgree,
  buildingsStanding,
  documentsSupplied,
  floodHazard,
  listedFacilities,
  mainsNear,
  sourcesFresh,
  steepGround,
  streetFrontage,
  wetlandsOnSite,
} from "./land-rules.ts";
import { lotLargeEnough } from "./lot-rules.ts";
import type { FindingRule } from "./rule.ts";
import { lawIndexed, overlaysOnSite, standardsLocated, useAllowed, zoningVerified } from "./zoning-rules.ts";

/** The rules of a due-diligence report. */
export const dueDiligenceRules: readonly FindingRule[] = [
  streetFrontage,
  sourcesFresh,
  areasAgree,
  buildingsStanding,
  documentsSupplied,
  listedFacilities,
  floodHazard,
  lawIndexed,
  lotLargeEnough,
  overlaysOnSite,
  steepGround,
  standardsLocated,
  useAllowed,
  mainsNear,
  wetlandsOnSite,
  zoningVerified,
];

/** The rules of a feasibility report. */
export const feasibilityRules: readonly FindingRule[] = [
  conceptConflicts,
  streetFrontage,
  sourcesFresh,
  buildingsStanding,
  floodHazard,
  lawIndexed,
  lotLargeEnough,
  overlaysOnSite,
  steepGround,
  standardsLocated,
  useAllowed,
  mainsNear,
  wetlandsOnSite,
  zoningVerified,
];
