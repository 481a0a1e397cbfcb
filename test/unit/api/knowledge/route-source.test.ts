import { describe, expect, it } from "vitest";
import { jurisdictionKey } from "../../../../api/knowledge/sources/jurisdiction-key.ts";
import { routeSource } from "../../../../api/knowledge/sources/route-source.ts";
import { filenameOf, isOpenAddress, shownAddress } from "../../../../api/knowledge/sources/source-address.ts";

const route = (url: string, more: Partial<Parameters<typeof routeSource>[0]> = {}) =>
  routeSource({
    url: new URL(url),
    title: "",
    category: "",
    municipality: "Town of Alder Falls",
    county: "Hampden County",
    hasGoverningOrdinance: false,
    ...more,
  });

describe("an address goes", () => {
  it.each([
    "https://services.arcgis.com/abc/arcgis/rest/services/Zoning/FeatureServer/0",
    "https://gis.town.example/server/rest/services/Parcels/MapServer",
    "https://town.maps.arcgis.com/apps/webappviewer/index.html?id=0123",
    "https://gis.town.example/geoserver/ows?service=WFS&request=GetCapabilities",
    "https://town.example/data/parcels.geojson",
    "https://town.example/data/zones.kmz",
    "https://data.town.example/export?format=GeoJSON",
    "https://beacon.schneidercorp.com/Application.aspx?AppID=1",
  ])("to the registration of GIS services: %s", (url) => {
    expect(route(url)).toEqual({ to: "gis" });
    expect(route(url, { category: "supplemental" })).toEqual({ to: "gis" });
  });

  it.each([
    "https://codelibrary.amlegal.com/codes/alderfalls/latest/overview",
    "https://ecode360.com/AL1234",
    "https://www.sterlingcodifiers.com/codebook/index.php?book_id=12",
  ])("nowhere, when its publisher's terms exclude programs: %s", (url) => {
    expect(route(url, { category: "document" })).toMatchObject({ to: "closed_publisher" });
  });

  it.each([
    ["https://online.encodeplus.com/regs/otherville-ma/doc-view.aspx?secid=12", {}, "high"],
    ["https://town.example/files/wetlands-bylaw.pdf", {}, "medium"],
    ["https://town.example/DocumentCenter/View/1234", { title: "Subdivision Regulations" }, "medium"],
    ["https://town.example/zoning-ordinance-amendment-12.pdf", {}, "medium"],
    ["https://town.example/View/77", { category: "supplemental" }, "high"],
    ["https://alderfalls.example/zoning-ordinance.pdf", { category: "supplemental" }, "high"],
    ["https://town.example/View/77", { category: "Ordinance", hasGoverningOrdinance: true }, "high"],
  ] as const)("to supplemental law: %s %o", (url, more, confidence) => {
    expect(route(url, more)).toEqual({ to: "supplemental_ordinance", confidence });
  });

  it.each([
    ["https://town.example/planning/design-guidelines.pdf", {}, "medium"],
    ["https://town.example/planning-zoning/application-form.pdf", {}, "medium"],
    ["https://alderfalls.example/zoning-ordinance.pdf", { category: "document" }, "high"],
  ] as const)("to the documents of the project: %s %o", (url, more, confidence) => {
    expect(route(url, more)).toEqual({ to: "project_document", confidence });
  });

  it.each([
    ["https://www.alderfalls.example/zoning-ordinance.pdf", {}, "municipal"],
    ["https://library.municode.com/ma/alder_falls/codes/code_of_ordinances", {}, "municipal"],
    ["https://records.example/doc/9", { title: "Zoning Bylaw of Alder Falls" }, "municipal"],
    ["https://records.example/hampden-county/land-development-code", {}, "county"],
    ["https://records.example/doc/9", { category: "ordinance" }, "municipal"],
  ] as const)("to a person, when it looks like the governing law: %s %o", (url, more, target) => {
    expect(route(url, more)).toMatchObject({ to: "governing", target });
  });

  it("back with a question, when it is a whole law and nobody can tell whose", () => {
    const whole = "https://records.example/zoning-ordinance.pdf";
    expect(route(whole)).toEqual({ to: "unclear" });
    expect(route(whole, { municipality: null, county: null })).toEqual({ to: "unclear" });
    expect(route(whole, { hasGoverningOrdinance: true })).toMatchObject({ to: "supplemental_ordinance" });
  });
});

describe("the key of a jurisdiction", () => {
  it.each([
    [{ municipality: "Somerville", county: "Middlesex", state: "MA" }, "us/ma/somerville"],
    [{ municipality: "City of Somerville", county: null, state: " massachusetts " }, "us/ma/somerville"],
    [{ municipality: "Cañon City", county: null, state: "Colorado" }, "us/co/canon-city"],
    [{ municipality: null, county: "Loudoun County", state: "VA" }, "us/va/loudoun-county"],
    [{ municipality: null, county: null, state: "VA" }, null],
    [{ municipality: "Somerville", county: null, state: null }, null],
    [{ municipality: "Somerville", county: null, state: "constructor" }, null],
    [null, null],
  ])("of %o is %s", (place, key) => {
    expect(jurisdictionKey(place)).toBe(key);
  });
});

describe("an address as others see it", () => {
  it.each([
    ["https://a.example/doc?id=4&page=2", "https://a.example/doc?id=4&page=2"],
    ["https://a.example/doc?id=4&token=xyz", "https://a.example/doc?id=4"],
    ["https://a.example/doc?X-Amz-Signature=1&X-Amz-Credential=2", "https://a.example/doc"],
    ["https://a.example/doc?sv=1&se=2&sp=r&sig=abc", "https://a.example/doc"],
    ["https://a.example/doc?api_key=1&AccessKey=3&monkey=2", "https://a.example/doc?monkey=2"],
  ])("%s is shown as %s", (address, shown) => {
    expect(shownAddress(address)).toBe(shown);
  });

  it("is kept for others only when nothing in it could be a permission", () => {
    expect(isOpenAddress(new URL("https://a.example/code/12"))).toBe(true);
    expect(isOpenAddress(new URL("https://a.example/code/12?v=1"))).toBe(false);
  });

  it.each([
    ["https://a.example/files/zoning%20map.pdf?x=1", "zoning map.pdf"],
    ["https://a.example/", "a.example"],
    ["https://a.example/%2e%2e%2f", "a.example"],
    ["https://a.example/%zz", "%zz"],
  ])("%s is called %s", (address, name) => {
    expect(filenameOf(address)).toBe(name);
  });
});
