import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { makeCodeLibrary } from "../../../api/providers/ordinances/code-library.ts";
import { type CountingSite, startCountingSite } from "../../support/counting-site.ts";
import { openTestDatabase, type TestDatabase } from "../../support/database.ts";
import { clientOf } from "../../support/provider-client.ts";

let db: TestDatabase;
let site: CountingSite;
let made = 0;

const client = (id: number, name: string) => ({ ClientID: id, ClientName: name, State: { StateAbbreviation: "VA" } });
const codes = (...names: string[]) => ({
  codes: names.map((productName, at) => ({ productId: 100 + at, productName, contentTypeId: "CODES" })),
  features: [],
  munidocs: [],
});
const node = (Id: string, HasChildren = false) => ({ Id, Heading: Id, NodeDepth: 1, HasChildren, Data: null });
const doc = (Id: string, Title: string, NodeDepth: number, Content: string | null) => ({
  ...{ Id, Title, NodeDepth, Content },
  DocType: 1,
});

/** A library in which one chapter is sent whole and of another only the first group of sections. */
const library: Readonly<Record<string, unknown>> = {
  "/api/Clients/stateAbbr": [client(1, "Fairview"), client(2, "Fairview County"), client(3, "Fairview Township"), 7],
  "/api/ClientContent/1": codes("Code of Ordinances", "Zoning Ordinance", "Charter"),
  "/api/ClientContent/2": codes("County Code"),
  "/api/Jobs/latest/101": { Id: 9, BannerText: "<p>Enacted <b>May 1, 2026</b></p>", IsLatest: true },
  "/api/codesToc": { Id: "ZO", Heading: "Zoning Ordinance", Children: [node("CH1", true), node("CH2", true)] },
  "/api/codesToc/children CH1": [node("CH1_1"), node("CH1_2")],
  "/api/codesToc/children CH2": [node("CH2_A", true), node("CH2_B")],
  "/api/codesToc/children CH2_A": [],
  "/api/CodesContent CH1": {
    Docs: [
      doc("CH1", "Chapter 1 - General <Terms>", 1, null),
      doc("CH1_1", "1.1 Title", 2, "<p>One.</p>"),
      doc("CH1_2", "1.2 Purpose", 2, "<p>Two.</p>"),
    ],
  },
  "/api/CodesContent CH2": { Docs: [doc("CH2", "Chapter 2 - Uses", 1, null)] },
  "/api/CodesContent CH2_A": { Docs: [doc("CH2_A", "2.1 Uses", 2, "<p>Three.</p>")] },
  "/api/CodesContent CH2_B": { Docs: [doc("CH2_B", "2.2 Yards", 2, "<p>Four.</p>")] },
};
let answers: Readonly<Record<string, unknown>> = library;

