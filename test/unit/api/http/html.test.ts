import { Type } from "@sinclair/typebox";
import { describe, expect, it } from "vitest";
import { closedSchema } from "../../../../api/http/closed-schema.ts";
import { html } from "../../../../api/http/pages/html.ts";
import { schemaRows } from "../../../../api/http/pages/schema-rows.ts";

describe("the html tag", () => {
  it("escapes everything put into it but what it made itself", () => {
    const hostile = `<script>alert("1")</script>&'`;
    expect(html`<p title="${hostile}">${hostile}</p>`.markup).not.toMatch(/<script|"1"|&'/);
    expect(html`<ul>${[1, 2].map((item) => html`<li>${item}</li>`)}${null}${false}</ul>`.markup).toBe(
      "<ul><li>1</li><li>2</li></ul>",
    );
    expect(html`${{ markup: "<b>forged</b>" }}`.markup).toBe("&#60;b&#62;forged&#60;/b&#62;");
  });
});

describe("the rows of a schema", () => {
  it("list members under their parents with what each asks", () => {
    const schema = Type.Object({
      limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
      parcels: Type.Array(Type.Object({ size: Type.Union([Type.Object({ acres: Type.Number() }), Type.Null()]) })),
      kind: Type.Optional(Type.Union([Type.Literal("a"), Type.Literal("b")], { description: "What it is" })),
    });
    expect(schemaRows(closedSchema(schema))).toEqual([
      { name: "limit", type: "integer", isRequired: false, notes: "1 to 100. Default 20." },
      { name: "parcels", type: "array of object", isRequired: true, notes: "" },
      { name: "parcels[].size", type: "object or null", isRequired: true, notes: "" },
      { name: "parcels[].size.acres", type: "number", isRequired: true, notes: "" },
      { name: "kind", type: "string", isRequired: false, notes: "What it is. One of a, b." },
    ]);
  });
});
