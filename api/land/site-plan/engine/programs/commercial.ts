import { memberAnswer, numberAnswer } from "../answers.ts";
import { type Band, depthOf, parkingBands } from "../bands.ts";
import type { Rect } from "../local-frame.ts";
import { barProgram } from "./bar-program.ts";
import { areaOf, floorsWithin, type Program, type ProgramContext, plannedBuilding } from "./program.ts";
import { alternatingRows } from "./row-patterns.ts";

/** Feet from floor to floor. */
const shopHeight = 22;
export const officeFloor = 13.5;
const hotelFloor = 11;
/** Width of the drive behind shops, feet. Source: `siteplan.md` section 4. */
const serviceDrive = 26;

/** Returns the program of a strip of shops: parking in front, the building, a service drive behind. */
export function retailProgram(context: ProgramContext, depth: number): Program {
  const { module } = context;
  const gfaSf = Math.min(context.caps.gfaSf, memberAnswer(context.answers, "retail.gfa", "square_feet") ?? Infinity);
  const building = (rect: Rect) =>
    plannedBuilding("Shops", rect, {
      floors: 1,
      floorFt: shopHeight,
      demands: [{ use: "retail", base: "thousand_square_feet", quantity: areaOf(rect) }],
    });
  const walk = 12;
  const bay = parkingBands(module, { below: true, above: true });
  const shops: Band[] = [
    { kind: "open", depth: walk },
    { kind: "building", depth },
  ];
  const service: Band[] = [
    { kind: "open", depth: 4 },
    { kind: "aisle", depth: serviceDrive },
    ...(context.loadingFt > 0 ? [{ kind: "open", depth: context.loadingFt } as const] : []),
  ];
  const isLoaded = context.loadingFt > 0;
  const patterns = (depthFt: number): Band[][] => {
    const fronts = [1, 2, 3, 4, 5].map((bays) => Array.from({ length: bays }, () => bay).flat());
    const single = parkingBands(module, { below: false, above: true });
    const strips = [single, ...fronts, ...fronts.map((front) => [...single, ...front])].flatMap((front) => {
      const strip = [...front, ...shops, ...service];
      const back = [...shops].reverse();
      // Shops at the street, with their parking between them and those at the rear.
      const between = context.parksBehind ? [[...back, ...front, ...shops]] : [];
      return [
        ...between,
        strip,
        // Without a drive behind the shops, loading spaces would have to lie in front of them.
        ...(isLoaded ? [] : [[...front, ...shops, { kind: "open", depth: 6 } as const]]),
        [...strip, { kind: "open", depth: 4 } as const, ...back, ...front.toReversed().map(turned)],
      ];
    });
    const deep = strips.flatMap((first) => {
      const second = strips.filter((strip) => depthOf(first) + depthOf(strip) <= depthFt + 0.01);
      const deepest = second.toSorted((a, b) => depthOf(b) - depthOf(a))[0];
      return deepest ? [[...first, { kind: "open", depth: 4 } as const, ...deepest]] : [];
    });
    return [...strips, ...deep].filter((bands) => depthOf(bands) <= depthFt + 0.01);
  };
  const shape = { depth, least: 50, most: 400, walk, spacing: Math.max(30, context.spacing) };
  return barProgram("Shops", { ...context, caps: { ...context.caps, gfaSf } }, shape, building, { patterns });
}

const turned = (band: Band): Band => (band.aisleSide ? { ...band, aisleSide: band.aisleSide === 1 ? -1 : 1 } : band);

/** Returns the program of offices. */
export function officeProgram(context: ProgramContext, depth: number): Program {
  const { answers, module } = context;
  const gfaSf = Math.min(context.caps.gfaSf, memberAnswer(answers, "office.gfa", "square_feet") ?? Infinity);
  const floors = floorsWithin(context, numberAnswer(answers, "office.floors", 2, [1, 12]), officeFloor);
  const building = (rect: Rect) =>
    plannedBuilding("Office building", rect, {
      floors,
      floorFt: officeFloor,
      demands: [{ use: "office", base: "thousand_square_feet", quantity: areaOf(rect) * floors }],
    });
  const shape = { depth, least: 60, most: 240, walk: 12, spacing: Math.max(40, context.spacing) };
  const patterns = (depthFt: number) => alternatingRows({ building: depth, walk: 12, module }, depthFt);
  return barProgram("Offices", { ...context, caps: { ...context.caps, gfaSf } }, shape, building, { patterns });
}

/** Returns the program of a hotel: keys follow from the floor area. */
export function hotelProgram(context: ProgramContext, depth: number): Program {
  const { answers } = context;
  const gsfPerKey = numberAnswer(answers, "hotel.gsf_per_key", 475, [300, 700]);
  const target = memberAnswer(answers, "hotel.keys", "keys") ?? Infinity;
  const floors = floorsWithin(context, numberAnswer(answers, "mf.floors", 4, [1, 12]), hotelFloor);
  const building = (rect: Rect) => {
    const keys = floors * Math.floor(areaOf(rect) / gsfPerKey + 1e-6);
    return plannedBuilding("Hotel", rect, {
      floors,
      floorFt: hotelFloor,
      keys,
      demands: [{ use: "hotel", base: "key", quantity: keys }],
    });
  };
  const gfaSf = Math.min(context.caps.gfaSf, target * gsfPerKey * 1.02);
  const shape = { depth, least: 90, most: 300, walk: 12, spacing: Math.max(40, context.spacing) };
  return barProgram("Hotel", { ...context, caps: { ...context.caps, gfaSf } }, shape, building, {
    yieldOf: ({ keys }) => keys,
  });
}
