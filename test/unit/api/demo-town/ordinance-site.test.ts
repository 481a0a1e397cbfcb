import { beforeAll, describe, expect, test } from "vitest";
import { answerOrdinanceRequest, ordinancePaths } from "../../../../api/demo-town/ordinance/ordinance-site.ts";
import { type ParsedDocument, parseDocument } from "../../../../ingest/index.ts";

const ask = (path: string) => answerOrdinanceRequest(new URL(path, "http://town.test"));
const textOf = async (path: string) => (await (await ask(path))?.text()) ?? "";
const jsonOf = async (path: string) => (await (await ask(`${ordinancePaths.library}${path}`))?.json()) as never;

const linksIn = (markup: string) => [...markup.matchAll(/href="([^"]+)"/g)].map(({ 1: path = "" }) => path);

test.each([ordinancePaths.zoning, ordinancePaths.county])(
  "the contents page %s leads to every chapter",
  async (path) => {
    const links = linksIn(await textOf(path)).filter((link) => link.endsWith(".html"));
    expect(links.length).toBeGreaterThanOrEqual(4);
    for (const link of links) expect((await ask(link))?.status).toBe(200);
  },
);

test("every page says that the town is invented", async () => {
  const contents = await textOf(ordinancePaths.zoning);
  for (const link of linksIn(contents).filter((each) => each.endsWith(".html"))) {
    expect(await textOf(link)).toContain("Alder Falls is an invented town");
  }
  expect(contents).toContain("Alder Falls is an invented town");
});

test("a chapter is read with its sections as headings and its tables with columns", async () => {
  const page = await textOf(`${ordinancePaths.zoning}article-5-dimensional-standards.html`);
  const document = await parseDocument({ bytes: Buffer.from(page), mediaType: "text/html", filename: "5.html" });
  expect(document.outline.map(({ title }) => title).join("\n")).toContain("Transition Setbacks");
  expect(document.tables.length).toBe(2);
});

describe("the ordinance as one PDF file", () => {
  let bytes: Uint8Array;
  let book: ParsedDocument;
  beforeAll(async () => {
    const answer = await ask(ordinancePaths.book);
    bytes = Uint8Array.from(await (answer as Response).bytes());
    book = await parseDocument({ bytes: Uint8Array.from(bytes), mediaType: "application/pdf", filename: "code.pdf" });
  });

  test("has at least 60 pages, each of which says that the town is invented", async () => {
    expect(book.pages.length).toBeGreaterThanOrEqual(60);
    const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
    const pdf = await getDocument({ data: Uint8Array.from(bytes) }).promise;
    for (let number = 1; number <= pdf.numPages; number++) {
      const { items } = await (await pdf.getPage(number)).getTextContent();
      const text = items.map((item) => ("str" in item ? item.str : "")).join("");
      expect(text, `page ${number}`).toContain("Alder Falls is an invented town");
    }
  });

  test("is read with every section of the pages of its site", async () => {
    const titles = new Set(book.outline.map(({ number, title }) => `${number}. ${title}`));
    for (const link of linksIn(await textOf(ordinancePaths.zoning)).filter((each) => each.endsWith(".html"))) {
      const page = Buffer.from(await textOf(link));
      const { outline } = await parseDocument({ bytes: page, mediaType: "text/html", filename: "page.html" });
      const missing = outline.filter(({ number, title }) => !titles.has(`${number}. ${title}`));
      expect(missing.map(({ number, title }) => `${number}. ${title}`)).toEqual([]);
    }
  });

  test("is drawn once", async () => {
    const again = await ask(ordinancePaths.book);
    expect(Buffer.compare(await (again as Response).bytes(), bytes)).toBe(0);
  });
});

test("the library lists the town and the county, and returns a chapter with all of its sections", async () => {
  const clients = (await jsonOf("/Clients/stateAbbr?stateAbbr=CT")) as { ClientID: number; ClientName: string }[];
  expect(clients.map(({ ClientName }) => ClientName)).toEqual(["Alder Falls", "Marlow County"]);
  const { codes } = (await jsonOf(`/ClientContent/${clients[0]?.ClientID}`)) as { codes: { productId: number }[] };
  const productId = codes[0]?.productId;
  const job = (await jsonOf(`/Jobs/latest/${productId}`)) as { Id: number; BannerText: string };
  expect(job.BannerText).toContain("October 1, 2022");
  const toc = (await jsonOf(`/codesToc?jobId=${job.Id}&productId=${productId}`)) as { Children: { Id: string }[] };
  expect(toc.Children).toHaveLength(22);
  const query = `jobId=${job.Id}&productId=${productId}&nodeId=${toc.Children[4]?.Id}`;
  const { Docs } = (await jsonOf(`/CodesContent?${query}`)) as { Docs: { Title: string; Content: string | null }[] };
  expect(Docs[1]?.Title).toBe("Section 5.1 Tables of Dimensional Standards");
  expect(Docs[1]?.Content).toContain("<caption>Table 5.1");
  const sections = (await jsonOf(`/codesToc/children?${query}`)) as { Heading: string }[];
  expect(sections.map(({ Heading }) => Heading)).toEqual(Docs.slice(1).map(({ Title }) => Title));
});

test("what the library does not have is a 404", async () => {
  for (const path of ["/Jobs/latest/1", "/ClientContent/1", "/CodesContent?productId=20101&nodeId=none", "/nothing"]) {
    expect((await ask(`${ordinancePaths.library}${path}`))?.status).toBe(404);
  }
  expect((await ask(`${ordinancePaths.zoning}article-99.html`))?.status).toBe(404);
});

test("the closed publisher excludes programs in its robots.txt and answers them with a challenge", async () => {
  expect(await textOf("/robots.txt")).toContain("Disallow: /closed-codes/");
  const answer = await ask(ordinancePaths.closed);
  expect(answer?.status).toBe(403);
  expect(answer?.headers.get("cf-mitigated")).toBe("challenge");
});

test("paths of other services of the town are left to them", async () => {
  expect(await ask("/arcgis/rest/services")).toBeUndefined();
});
