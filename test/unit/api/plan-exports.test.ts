import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { loadImage } from "@napi-rs/canvas";
import { DOMParser, type Element } from "@xmldom/xmldom";
import DxfParser from "dxf-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { metricLabels } from "../../../api/delivery/reports/sections/concept-words.ts";
import { disclosuresOf, disclosureText, isDisclosed } from "../../../api/land/plan-exports/disclosures.ts";
import { besideLegend, legendEntries, legendPlace, legendSize } from "../../../api/land/plan-exports/legend.ts";
import { framePlan } from "../../../api/land/plan-exports/picture-frame.ts";
import { pictureStyles } from "../../../api/land/plan-exports/picture-style.ts";
import type { PlanFileContent, PlanFormat } from "../../../api/land/plan-exports/plan-file.ts";
import { writePlanFile } from "../../../api/land/plan-exports/plan-files.task.ts";
import { placedLabels } from "../../../api/land/plan-exports/plan-labels.ts";
import { planMetricRows } from "../../../api/land/plan-exports/plan-metrics.ts";
import type { GridPoint, GridRing } from "../../../api/land/site-plan/engine/plan-geometry.ts";
import { inventedConcept, override, rectangle } from "../../support/invented-concept.ts";

const regionOf = (ring: GridRing) => ({ type: "region", region: { rings: [ring] } }) as const;
const run = promisify(execFile);
const hasGdal = await run("ogrinfo", ["--version"]).then(
  () => true,
  () => false,
);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "groundwork-plans-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const content = (more: Partial<PlanFileContent> = {}): PlanFileContent => ({
  ...{
    projectName: "12 Mill Street",
    address: "12 Mill Street, Alder Falls",
    place: { state: "Connecticut", county: null },
  },
  ...{ concept: inventedConcept(), notice: "SYNTHETIC", generatedAt: "2026-11-23T10:00:00.000Z" },
  ...more,
});
async function bytesOf(format: PlanFormat, more: Partial<PlanFileContent> = {}): Promise<Buffer> {
  const file = await writePlanFile({ format, content: content(more) });
  if ("refusal" in file) throw new Error(file.refusal);
  return Buffer.from(file.bytes);
}

describe("GeoJSON of a concept", () => {
  it("holds every object in WGS 84 with outer rings counter-clockwise and holes clockwise", async () => {
    const collection = JSON.parse((await bytesOf("geojson")).toString("utf8"));
    expect(collection.features).toHaveLength(inventedConcept().plan.objects.length);
    for (const { geometry, properties } of collection.features) {
      expect(properties).toMatchObject({ object_type: expect.any(String), layer: expect.stringMatching(/^C-/) });
      if (geometry.type !== "Polygon") continue;
      geometry.coordinates.forEach((ring: [number, number][], at: number) => {
        expect(ring[0]).toEqual(ring.at(-1));
        expect(Math.sign(shoelace(ring))).toBe(at === 0 ? 1 : -1);
      });
    }
    const building = collection.features.find(
      ({ properties }: { properties: { object_type: string } }) => properties.object_type === "building",
    );
    expect(building.geometry.coordinates).toHaveLength(2);
  });
});

function shoelace(ring: readonly (readonly [number, number])[]): number {
  return ring.slice(1).reduce((sum, [x, y], at) => {
    const [px, py] = ring[at] ?? [0, 0];
    return sum + (px * y - x * py);
  }, 0);
}

interface Sum {
  readonly rings: number;
  readonly area: number;
}
const add = (sums: Map<string, Sum>, layer: string, area: number) => {
  const { rings, area: before } = sums.get(layer) ?? { rings: 0, area: 0 };
  sums.set(layer, { rings: rings + 1, area: before + area });
};

const doubleArea = (ring: readonly { readonly x: number; readonly y: number }[]) =>
  ring.reduce((sum, { x, y }, at) => {
    const before = ring.at(at - 1) ?? { x, y };
    return sum + before.x * y - x * before.y;
  }, 0);

interface DxfEntity {
  readonly type: string;
  readonly layer: string;
  readonly name?: string;
  readonly shape?: boolean;
  readonly vertices?: readonly { readonly x: number; readonly y: number }[];
}

interface DxfFile {
  readonly entities: readonly DxfEntity[];
  readonly blocks: Readonly<Record<string, { readonly entities: readonly DxfEntity[] }>>;
  readonly header: Readonly<Record<string, unknown>>;
}

