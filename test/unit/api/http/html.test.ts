import { describe, expect, it } from "vitest";
import { html } from "../../../../api/http/pages/html.ts";

describe("the html tag", () => {
  it("escapes every inserted value except markup that it returned itself", () => {
    const hostile = `<script>alert("1")</script>&'`;
    expect(html`<p title="${hostile}">${hostile}</p>`.markup).not.toMatch(/<script|"1"|&'/);
    expect(html`<ul>${[1, 2].map((item) => html`<li>${item}</li>`)}${null}${false}</ul>`.markup).toBe(
      "<ul><li>1</li><li>2</li></ul>",
    );
    expect(html`${{ markup: "<b>forged</b>" }}`.markup).toBe("&#60;b&#62;forged&#60;/b&#62;");
  });
});
