import type { Comparison } from "../compare-runs.ts";
import { signed } from "./print-run.ts";

const mostChanged = 20;

/** A comparison as lines of text. */
export function comparisonLines({ rows, changed, cautions }: Comparison): string[] {
  const lines = cautions.map((caution) => `caution: ${caution}`);
  const widths = { suite: 22, of: 14, measure: 31 };
  const head = ["suite".padEnd(widths.suite), "of".padEnd(widths.of), "measure".padEnd(widths.measure)];
  lines.push("", `${head.join(" ")}    n  before   after  difference [95 %]             p`);
  for (const row of rows) {
    const names = [
      row.suite.slice(0, widths.suite).padEnd(widths.suite),
      row.of.padEnd(widths.of),
      row.measure.padEnd(widths.measure),
    ];
    const difference = `${signed(row.mean)} [${signed(row.low)}, ${signed(row.high)}]`;
    lines.push(
      `${names.join(" ")} ${String(row.n).padStart(4)}   ${row.before.toFixed(3)}   ${row.after.toFixed(3)}  ${difference}  ${row.p.toFixed(3)}`,
    );
  }
  if (rows.length === 0) lines.push("the runs have no question in common");
  if (changed.length > 0) lines.push("", `questions that changed: ${changed.length}; the furthest`);
  for (const { suite, of, measure, text, before, after } of changed.slice(0, mostChanged))
    lines.push(`${signed(after - before)}  ${suite}, ${of} ${measure}: ${text.slice(0, 90)}`);
  if (rows.length > 0 && changed.length === 0) lines.push("", "no question changed");
  return lines;
}
