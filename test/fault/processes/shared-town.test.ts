import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { openDemoTown, townPortOf } from "../../../api/boot/demo-town.ts";
import { freePort } from "../../../evals/start-service.ts";

const ordinance = "/library/ct/alder_falls/codes/zoning_ordinance";
const statusOf = (origin: string) =>
  fetch(origin + ordinance).then(
    ({ status }) => status,
    () => "unreachable",
  );

describe("the demo town of two processes with one store", () => {
  it("has one address, at which the second serves it when the first has ended", async () => {
    const port = await freePort();
    const first = await openDemoTown({ port });
    const second = await openDemoTown({ port });
    try {
      expect([first.origin, second.origin]).toEqual([`http://127.0.0.1:${port}`, first.origin]);
      expect(await statusOf(second.origin)).toBe(200);
      await first.close();
      await expect.poll(() => statusOf(second.origin)).toBe(200);
      const third = await openDemoTown({ port });
      expect(third.origin).toBe(second.origin);
      await third.close();
    } finally {
      await second.close();
    }
  });

  it("is served on another port when something else listens on its own", async () => {
    const port = await freePort();
    const other = createServer((_, response) => response.end("something else")).listen(port, "127.0.0.1");
    const town = await openDemoTown({ port });
    expect(town.origin).not.toBe(`http://127.0.0.1:${port}`);
    expect(await statusOf(town.origin)).toBe(200);
    await town.close();
    other.close();
  });
});

describe("townPortOf", () => {
  it("returns one port for one store, and another one for another store", () => {
    const store = { databaseUrl: null, dataDir: "/data" };
    expect(townPortOf(store)).toBe(townPortOf({ ...store }));
    expect(townPortOf({ ...store, databaseUrl: "postgres://db:5432/groundwork" })).toBe(
      townPortOf({ databaseUrl: "postgres://db:5432/groundwork", dataDir: "/elsewhere" }),
    );
    expect(townPortOf(store)).not.toBe(townPortOf({ ...store, dataDir: "/other" }));
  });
});