/** The package is one class, which its types declare as a default export. */
const Reader = DxfParser as unknown as new () => { parseSync(text: string): DxfFile };

describe("DXF of a concept", () => {
  it.skipIf(!hasGdal)("is read by GDAL with the area and the number of objects of each layer", async () => {
    const path = join(folder, "plan.dxf");
    await writeFile(path, await bytesOf("dxf"));
    const query =
      "select Layer, count(*) as n, sum(st_area(st_buildarea(geometry))) as area from entities where Text is null group by Layer";
    const told = await run("ogr2ogr", ["-f", "CSV", "/vsistdout/", path, "-dialect", "sqlite", "-sql", query]);
    const rows = new Map(
      told.stdout
        .split("\n")
        .slice(1)
        .map((line) => line.replaceAll('"', "").split(","))
        .map(([layer, count, area]): [string, [number, number]] => [String(layer), [Number(count), Number(area)]]),
    );
    const [stalls, stallArea] = rows.get("C-PRKG-STAL") ?? [];
    expect(stalls).toBe(24);
    // 24 stalls of 9 by 18 feet; a state plane shortens lengths by less than 1 in 10,000.
    expect(stallArea).toBeCloseTo(24 * 162, -1);
    expect(rows.get("C-ENVR-WETL")?.[1]).toBeCloseTo(70 * 60, -1);
  });

  it("is read by a second reader with the number and the area of the closed rings of each layer", async () => {
    const { entities, blocks, header } = new Reader().parseSync((await bytesOf("dxf")).toString("utf8"));
    const read = new Map<string, Sum>();
    for (const entity of entities) {
      const rings = entity.type === "INSERT" ? (blocks[entity.name ?? ""]?.entities ?? []) : [entity];
      for (const ring of rings.filter(({ type, shape }) => type === "LWPOLYLINE" && shape)) {
        add(read, entity.layer, Math.abs(doubleArea(ring.vertices ?? [])) / 2);
      }
    }
    const drawn = new Map<string, Sum>();
    for (const { layer, shape } of inventedConcept().plan.objects) {
      if (shape.type !== "region") continue;
      for (const ring of shape.region.rings) add(drawn, layer, Math.abs(doubleArea(ring)) / 2e6);
    }
    expect([...read.keys()].toSorted()).toEqual([...drawn.keys()].toSorted());
    for (const [layer, { rings, area }] of drawn) {
      expect([layer, read.get(layer)?.rings]).toEqual([layer, rings]);
      // A state plane changes lengths by less than one in 10,000.
      expect(Math.abs((read.get(layer)?.area ?? 0) / area - 1)).toBeLessThan(2e-4);
    }
    // 21: US survey feet, the unit of the state plane.
    expect(header.$INSUNITS).toBe(21);
  });

  it("carries the metrics, the notice and the reference system as text", async () => {
    const text = (await bytesOf("dxf")).toString("latin1");
    for (const words of ["SYNTHETIC", "EPSG 2234", "Building coverage: 5.7 %", "not for construction"]) {
      expect(text).toContain(words);
    }
  });
});

interface ElementRule {
  /** Of the names of the children, each followed by a space. */
  readonly children: RegExp;
  /** By name; a question mark after it: may be left out. Others are not declared. */
  readonly attributes: Readonly<Record<string, RegExp>>;
}
const text = /^/;
const double = /^-?\d+(\.\d+)?$/;
const point = { children: /^$/, attributes: {} };
const angle = /^(radians|grads|decimal degrees|decimal dd\.mm\.ss)$/;

/**
 * What the schema says of each element that is written, apart from children and attributes that never are.
 *
 * Source: LandXML-1.2.xsd of 29 July 2008
 */
