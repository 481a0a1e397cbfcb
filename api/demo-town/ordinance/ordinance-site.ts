import { publishedCodes } from "./codes.ts";
import { lawBook } from "./law-book.ts";
import { chapterPage, contentsPage, type LawSite, syntheticNotice } from "./law-pages.ts";
import type { LawCode } from "./law-text.ts";
import { answerLibrary } from "./library-api.ts";

/** Paths of the publishers on the town's server. */
export const ordinancePaths = {
  /** Contents page of the zoning ordinance, on the plain site of the town. */
  zoning: "/alder-falls/zoning/",
  /** The zoning ordinance as one PDF file. */
  book: "/alder-falls/zoning/code.pdf",
  county: "/marlow-county/land-use-code/",
  /** Base of the library of codes, where discovery looks. */
  library: "/library/api",
  /** A publisher whose robots.txt and terms exclude programs. */
  closed: "/closed-codes/alder-falls/zoning-ordinance",
} as const;

const robots = `User-agent: *\nDisallow: /closed-codes/\n`;

/**
 * Returns the answer of the publishers of law to a request: the sites of the town and the county with each code also as one
 * PDF file, the library of codes, and a publisher that excludes programs. Undefined for every other path.
 */
export async function answerOrdinanceRequest(url: URL): Promise<Response | undefined> {
  const { pathname } = url;
  if (pathname === "/robots.txt") return new Response(robots, { headers: { "content-type": "text/plain" } });
  if (pathname.startsWith("/closed-codes/")) return closedAnswer(pathname);
  const { zoning, county } = publishedCodes();
  if (pathname.startsWith(ordinancePaths.zoning)) return answerSite(pathname, zoning, siteAt(ordinancePaths.zoning));
  if (pathname.startsWith(ordinancePaths.county)) return answerSite(pathname, county, siteAt(ordinancePaths.county));
  if (pathname.startsWith(`${ordinancePaths.library}/`)) {
    const clients = [
      { clientId: 9101, clientName: "Alder Falls", productId: 20_101, productName: "Zoning Ordinance", code: zoning },
      { clientId: 9102, clientName: "Marlow County", productId: 20_102, productName: "Land Use Code", code: county },
    ];
    const body = answerLibrary(pathname.slice(ordinancePaths.library.length), url.searchParams, clients);
    return body === undefined ? notFound() : Response.json(body, { headers: { "x-synthetic": "true" } });
  }
  return pathname.startsWith("/library/") ? htmlPage(libraryShell) : undefined;
}

const siteAt = (path: string): LawSite => ({ path, pdfPath: `${path}code.pdf` });

async function answerSite(pathname: string, code: LawCode, site: LawSite): Promise<Response> {
  if (pathname === site.path) return htmlPage(contentsPage(code, site));
  if (pathname === site.pdfPath)
    return new Response(await lawBook(code), { headers: { "content-type": "application/pdf" } });
  const slug = pathname.slice(site.path.length).replace(/\.html$/, "");
  const chapter = code.chapters.find((each) => each.slug === slug);
  return chapter ? htmlPage(chapterPage(code, chapter, site)) : notFound();
}

/** The library draws its pages with scripts, as its model does: only its API contains text. */
const libraryShell = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Library of codes (synthetic)</title></head>
<body><div id="root"></div><script>/* draws the page from the API */</script></body></html>`;

function closedAnswer(pathname: string): Response {
  if (pathname === "/closed-codes/terms") {
    return htmlPage(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Terms of use</title></head><body>
<h1>Terms of use</h1><p>Robots, scrapers and other programs may not read this site.</p><p>${syntheticNotice}</p></body></html>`);
  }
  const headers = { "content-type": "text/html; charset=utf-8", "cf-mitigated": "challenge" };
  return new Response("<!doctype html><title>Just a moment...</title>", { status: 403, headers });
}

const htmlPage = (markup: string) => new Response(markup, { headers: { "content-type": "text/html; charset=utf-8" } });
const notFound = () => new Response("Not found", { status: 404, headers: { "content-type": "text/plain" } });
