import { type DemoTown, openDemoTown } from "../../api/boot/demo-town.ts";

/** The demo town of this process. Its land and its pictures are made once, which takes seconds. */
let town: Promise<DemoTown> | undefined;

/** Returns the demo town that the tests of this process share. Closing it leaves it to the next test. */
export async function shareDemoTown(): Promise<DemoTown> {
  town ??= openDemoTown();
  return { ...(await town), close: async () => {} };
}