const landxmlRules: Readonly<Record<string, ElementRule>> = {
  LandXML: {
    children: /^((Units|CoordinateSystem|Project|Application|Alignments|CgPoints|Parcels|PlanFeatures) )+$/,
    attributes: {
      ...{ date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, time: /^(?:[01]\d|2[0-3])(?::[0-5]\d){2}$/ },
      version: text,
      ...{ "language?": text, "readOnly?": /^(true|false)$/, "xsi:schemaLocation?": text },
    },
  },
  Units: { children: /^Imperial $/, attributes: {} },
  Imperial: {
    children: /^$/,
    attributes: {
      areaUnit: /^(acre|squareFoot|squareInch|squareMiles)$/,
      linearUnit: /^(foot|USSurveyFoot|inch|mile)$/,
      volumeUnit: /^(US_gallon|IMP_gallon|cubicInch|cubicFeet|cubicYard|acreFeet)$/,
      temperatureUnit: /^(fahrenheit|kelvin)$/,
      pressureUnit: /^(inchHG|inHG)$/,
      ...{ "angularUnit?": angle, "directionUnit?": angle },
    },
  },
  CoordinateSystem: { children: /^(Feature )*$/, attributes: { "name?": text, "desc?": text, "epsgCode?": text } },
  Project: { children: /^(Feature )*$/, attributes: { name: text, "desc?": text } },
  Application: { children: /^(Author )*$/, attributes: { name: text, "desc?": text } },
  CgPoints: { children: /^(CgPoint )*(CgPoints )*(Feature )*$/, attributes: {} },
  CgPoint: { ...point, attributes: { "name?": text, "desc?": text } },
  Start: point,
  End: point,
  Line: { children: /^Start End (Feature )*$/, attributes: { "length?": double } },
  CoordGeom: { children: /^(Line )*(Feature )*$/, attributes: {} },
  Feature: { children: /^(Property )*(DocFileRef )*(Feature )*$/, attributes: { "code?": text, "source?": text } },
  Property: { children: /^$/, attributes: { label: text, value: text } },
  Alignments: { children: /^(Alignment )+(Feature )*$/, attributes: {} },
  Alignment: {
    children: /^((CoordGeom|Feature) )+$/,
    attributes: { name: text, length: double, staStart: double, "desc?": text },
  },
  Parcels: { children: /^(Parcel )+(Feature )*$/, attributes: {} },
  Parcel: { children: /^(CoordGeom )+(Feature )*$/, attributes: { name: text, "area?": double, "desc?": text } },
  PlanFeatures: { children: /^(PlanFeature )+(Feature )*$/, attributes: {} },
  PlanFeature: { children: /^((CoordGeom|Feature) )*$/, attributes: { "name?": text, "desc?": text } },
};

const landxmlNamespace = "http://www.landxml.org/schema/LandXML-1.2";

/** Returns what of an element, without what is inside its children, is not as the schema says. */
function landxmlFaults(element: Element): string[] {
  const rule = landxmlRules[element.tagName];
  if (!rule) return [`${element.tagName} is not an element of the schema`];
  const children = [...element.childNodes].filter((node): node is Element => node.nodeType === node.ELEMENT_NODE);
  const order = children.map(({ tagName }) => `${tagName} `).join("");
  const written = [...element.attributes].filter(({ name }) => !name.startsWith("xmlns"));
  const undeclared = written.filter(({ name, value }) => {
    return !(rule.attributes[name] ?? rule.attributes[`${name}?`])?.test(value);
  });
  const required = Object.keys(rule.attributes).filter((name) => !name.endsWith("?"));
  const isPoint = rule === landxmlRules.CgPoint || rule === point;
  const loose = [...element.childNodes].filter(
    ({ nodeType, nodeValue }) => nodeType === element.TEXT_NODE && nodeValue?.trim(),
  );
  return [
    ...(element.namespaceURI === landxmlNamespace ? [] : [`${element.tagName} is of ${element.namespaceURI}`]),
    ...(isPoint ? [] : loose.map(({ nodeValue }) => `${element.tagName} holds the text ${nodeValue}`)),
    ...(rule.children.test(order) ? [] : [`${element.tagName} holds ${order}`]),
    ...undeclared.map(({ name, value }) => `${element.tagName} has ${name}="${value}"`),
    ...required.filter((name) => !element.hasAttribute(name)).map((name) => `${element.tagName} has no ${name}`),
    ...(isPoint ? [element.textContent ?? ""].filter((value) => !/^-?\d+(\.\d+)? -?\d+(\.\d+)?$/.test(value)) : []),
  ];
}

