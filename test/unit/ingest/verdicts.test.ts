import { describe, expect, it } from "vitest";
import { verdictIn } from "../../../ingest/index.ts";

describe("verdictIn", () => {
  it.each([
    "No mobile homes are allowed.",
    "No kennel or cattery is permitted.",
    "No drive-in restaurants shall be permitted in this district.",
  ])("returns a prohibition for a sentence that allows none: %s", (text) => {
    expect(verdictIn(text)).toBe("prohibited");
  });

  it.each([
    "No more than two signs are allowed.",
    "No signs are allowed except the following:",
    "No permit is required for uses that are allowed by right.",
  ])("returns none for one that allows some: %s", (text) => {
    expect(verdictIn(text)).not.toBe("prohibited");
  });
});
