import { type Band, depthOf, parkingBands, type StallModule } from "../bands.ts";

/** Dimensions of rows of buildings between drives, feet. */
export interface RowDimensions {
  readonly building: number;
  readonly walk: number;
  readonly module: StallModule;
}

type Lead = "building" | "parking" | "single";

/** Returns a band of buildings with its walks. */
export function buildingBands({ building, walk }: { readonly building: number; readonly walk: number }): Band[] {
  return [
    { kind: "open", depth: walk },
    { kind: "building", depth: building },
    { kind: "open", depth: walk },
  ];
}

/**
 * Returns rows of buildings and parking that alternate across a depth: each way to begin, one to three double rows of
 * stalls between buildings, and what fits behind the last whole row.
 */
export function alternatingRows(dimensions: RowDimensions, depthFt: number): Band[][] {
  const { module } = dimensions;
  const row = buildingBands(dimensions);
  const bay = parkingBands(module, { below: true, above: true });
  const single = parkingBands(module, { below: false, above: true });
  const patterns: Band[][] = [];
  for (const lead of ["building", "parking", "single"] as const satisfies readonly Lead[]) {
    for (const bays of [1, 2, 3]) {
      const between = Array.from({ length: bays }, () => bay).flat();
      const start = lead === "building" ? [] : lead === "parking" ? (bays === 1 ? bay : between) : single;
      patterns.push(...repeated(start, row, between, depthFt, module));
    }
  }
  const seen = new Set<string>();
  return patterns.filter((pattern) => {
    const key = pattern.map(({ kind, depth, aisleSide }) => `${kind}${depth}${aisleSide ?? ""}`).join();
    const isNew = !seen.has(key) && pattern.some(({ kind }) => kind === "aisle" || kind === "court");
    seen.add(key);
    return isNew && pattern.some(({ kind }) => kind === "building");
  });
}

/** Rows from the front to the rear, ended with a building, with as many bays as fit, or with a drive and one row. */
function repeated(
  start: readonly Band[],
  row: readonly Band[],
  between: readonly Band[],
  depthFt: number,
  module: StallModule,
): Band[][] {
  const fits = (bands: readonly Band[]) => depthOf(bands) <= depthFt + 0.01;
  let bands = [...start];
  if (!fits(bands)) return [];
  const results: Band[][] = [];
  for (;;) {
    const withRow = [...bands, ...row];
    if (!fits(withRow)) break;
    for (const end of endings(module)) {
      if (fits([...withRow, ...end]) && !fits([...withRow, ...end, ...row])) results.push([...withRow, ...end]);
    }
    const next = [...withRow, ...between];
    if (!fits(next)) break;
    bands = next;
  }
  return results;
}

function endings(module: StallModule): Band[][] {
  const bay = parkingBands(module, { below: true, above: true });
  return [[], parkingBands(module, { below: true, above: false }), bay, [...bay, ...bay], [...bay, ...bay, ...bay]];
}
