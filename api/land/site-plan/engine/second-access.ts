import { type Driveway, straightDriveways } from "./driveway.ts";
import { Field } from "./field.ts";
import { layOut } from "./layout.ts";
import type { Fields, Layout } from "./layout-parts.ts";
import { feetBetween } from "./local-frame.ts";
import { fieldsOf, filledLayout, optionsOf, type Search, withoutWay, yieldOf, type ZonePlan } from "./zone-search.ts";

/** Dwellings and stalls above which a second way in is looked for. */
const manyUnits = 100;
const manyStalls = 200;
/** What a second way in may cost of the yield. */
const leastYield = 0.97;

/** Returns a plan with a second driveway where it is large and its street is long enough; otherwise the same plan. */
export function withSecondAccess(plan: ZonePlan, search: Search): ZonePlan {
  const { land, program } = search;
  const { frame, layout, driveway, buildings } = plan;
  const units = buildings.reduce((sum, building) => sum + building.units, 0);
  if (units <= manyUnits && plan.provided <= manyStalls && program.driveways < 2) return plan;
  if (program.driveways === 1) return plan;
  const least = diagonalOf(layout) / 2;
  const drivable = new Field(frame, land.drivable);
  const [second] = straightDriveways(layout, land.frontages, frame, drivable, program.wayWidth).filter(
    ({ access }) => feetBetween(access, driveway.access) >= least,
  );
  if (!second) return plan;
  const fields: Fields =
    driveway.rects.length > 0 ? fieldsOf(land, frame) : fieldsOf(withoutWay(land, driveway, program.walk), frame);
  const entry = { rects: [...driveway.rects, ...second.rects], meets: [driveway.meets, second.meets] };
  const both = layOut(layout.bands, fields, optionsOf(program, plan.joining), entry);
  const found = filledLayout(both, search, fields.pavable, entry.meets);
  const isWorthIt = yieldOf(found.buildings, program) >= leastYield * yieldOf(buildings, program);
  if (!isWorthIt || found.provided < found.required) return plan;
  return { ...plan, ...found, second: second satisfies Driveway };
}

/** The greatest extent of the drives of a layout, feet. */
function diagonalOf({ strips }: Layout): number {
  const xs = strips.flatMap(({ rect }) => [rect.x0, rect.x1]);
  const ys = strips.flatMap(({ rect }) => [rect.y0, rect.y1]);
  const [width, depth] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  return Math.sqrt(width * width + depth * depth);
}