beforeAll(async () => {
  db = await openTestDatabase();
  site = await startCountingSite((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://library.test");
    const answer = answers[`${pathname} ${searchParams.get("nodeId")}`] ?? answers[pathname];
    if (typeof answer === "number") return void response.writeHead(answer).end();
    if (answer === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
});
afterAll(async () => {
  await site.close();
  await db.close();
});
afterEach(() => {
  answers = library;
  site.requests.length = 0;
});

/** A library of its own in the cache, so that no test reads the answers of another. */
function makeLibrary() {
  made += 1;
  return makeCodeLibrary(clientOf(db, `${site.origin}/api`, { provider: `library${made}`, name: "The library" }));
}
const place = (municipality: string | null, county: string | null) => ({ municipality, county, state: "Virginia" });
const collect = (url = `${site.origin}/va/fairview/codes/zoning_ordinance`) =>
  makeLibrary().collect(url, { onPage: async () => undefined });

describe("the codes that a library lists for a place", () => {
  it("are the zoning code of the town and the code of its county, and beside them what else the town has", async () => {
    const found = await makeLibrary().discover(place("Fairview", "Fairview County"));
    expect(found.state === "ready" && found.value.map(({ target, title, url }) => ({ target, title, url }))).toEqual([
      {
        ...{ target: "municipal", title: "Fairview: Zoning Ordinance" },
        url: `${site.origin}/va/fairview/codes/zoning_ordinance`,
      },
      {
        ...{ target: "supplemental", title: "Fairview: Code of Ordinances" },
        url: `${site.origin}/va/fairview/codes/code_of_ordinances`,
      },
      { target: "supplemental", title: "Fairview: Charter", url: `${site.origin}/va/fairview/codes/charter` },
      {
        target: "county",
        title: "Fairview County: County Code",
        url: `${site.origin}/va/fairview_county/codes/county_code`,
      },
    ]);
  });

  it("are those of the city and of the township when both have the name that is asked for", async () => {
    answers = {
      ...library,
      "/api/Clients/stateAbbr": [client(1, "City of Fairview"), client(3, "Fairview Township")],
      "/api/ClientContent/3": codes("Zoning Ordinance"),
    };
    const found = await makeLibrary().discover(place("Fairview", null));
    expect(found.state === "ready" && found.value.filter(({ target }) => target === "municipal")).toHaveLength(2);
  });

  it.each([
    ["a place that the library does not have", place("Nowhere", null), {}, "empty"],
    ["a library that wants a key", place("Fairview", null), { "/api/Clients/stateAbbr": 401 }, "blocked"],
    ["a library that is down", place("Fairview", null), { "/api/Clients/stateAbbr": 503 }, "failed"],
    ["a body without a list", place("Fairview", null), { "/api/Clients/stateAbbr": { message: "moved" } }, "failed"],
    ["a place whose state is not known", { ...place("Fairview", null), state: null }, {}, "failed"],
  ])("of %s are told apart from an empty list", async (_, asked, changed, state) => {
    answers = { ...library, ...changed };
    expect((await makeLibrary().discover(asked)).state).toBe(state);
  });
});

describe("the text of a code", () => {
  it("has every section once, in order, under its headings, with what the publisher says of its currency", async () => {
    const collected = await collect();
    expect(collected).toMatchObject({ state: "ready", provenance: { vintage: "Enacted May 1, 2026" } });
    const page = collected.state === "ready" ? collected.value.html : "";
    expect(page).toContain("<p>Enacted May 1, 2026</p>");
    const texts = [...page.matchAll(/<(h\d|p)>([^<]*)</g)].map(([, tag, text]) => `${tag} ${text}`).slice(1);
    expect(texts).toEqual([
      ...["h1 Chapter 1 - General &lt;Terms>", "h2 1.1 Title", "p One.", "h2 1.2 Purpose", "p Two."],
      ...["h1 Chapter 2 - Uses", "h2 2.1 Uses", "p Three.", "h2 2.2 Yards", "p Four."],
    ]);
  });

  it("is refused when a chapter cannot be had: half a law misleads", async () => {
    answers = { ...library, "/api/CodesContent CH2_B": 500 };
    expect((await collect()).state).toBe("failed");
  });

  it.each([
    ["a code that the library no longer has", "/va/fairview/codes/sign_code", {}, "failed"],
    ["a code without any text", "/va/fairview/codes/zoning_ordinance", { "/api/codesToc": { Children: [] } }, "failed"],
    [
      "a library that refuses programs",
      "/va/fairview/codes/zoning_ordinance",
      { "/api/Jobs/latest/101": 403 },
      "blocked",
    ],
  ])("of %s is not made up", async (_, path, changed, state) => {
    answers = { ...library, ...changed };
    expect((await collect(`${site.origin}${path}`)).state).toBe(state);
  });

  it("is read from the addresses of the library alone", () => {
    const { publishes } = makeLibrary();
    const own = `${site.origin}/va/fairview/codes/zoning_ordinance`;
    expect([own, `${own}?nodeId=CH2`].map(publishes)).toEqual([true, true]);
    const others = [
      `${site.origin}/va/fairview`,
      `${site.origin}/about/us/codes`,
      "https://elsewhere.test/va/f/codes/z",
    ];
    expect(others.map(publishes)).toEqual([false, false, false]);
  });
});