describe("LandXML of a concept", () => {
  it.each<{ title: string; more: Partial<PlanFileContent> }>([
    { title: "a state plane zone", more: {} },
    // In the Atlantic, where no zone reaches.
    { title: "a local frame", more: { concept: { ...inventedConcept(), origin: [-60, 40] } } },
  ])("has the order, attributes and units that the schema wants, in $title", async ({ more }) => {
    const xml = (await bytesOf("landxml", more)).toString("utf8");
    const root = new DOMParser().parseFromString(xml, "text/xml").documentElement;
    if (!root) throw new Error("no document");
    const elements = [root, ...root.getElementsByTagName("*")];
    expect(new Set(elements.map(({ tagName }) => tagName))).toEqual(new Set(Object.keys(landxmlRules)));
    expect(elements.flatMap(landxmlFaults)).toEqual([]);
  });

  it("writes northing before easting", async () => {
    const xml = (await bytesOf("landxml")).toString("utf8");
    const point = /<CgPoint name="access-1"[^>]*>([\d.]+) ([\d.]+)<\/CgPoint>/.exec(xml);
    const [, northing, easting] = point ?? [];
    // Hartford County: northings of 600,000 to 950,000 ft and eastings above 1,000,000 ft.
    expect(Number(northing)).toBeLessThan(1_000_000);
    expect(Number(easting)).toBeGreaterThan(1_000_000);
  });

  it("closes every loop and states parcels with the area of their rings", async () => {
    const xml = (await bytesOf("landxml")).toString("utf8");
    const loops = [...xml.matchAll(/<CoordGeom>(.*?)<\/CoordGeom>/g)].map(([, lines]) => lines ?? "");
    expect(loops.length).toBeGreaterThan(25);
    for (const loop of loops.filter((lines) => lines.split("<Line").length > 3)) {
      const [, first] = /<Start>([^<]+)</.exec(loop) ?? [];
      const last = [...loop.matchAll(/<End>([^<]+)</g)].at(-1)?.[1];
      expect(last).toBe(first);
    }
    const area = Number(/<Parcel name="site_boundary-1"[^>]* area="([\d.]+)"/.exec(xml)?.[1]);
    expect(Math.abs(area - 121_500)).toBeLessThan(10);
  });

  it("escapes what a project is called", async () => {
    const xml = (await bytesOf("landxml", { projectName: 'A & B <"C">' })).toString("utf8");
    expect(xml).toContain("A &amp; B &lt;&quot;C&quot;&gt;");
  });
});

