import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRobots } from "../../../../api/knowledge/sources/robots.ts";

const allows = (text: string, path: string) => readRobots(text, "groundwork").allows(path);

describe("a robots.txt", () => {
  it("that says nothing lets everybody in", () => {
    for (const text of ["", "# nothing", "User-agent: *\nDisallow:", "<html>not found</html>", "Disallow: /"]) {
      expect([text, allows(text, "/code/1")]).toEqual([text, true]);
    }
  });

  it("that names this service is read for it alone, whatever the order and the case", () => {
    const text = "User-agent: *\nDisallow: /\n\nUser-Agent: GroundWork\nUser-agent: other\nDisallow: /drafts\n";
    expect([allows(text, "/code"), allows(text, "/drafts/1")]).toEqual([true, false]);
  });

  it("that names only others is read for everybody", () => {
    const text = "User-agent: other\nDisallow: /\nUser-agent: *\nDisallow: /search\n";
    expect([allows(text, "/code"), allows(text, "/search?q=1")]).toEqual([true, false]);
  });

  it("lets the longest rule decide, and of two as long the one that allows", () => {
    const text = "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\nAllow: /x\nDisallow: /x\n";
    expect(["/a", "/a/b", "/a/b/c", "/x"].map((path) => allows(text, path))).toEqual([false, true, false, true]);
  });

  it("knows the star and the final dollar", () => {
    const text = "User-agent: *\nDisallow: /*.pdf$\nDisallow: /print/*/all\n";
    const paths = ["/code.pdf", "/code.pdf?x=1", "/print/1/2/all", "/print/all", "/code.pdf.pdf"];
    expect(paths.map((path) => allows(text, path))).toEqual([false, true, false, true, false]);
  });

  it("compares percent-encoded characters with their decoded form", () => {
    expect(allows("User-agent: *\nDisallow: /caf%C3%A9", "/café/menu")).toBe(false);
    expect(allows("User-agent: *\nDisallow: /%61dmin", "/admin")).toBe(false);
  });

  it("may ask for a pause", () => {
    expect(readRobots("User-agent: *\nCrawl-delay: 7\nDisallow:", "groundwork").crawlDelaySeconds).toBe(7);
    expect(readRobots("User-agent: *\nCrawl-delay: soon", "groundwork").crawlDelaySeconds).toBeNull();
  });

  it("never stops a program from answering, whatever stands in it", () => {
    const line = fc.oneof(
      fc.string(),
      fc
        .tuple(fc.constantFrom("User-agent", "Disallow", "Allow"), fc.string())
        .map(([name, value]) => `${name}: ${value}`),
    );
    fc.assert(
      fc.property(fc.array(line), fc.string(), (lines, path) => {
        expect(typeof allows(lines.join("\n"), `/${path}`)).toBe("boolean");
      }),
    );
  });
});
