import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attachmentHeader, safeName } from "../../../api/delivery/downloads/content-disposition.ts";

describe("the name a download is saved under", () => {
  it.each([
    ["Zoning map.pdf", 'attachment; filename="Zoning map.pdf"'],
    ["Überflutung.pdf", "attachment; filename=\"_berflutung.pdf\"; filename*=UTF-8''%C3%9Cberflutung.pdf"],
    ["../../etc/passwd", 'attachment; filename="etcpasswd"'],
    ['a\r\nSet-Cookie: b".html', /^attachment; filename="aSet-Cookie_ b_\.html"/],
    ["invoice\u202Efdp.exe", 'attachment; filename="invoicefdp.exe"'],
    ["\u0000\u202E", 'attachment; filename="file"'],
  ])("of %j cannot break out of its header", (name, header) => {
    expect(attachmentHeader(name)).toEqual(typeof header === "string" ? header : expect.stringMatching(header));
  });

  it("is one printable line, at most 150 bytes, whatever the file was called", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (name) => {
        expect(attachmentHeader(name)).toMatch(/^[\x20-\x7e]+$/);
        expect(Buffer.byteLength(safeName(name))).toBeLessThanOrEqual(150);
        expect(safeName(name)).not.toMatch(/[\p{Cc}\p{Cf}/\\]/u);
      }),
    );
  });

  it("keeps the ending of a long name", () => {
    expect(safeName(`${"a".repeat(5_000)}.geojson`)).toMatch(/^a+\.geojson$/);
  });
});