describe("the picture of a concept", () => {
  it("is a sheet of 17 by 11 inches at 150 pixels to an inch, the same each time", async () => {
    const [one, other] = [await bytesOf("concept_png"), await bytesOf("concept_png")];
    const { width, height } = await loadImage(one);
    expect([width, height]).toEqual([2550, 1650]);
    expect(one.equals(other)).toBe(true);
  });

  it.each([0, 1, 5, 20])("is drawn with %i overrides whose reasons have 2,000 characters", async (count) => {
    const decisions = Array.from({ length: count }, (_, at) => override(at + 1, 2000));
    const file = await writePlanFile({
      format: "concept_png",
      content: content({ concept: inventedConcept({ decisions }) }),
    });
    expect("bytes" in file).toBe(true);
  });

  it("has its legend beside the land, in a corner or elsewhere, and in a column of its own where the land leaves no room", () => {
    const entries = legendEntries(inventedConcept().plan.objects);
    const { width, height } = legendSize(entries);
    const window = { left: 0, top: 0, width: 700, height: 700 };
    const placeOn = (...rings: GridRing[]) => {
      const objects = rings.map((ring, at) => ({
        ...inventedConcept().plan.objects[0],
        id: `${at}`,
        shape: regionOf(ring),
      }));
      const frame = { feetPerInch: 1, toSheet: ({ x, y }: GridPoint) => [x / 1000, 700 - y / 1000] as const };
      return legendPlace(objects as never, { window, frame, entries, room: 8 });
    };
    const middle = 350 - width / 2;
    const strips = [rectangle([0, 0], [middle - 40, 700]), rectangle([middle + width + 40, 0], [middle - 40, 700])];
    expect(placeOn(rectangle([200, 200], [300, 300]))).toMatchObject({ left: 6, top: 700 - height - 6 });
    expect(placeOn(rectangle([0, 0], [200, 700]))).toMatchObject({ left: 700 - width - 6 });
    expect(placeOn(...strips)?.left).toBeCloseTo(middle, -1.5);
    expect(placeOn(rectangle([10, 10], [680, 680]))).toBeUndefined();
    expect(besideLegend(window).left).toBeGreaterThan(6 + width);
  });

  it("leaves room around the symbol of an access, beside which the length of the lot line moves", () => {
    const square = rectangle([0, 0], [100, 100]);
    const boundary = { ...inventedConcept().plan.objects[0], objectType: "site_boundary", shape: regionOf(square) };
    const access = { ...boundary, objectType: "access_point", shape: { type: "point", point: { x: 50_000, y: 0 } } };
    const objects = (some: readonly object[]) => some as unknown as Parameters<typeof placedLabels>[0];
    const frame = framePlan(objects([boundary]), { left: 0, top: 0, width: 400, height: 400 });
    const lengths = (some: readonly object[]) =>
      placedLabels(objects(some), frame, ({ text, size }) => (text.length * size) / 2).map(({ box }) =>
        Math.round(box.x),
      );
    const below = lengths([boundary]).filter((x) => Math.abs(x - 200) < 150);
    expect(below).toHaveLength(2);
    expect(new Set(below)).toEqual(new Set([200]));
    expect(lengths([boundary, access]).filter((x) => x === 200)).toHaveLength(1);
    expect(lengths([boundary, access])).toHaveLength(4);
  });

  it("draws outlines of areas above every filling, so that each line of the legend is seen", () => {
    const [outlines, fillings] = [true, false].map((isOutline) =>
      pictureStyles.flatMap(([type, { fill, legend }], at) =>
        type !== "access_point" && legend !== null && (fill === null) === isOutline ? [at] : [],
      ),
    );
    expect(Math.min(...(outlines ?? []))).toBeGreaterThan(Math.max(...(fillings ?? [])));
    const [zone = expect.fail()] = inventedConcept().plan.objects.map((object) => ({
      ...object,
      objectType: "zone" as const,
    }));
    expect([legendEntries([zone]).length, legendEntries([zone, zone]).length]).toEqual([0, 1]);
  });

  it("keeps the first notes where not all find room, and says how many are left out", async () => {
    const concept = inventedConcept();
    const notes = Array.from({ length: 400 }, (_, at) => ({
      code: "note",
      text: `Note ${at + 1} on what was assumed.`,
    }));
    const file = await writePlanFile({
      format: "concept_png",
      content: content({ concept: { ...concept, plan: { ...concept.plan, notes } } }),
    });
    const [warning = ""] = "bytes" in file ? file.warnings : [];
    const [left = 0, all = 0] = (warning.match(/\d+/g) ?? []).map(Number);
    expect(warning).toBe(`${left} of 400 notes were left out to make room.`);
    expect(all).toBe(400);
    expect(left).toBeLessThan(395);
  });

  it("is refused, naming a disclosure, where the disclosures cannot fit", async () => {
    const decisions = Array.from({ length: 90 }, (_, at) => override(at + 1, 2000));
    const file = await writePlanFile({
      format: "concept_png",
      content: content({ concept: inventedConcept({ decisions }) }),
    });
    expect(file).toMatchObject({ refusal: expect.stringContaining("The height limit was overridden") });
  });
});

describe("the metrics of a concept", () => {
  it("are called in exports what they are called in reports, and none that a report names is left out", () => {
    const metric = { value: 1, unit: "", limit: 1, status: "pass", marker: null, source: null } as const;
    const rows = Object.keys(metricLabels).map((name) => planMetricRows({ [name]: metric }).map(({ label }) => label));
    expect(rows).toEqual(Object.values(metricLabels).map((label) => [label]));
  });

  it("name a limit of dwellings as not applicable where no dwelling is planned", () => {
    const none = { limit: null, status: "not_evaluated", marker: null, source: null } as const;
    const rows = planMetricRows({
      units: { value: 0, unit: "units", ...none },
      density: { value: 0, unit: "du/ac", ...none },
    });
    expect(rows).toEqual([
      expect.objectContaining({ label: "Density", plan: "no dwellings", limit: "not applicable" }),
    ]);
  });
});

describe("the net area of a site", () => {
  const area = (value: number) =>
    ({ value, unit: "sf", limit: null, status: "not_evaluated", marker: null, source: null }) as const;

  it("is printed only where it differs from the area of the site", () => {
    const labels = (net: number) =>
      planMetricRows({ site_area: area(9000), net_site_area: area(net) }).map(({ label }) => label);
    expect(labels(9000)).toEqual(["Site area"]);
    expect(labels(8000)).toEqual(["Site area", "Net site area"]);
  });
});

