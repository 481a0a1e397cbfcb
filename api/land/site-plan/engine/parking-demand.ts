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

/** Returns the stalls that some demands need together. */
export type StallsFor = (demands: readonly Demand[]) => {
  readonly total: number;
  readonly sources: readonly RuleSource[];
};

/** Returns what counts the stalls of demands: each use is summed, then rounded as its rule says. */
export function stallsUnder(rules: PlanRules, answers: Answers): StallsFor {
  const ratios: { readonly demand: Demand; readonly ratio: AppliedRatio }[] = [];
  const ratioOf = (demand: Demand) => {
    const known = ratios.find((each) => isSameUse(each.demand, demand));
    if (known) return known.ratio;
    const ratio = ratioFor(demand, rules, answers);
    ratios.push({ demand, ratio });
    return ratio;
  };
  return (demands) => {
    const byUse: { readonly demand: Demand; quantity: number }[] = [];
    let last: (typeof byUse)[number] | undefined;
    for (const demand of demands) {
      // Most often each building asks for the same use as the one before.
      if (!last || !isSameUse(last.demand, demand)) last = byUse.find((each) => isSameUse(each.demand, demand));
      if (last) last.quantity += demand.quantity;
      else {
        last = { demand, quantity: demand.quantity };
        byUse.push(last);
      }
    }
    let total = 0;
    const sources: RuleSource[] = [];
    for (const { demand, quantity } of byUse) {
      const { stalls, rounding, source } = ratioOf(demand);
      const exact = stalls * (demand.base === "thousand_square_feet" ? quantity / 1000 : quantity);
      total += roundings[rounding](exact + (rounding === "up" ? -1e-6 : 1e-6));
      sources.push(source);
    }
    return { total, sources };
  };
}

const isSameUse = (a: Demand, b: Demand) => a.use === b.use && a.base === b.base;

const roundings = { up: Math.ceil, nearest: Math.round, down: Math.floor } as const;
