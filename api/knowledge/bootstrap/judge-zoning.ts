import { isSameCode } from "../../../ingest/index.ts";
import type { ZoningEvidence } from "../projects/project-parcels.repository.ts";

/** Who verified a zoning on which two sources agree; otherwise it is the id of a user. */
export const agreedSources = "sources";

/** A district of the zoning map with the share of the parcel, 0..1, that it covers. */
export interface MappedDistrict extends ZoningEvidence {
  readonly share: number;
}

/** What the sources state of a parcel's zoning together. */
export interface ZoningJudgement {
  readonly evidence: readonly ZoningEvidence[];
  /** Codes that are stated, the likeliest first, without repeats. */
  readonly candidates: readonly string[];
  readonly code: string | null;
  readonly description: string | null;
  readonly source: string | null;
  /** Two independent datasets state one and the same district. */
  readonly isAgreed: boolean;
}

/** A district that covers less of a parcel than this is taken for an inaccuracy of the map. */
const leastShare = 0.05;

/**
 * Compares the record of a parcel with the zoning map. The zoning is agreed when both state one district, and neither is
 * made from the other's dataset; a parcel in two districts, or one of which only one source knows, is left to a person.
 */
export function judgeZoning(recorded: ZoningEvidence | null, mapped: readonly MappedDistrict[]): ZoningJudgement {
  const districts = [...mapped].filter(({ share }) => share >= leastShare).sort((a, b) => b.share - a.share);
  const drawn = withoutRepeats(districts.map(({ code, description, source }) => ({ code, description, source })));
  const evidence = [...(recorded === null ? [] : [recorded]), ...drawn];
  const [first] = evidence;
  const [main, other] = drawn;
  const isAgreed =
    recorded !== null &&
    main !== undefined &&
    other === undefined &&
    isSameCode(main.code, recorded.code) &&
    main.source !== recorded.source;
  return {
    evidence,
    candidates: withoutRepeats(evidence).map(({ code }) => code),
    code: first?.code ?? null,
    description: first ? describe(first.code, evidence) : null,
    source: first?.source ?? null,
    isAgreed,
  };
}

/** Returns how a source describes a code; null when none does. */
export function describe(code: string, evidence: readonly ZoningEvidence[]): string | null {
  return evidence.find((one) => one.description && isSameCode(one.code, code))?.description ?? null;
}

function withoutRepeats(evidence: readonly ZoningEvidence[]): ZoningEvidence[] {
  return evidence.filter((one, at) => evidence.findIndex((other) => isSameCode(other.code, one.code)) === at);
}
