import { describe, expect, it } from "vitest";
import { fieldIn, recordedArea } from "../../../api/providers/parcels/parcel-fields.ts";

describe("the area of record of a parcel", () => {
  it("is read from acres, else from square feet, with or without separators", () => {
    expect(recordedArea({ acres: "0.5", squareFeet: "1" })).toBe(21_780);
    expect(recordedArea({ acres: null, squareFeet: "43,560" })).toBe(43_560);
  });

  it("is not known where it is missing, zero, negative or no number", () => {
    for (const acres of [null, "0", "-5555", "n/a", ""]) expect(recordedArea({ acres })).toBeNull();
  });

  it("is found under the names that counties use, the deed first", () => {
    expect(fieldIn("acres", { GIS_ACRES: 2.1, DEEDACRES: "2" })).toBe("2");
    expect(fieldIn("acres", { Acreage: 3 })).toBe("3");
    expect(fieldIn("acres", { SHAPE_AREA: 3 })).toBeNull();
  });
});
