import { choiceAnswer, numberAnswer } from "../answers.ts";
import { type Band, depthOf, parkingBands } from "../bands.ts";
import type { Rect } from "../local-frame.ts";
import { barProgram } from "./bar-program.ts";
import { areaOf, floorsWithin, type Program, type ProgramContext, plannedBuilding } from "./program.ts";
import { alternatingRows } from "./row-patterns.ts";

/** Feet from floor to floor. */
const driveUpFloor = 10;
const insideFloor = 11;

/** Returns the program of self storage: rows with drives between, or buildings that are entered. */
export function storageProgram(context: ProgramContext, width: number): Program {
  const { answers, module } = context;
  const type = choiceAnswer(answers, "storage.type", ["drive_up", "climate", "multi_storey", "mixed"]);
  const isDriveUp = type === "drive_up" || type === "mixed";
  const depth = isDriveUp ? Math.min(60, numberAnswer(answers, "storage.row_width", width, [20, 200])) : 3 * width;
  const aisle = numberAnswer(answers, "storage.aisle", 25, [20, 40]);
  const floorFt = isDriveUp ? driveUpFloor : insideFloor;
  const floors = type === "multi_storey" ? floorsWithin(context, 3, floorFt) : 1;
  const building = (rect: Rect) =>
    plannedBuilding(isDriveUp ? "Drive-up storage" : "Storage building", rect, {
      floors,
      floorFt,
      demands: [{ use: "self_storage", base: "thousand_square_feet", quantity: areaOf(rect) * floors }],
    });
  const shape = { depth, least: isDriveUp ? 40 : 80, most: 300, walk: isDriveUp ? 2 : 8, spacing: aisle };
  return barProgram("Self storage", context, shape, building, {
    wayWidth: aisle,
    patterns: (depthFt) =>
      isDriveUp
        ? storageRows({ depth, aisle, module }, depthFt)
        : alternatingRows({ building: depth, walk: 8, module }, depthFt),
  });
}

/** Rows of storage with a drive between any two, a row of stalls at the front. */
function storageRows(
  {
    depth,
    aisle,
    module,
  }: { readonly depth: number; readonly aisle: number; readonly module: ProgramContext["module"] },
  depthFt: number,
): Band[][] {
  const row: Band = { kind: "building", depth };
  const gap: Band[] = [
    { kind: "open", depth: 2 },
    { kind: "aisle", depth: aisle },
    { kind: "open", depth: 2 },
  ];
  const stalls = parkingBands({ ...module, aisle }, { below: true, above: false });
  const patterns: Band[][] = [];
  for (const start of [stalls, [...parkingBands({ ...module, aisle }, { below: false, above: false })]]) {
    let bands: Band[] = [...start, { kind: "open", depth: 2 }, row];
    while (depthOf(bands) <= depthFt + 0.01) {
      const next = [...bands, ...gap, row];
      if (depthOf(next) > depthFt + 0.01) patterns.push(bands);
      const withDrive = [...bands, ...gap.slice(0, 2)];
      if (depthOf(next) > depthFt + 0.01 && depthOf(withDrive) <= depthFt + 0.01) patterns.push(withDrive);
      bands = next;
    }
  }
  return patterns;
}
