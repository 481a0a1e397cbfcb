import { type Answers, memberAnswer } from "./answers.ts";
import type { ParkingRatio, PlanRules, RuleSource } from "./plan-input.ts";
import type { Demand } from "./programs/program.ts";
import { limitOf, sourceOf } from "./rule-value.ts";

/** A ratio that applies to a demand. */
interface AppliedRatio {
  readonly stalls: number;
  readonly rounding: ParkingRatio["rounding"];
  readonly source: RuleSource;
}

/** Stalls where neither the rules nor the answers give a ratio. Assumptions, named as such. Source: `siteplan.md` section 4. */
const assumed: Readonly<Record<string, number>> = {
  multifamily: 1.5,
  townhome: 2,
  senior_living: 0.75,
  retail: 4,
  office: 3.3,
  hotel: 1,
  warehouse: 0.5,
  self_storage: 0.1,
  mobile_home: 2,
};

/** The ratio for a demand: an answer of the user, then the rules, then a stated assumption. */
function ratioFor(demand: Demand, rules: PlanRules, answers: Answers): AppliedRatio {
  const { use, base } = demand;
  const rule =
    rules.parkingRatios.find((each) => each.use === use) ??
    rules.parkingRatios.find((each) => each.base === base && limitOf(each.stalls) !== undefined);
  const rounding = rule?.rounding ?? "up";
  const single = answers["parking.ratio"];
  const answered = typeof single === "number" ? single : memberAnswer(answers, "parking.ratio", use);
  const limit = rule && limitOf(rule.stalls);
  const source = rule && sourceOf(rule.stalls);
  // An answer that repeats the rule keeps the source of the rule.
  if (limit !== undefined && source && (answered === undefined || answered === limit)) {
    return { stalls: limit, rounding, source };
  }
  if (answered !== undefined && answered >= 0) {
    const statement = confirmed(single);
    return { stalls: answered, rounding, source: { kind: "user", ref: "parking.ratio", statement } };
  }
  const stalls = assumed[use] ?? 2;
  const statement = `No parking ratio for ${use.replaceAll("_", " ")} was found; ${stalls} is assumed.`;
  return { stalls, rounding, source: { kind: "assumption", ref: null, statement } };
}

/** Says what was answered: one ratio, or one for each use. */
function confirmed(answer: unknown): string {
  if (typeof answer === "number") return `Parking ratio of ${answer} was confirmed for this concept.`;
  const each = Object.entries(answer ?? {}).map(([use, ratio]) => `${ratio} for ${use.replaceAll("_", " ")}`);
  return `Parking ratios were confirmed for this concept: ${each.join(", ")}.`;
}

/** What parking the demands of a zone need. */
export interface ParkingDemand {
  /** Returns the stalls that some demands need together: each use is summed, then rounded as its rule says. */
  readonly stallsFor: (demands: readonly Demand[]) => number;
  /** Returns where the ratios of the uses of some demands come from. */
  readonly sourcesFor: (demands: readonly Demand[]) => readonly RuleSource[];
}

/** A use with its ratio, and the quantity of it that was counted last. */
interface CountedUse extends Pick<Demand, "use" | "base"> {
  readonly ratio: AppliedRatio;
  quantity: number;
}

/** Returns what the demands of a zone need under the rules and the answers. */
export function parkingDemand(rules: PlanRules, answers: Answers): ParkingDemand {
  const uses: CountedUse[] = [];
  const useOf = (demand: Demand): CountedUse => {
    for (const each of uses) if (each.use === demand.use && each.base === demand.base) return each;
    const { use, base } = demand;
    const counted = { use, base, ratio: ratioFor(demand, rules, answers), quantity: 0 };
    uses.push(counted);
    return counted;
  };
  // The sums are kept from call to call, because a search asks many thousands of times.
  const stallsFor = (demands: readonly Demand[]) => {
    for (const each of uses) each.quantity = 0;
    for (const demand of demands) useOf(demand).quantity += demand.quantity;
    let total = 0;
    for (const { base, ratio, quantity } of uses) {
      if (quantity === 0) continue;
      const exact = ratio.stalls * (base === "thousand_square_feet" ? quantity / 1000 : quantity);
      total += roundings[ratio.rounding](exact + (ratio.rounding === "up" ? -1e-6 : 1e-6));
    }
    return total;
  };
  const sourcesFor = (demands: readonly Demand[]) => [...new Set(demands.map(useOf))].map(({ ratio }) => ratio.source);
  return { stallsFor, sourcesFor };
}

const roundings = { up: Math.ceil, nearest: Math.round, down: Math.floor } as const;
