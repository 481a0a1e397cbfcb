import type { BootstrapView } from "../projects/projects.model.ts";
import type { StepRow } from "./bootstrap.repository.ts";

/** Shares of the work that steps are; all others count 1. */
const weights: Readonly<Record<string, number>> = { municipal_ordinance: 5, county_ordinance: 3 };

/** What a project's bootstrap is made of. */
export interface BootstrapFacts {
  readonly stored: BootstrapView;
  readonly status: string;
  readonly createdAt: Date;
  readonly steps: readonly StepRow[];
  /** Percent of the reading that other jobs do for a step, by the name of the step. */
  readonly readPercent: Readonly<Record<string, number>>;
}

/** Writes how far a project is; projects of earlier versions have no steps of their own, and show what was stored. */
export function bootstrapView({ stored, status, createdAt, steps, readPercent }: BootstrapFacts): BootstrapView {
  if (steps.length === 0) return stored;
  const isOpen = status === "bootstrapping";
  const isEnded = !isOpen && status !== "failed";
  let done = 0;
  let all = 0;
  for (const { name, state } of steps) {
    const weight = weights[name] ?? 1;
    all += weight;
    if (state === "running") done += (weight * Math.min(99, readPercent[name] ?? 0)) / 100;
    else if (state !== "pending") done += weight;
  }
  const running = steps.find(({ state }) => state === "running") ?? steps.find(({ state }) => state === "pending");
  return {
    percent: isEnded ? 100 : Math.min(99, Math.floor((100 * done) / all)),
    stage: isOpen ? (running?.name ?? "settle") : stored.stage,
    started_at: createdAt.toISOString(),
    finished_at: isOpen ? null : stored.finished_at,
    steps: steps.map((step) => ({
      name: step.name,
      state: step.state,
      detail: step.detail,
      started_at: step.started_at?.toISOString() ?? null,
      finished_at: step.finished_at?.toISOString() ?? null,
    })),
  };
}