describe("the disclosures of a concept", () => {
  it("keep every text whole and shorten only reasons, with a pointer to the record", () => {
    const [first] = disclosuresOf(inventedConcept({ decisions: [override(2, 500)] }));
    if (!first) throw new Error("no disclosure");
    const text = disclosureText(first, true);
    expect(text).toMatch(
      /^SUSPENDED: The height limit was overridden\. Building height: limit 35 ft, proposed 38 ft\./,
    );
    expect(text).toContain("… see project record #2");
    expect(disclosureText(first, false)).toContain("variance. The board");
  });

  it("say that a wetland is map data where nobody decided about it", () => {
    const texts = disclosuresOf(inventedConcept()).map(({ text }) => text);
    expect(texts).toContain("Wetland: drawn from map data. Screening data, not a jurisdictional determination.");
    expect(texts.at(-2)).toContain("Not for construction");
  });

  it("say which buffers of a wetland beside the site were assumed", () => {
    const concept = inventedConcept();
    const objects = concept.plan.objects.flatMap((object) => {
      if (object.objectType !== "wetland") return [object];
      return [{ ...object, objectType: "wetland_buffer" as const, label: "Buffer of 50 ft" }];
    });
    const texts = disclosuresOf({ ...concept, plan: { ...concept.plan, objects } }).map(({ text }) => text);
    expect(texts).toContain(
      "Wetland beside the site: it is on the map, not on the lot. Assumed to apply: Buffer of 50 ft. Screening data, not a jurisdictional determination.",
    );
  });

  it("tell of the permit that the use needs", () => {
    const concept = inventedConcept();
    const text = "In the R-2 district this use is allowed with a special or conditional permit only: Townhomes (4.1).";
    const notes = [...concept.plan.notes, { code: "conditional_use", text }];
    const texts = disclosuresOf({ ...concept, plan: { ...concept.plan, notes } }).map((one) => one.text);
    expect(texts).toContain(text);
    expect(notes.filter((note) => !isDisclosed(note))).toEqual(concept.plan.notes);
  });

  it("name the clause of a prohibition that was overridden, and call only an amount a limit", () => {
    const rule = { name: "use_status", limit: "prohibited", proposed: "Townhomes" };
    const source = "Zoning Ordinance, 4.1";
    const decisions = [{ ...override(1, 20), statement: "Rule overridden", rule, source }];
    const [first] = disclosuresOf(inventedConcept({ decisions }));
    expect(first?.text).toBe(
      "Rule overridden. Use status: prohibited, proposed Townhomes. Source: Zoning Ordinance, 4.1. Decided 2026-11-20.",
    );
  });

  it("say how wide the drawn buffers of a wetland are that was decided about, unless the decision is suspended", () => {
    const decided = {
      ...override(1, 20),
      kind: "wetland" as const,
      statement: "Mapped wetland: Kept free",
      rule: null,
    };
    const wetlandText = (isSuspended: boolean) => {
      const concept = inventedConcept({ decisions: [{ ...decided, isSuspended }] });
      const objects = concept.plan.objects.flatMap((object) =>
        object.objectType === "wetland"
          ? [object, { ...object, objectType: "wetland_buffer" as const, label: "Buffer of 50 ft" }]
          : [object],
      );
      return disclosuresOf({ ...concept, plan: { ...concept.plan, objects } })[0]?.text;
    };
    expect(wetlandText(false)).toBe(
      "Mapped wetland: Kept free. Decided 2026-11-20. Drawn: Buffer of 50 ft. Screening data, not a jurisdictional determination.",
    );
    expect(wetlandText(true)).not.toContain("Drawn");
  });

  it("tell each failed check that nobody could override with a reason", () => {
    const concept = inventedConcept();
    const failed = { status: "fail", marker: null, source: null } as const;
    const metrics = {
      site_area: { value: 84_000, unit: "sf", limit: 100_000, ...failed },
      height: { value: 38, unit: "ft", limit: 35, ...failed },
    };
    const texts = disclosuresOf({ ...concept, plan: { ...concept.plan, metrics } }).map(({ text }) => text);
    expect(texts.filter((text) => text.startsWith("Check failed"))).toEqual([
      "Check failed: site area of 84,000 sq ft, required at least 100,000 sq ft. Whether it may be built on by a variance, or because it was lawful before the rule, still has to be shown.",
    ]);
  });
});
