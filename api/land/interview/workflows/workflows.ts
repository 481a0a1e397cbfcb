import { typologies } from "../../../../agent/index.ts";
import type { WorkflowData } from "../workflow.ts";
import { hotel } from "./hotel.ts";
import { industrialWarehouse } from "./industrial-warehouse.ts";
import { mfGarden } from "./mf-garden.ts";
import { mfMidriseWrap } from "./mf-midrise-wrap.ts";
import { mfPodium } from "./mf-podium.ts";
import { mhRvPark } from "./mh-rv-park.ts";
import { mixedUse } from "./mixed-use.ts";
import { office } from "./office.ts";
import { retailStrip } from "./retail-strip.ts";
import { selfStorage } from "./self-storage.ts";
import { seniorLiving } from "./senior-living.ts";
import { townhomes } from "./townhomes.ts";

/** Every workflow, in the order in which clients list them. */
export const workflows: readonly WorkflowData[] = [
  ...[mfGarden, mfMidriseWrap, mfPodium, townhomes, seniorLiving, mixedUse],
  ...[retailStrip, office, hotel, industrialWarehouse, selfStorage, mhRvPark],
];

/** Typologies that compile only in the studio. Source: interface 4.8. */
export const studioOnly: readonly string[] = typologies.filter(
  (typology) => typology === "single_family" || typology === "subdivision",
);

/** Returns the workflow that an answer to `program.typology` or the typology of a zone selects: a typology or the id of a workflow. */
export function workflowOf(answer: unknown): WorkflowData | undefined {
  return workflows.find(({ id }) => id === answer) ?? workflows.find(({ typology }) => typology === answer);
}
