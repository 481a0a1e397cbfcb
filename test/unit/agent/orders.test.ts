import { describe, expect, it } from "vitest";
import { readOrder } from "../../../agent/orders.ts";

describe("readOrder", () => {
  it.each([
    ["Create a due-diligence report.", "report"],
    ["Please write a feasibility report for this site", "report"],
    ["I need a due diligence and feasibility report", "report"],
    ["Can you generate the report as a PDF, please?", "report"],
    ["start the interview", "interview"],
    ["Let's begin the guided interview!", "interview"],
    ["Export the site plan as LandXML", "plan_export"],
    ["download the concept as a DXF file", "plan_export"],
  ])("reads %s as an order of a %s, which no tool of a turn carries out", (message, work) => {
    expect(readOrder(message)).toEqual({ work });
  });

  it.each([
    ["draw me a site map", "render_map", { kind: "site_map" }],
    ["Draw me a map of the site", "render_map", { kind: "site_map" }],
    ["Show me the flood map", "render_map", { kind: "flood" }],
    ["Can you make me a PDF of the wetlands map?", "render_map", { kind: "wetlands" }],
    ["I'd like the topographic map of my lot", "render_map", { kind: "contours" }],
    ["give me aerial imagery of the property", "render_map", { kind: "aerial" }],
    ["Export the site as DXF", "export_gis", { format: "dxf" }],
    ["Download the parcels and layers as a shapefile", "export_gis", { format: "shapefile" }],
    ["I need a KML file of the site", "export_gis", { format: "kml" }],
  ])("reads %s as an order for %s", (message, name, input) => {
    expect(readOrder(message)?.tool).toMatchObject({ name, input });
  });

  it.each([
    "Does a site plan need a feasibility report?",
    "What must a feasibility report contain?",
    "Show me the zoning map",
    "Show me the parking requirements",
    "Can I run a report office at home?",
    "I need a site plan",
    "Create a list of permitted uses",
    "How do I start a home business?",
    "Give me the setbacks in the R-2 district",
    "Who has to write the environmental report for a wetlands permit?",
    "Write a report to the Commission within 30 days after the hearing",
  ])("takes %s for no order", (message) => {
    expect(readOrder(message)).toBeUndefined();
  });
});
