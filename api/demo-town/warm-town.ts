import { toMercator } from "./arcgis/feature.ts";
import { centerOf } from "./clip.ts";
import { drawAerial } from "./drawing/aerial.ts";
import { toDegrees } from "./frame.ts";
import { townCadastre } from "./town.ts";

/** Makes the parcels of the town and all that pictures are drawn from, which would else take the first request a second. */
export async function warmTown(): Promise<void> {
  const [x, y] = toMercator(toDegrees(centerOf(townCadastre().scenarios.plain.area)));
  await drawAerial({ box: [x - 60, y - 60, x + 60, y + 60], width: 64, height: 64 });
}
