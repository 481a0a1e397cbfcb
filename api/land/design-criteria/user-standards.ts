import { setbackFields } from "./criteria.ts";
import type { UserStandard } from "./design-criteria.service.ts";

/** An answer of the interview that may settle a standard. */
export interface StandardAnswer {
  readonly questionId: string;
  readonly value: unknown;
  readonly confirmedBy: string;
  readonly confirmedAt: Date;
}

const numberFields: Readonly<Record<string, readonly [field: string, unit: string]>> = {
  "rules.height_max": ["height_max", "ft"],
  "open.min_pct": ["open_space_min", "%"],
  "parking.stall_w": ["stall_w", "ft"],
  "parking.stall_l": ["stall_l", "ft"],
  "parking.aisle": ["aisle", "ft"],
  "site.wetland_buffer": ["wetland_buffer", "ft"],
};
const sides: Readonly<Record<string, string>> = setbackFields;

/** Returns the standards that answers of the interview settle. */
export function userStandards(answers: readonly StandardAnswer[]): UserStandard[] {
  return answers.flatMap(({ questionId, value, confirmedBy, confirmedAt }): UserStandard[] => {
    const common = { questionId, confirmedBy, confirmedAt };
    const field = numberFields[questionId];
    if (field && typeof value === "number") return [{ ...common, field: field[0], unit: field[1], value }];
    if (questionId !== "rules.setbacks" || typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([side, feet]) => {
      const name = sides[side];
      return name !== undefined && typeof feet === "number"
        ? [{ ...common, field: name, unit: "ft", value: feet }]
        : [];
    });
  });
}
