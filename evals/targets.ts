import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type RunRecord, type Scope, type SuiteRecord, summaryOf } from "./run-record.ts";

/** A figure the project wants to reach. */
export interface Target {
  readonly suite: string;
  readonly scope: Scope;
  readonly split: string;
  /** A configuration, `answers`, `citations`, or `hybrid+rerank - bm25` for a difference. */
  readonly of: string;
  readonly measure: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** A target held against a run. */
export interface TargetCheck {
  readonly target: Target;
  readonly reached: { readonly value: number; readonly isReached: boolean };
}

/** The targets the project has set itself. */
export function readTargets(): readonly Target[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, "targets.json"), "utf8")) as readonly Target[];
}

/** Holds every target that a run measured against it; the others are left out. */
export function checkTargets(run: RunRecord, targets: readonly Target[]): TargetCheck[] {
  return targets.flatMap((target) => {
    const values = suitesOf(run, target).flatMap((suite) => figureOf(suite, target) ?? []);
    if (values.length === 0) return [];
    const value = target.suite === "*" ? values.reduce((sum, one) => sum + one, 0) : (values[0] ?? 0);
    const isReached = value >= (target.atLeast ?? Number.NEGATIVE_INFINITY) && value <= (target.atMost ?? Infinity);
    return [{ target, reached: { value, isReached } }];
  });
}

function suitesOf(run: RunRecord, { suite, scope }: Target): SuiteRecord[] {
  return run.suites.filter((one) => suite === "*" || (one.name === suite && one.scope === scope));
}

function figureOf(suite: SuiteRecord, { of, split, measure }: Target): number | undefined {
  if (of === "citations") return suite.citations.checked > 0 ? suite.citations.misquoted : undefined;
  const [after = "", before] = of.split(" - ");
  const mean = (name: string) => summaryOf(suite, { of: name, split, measure })?.mean;
  if (before === undefined) return mean(after);
  const [one, other] = [mean(after), mean(before)];
  return one === undefined || other === undefined ? undefined : one - other;
}
