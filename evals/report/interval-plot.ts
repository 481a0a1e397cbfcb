import type { SummaryRow } from "../run-record.ts";
import { html, type Markup } from "./markup.ts";

const labelWidth = 130;
const plotWidth = 480;
const rowHeight = 22;

/** Means with their intervals as one line a row, on a scale from 0 to 1. */
export function intervalPlot(measure: string, rows: readonly SummaryRow[]): Markup {
  const height = rows.length * rowHeight + 24;
  const x = (value: number) => Math.round(labelWidth + value * plotWidth);
  const lines = rows.map((row, at) => {
    const y = at * rowHeight + 14;
    return html`<text x="0" y="${y + 4}">${row.of}</text>
<line x1="${x(row.low)}" y1="${y}" x2="${x(row.high)}" y2="${y}" stroke="var(--bar)" stroke-width="3"/>
<circle cx="${x(row.mean)}" cy="${y}" r="5" fill="var(--bar)"/><text x="${x(1) + 8}" y="${y + 4}">${row.mean.toFixed(3)}</text>`;
  });
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (tick) => html`<line x1="${x(tick)}" y1="2" x2="${x(tick)}" y2="${height - 20}" stroke="var(--line)"/>
<text x="${x(tick)}" y="${height - 4}" text-anchor="middle">${tick}</text>`,
  );
  const width = labelWidth + plotWidth + 56;
  return html`<div class="wide"><svg viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${measure} of each configuration with its interval">${ticks}${lines}</svg></div>`;
}
