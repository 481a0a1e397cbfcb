import { Type } from "@sinclair/typebox";
import { describe, expect, it } from "vitest";
import { closedSchema } from "../../../../api/http/closed-schema.ts";
import { hoistNamed, withoutNames } from "../../../../api/http/named-schemas.ts";
import { compileAhead, makeValidator } from "../../../../api/http/validator.ts";

const said = (schema: Parameters<typeof makeValidator>[0], value: unknown) =>
  makeValidator(schema)(value).map((error) => `${error.field}: ${error.message}`);

describe("what a validator says", () => {
  it("is in words a person can act on", () => {
    const schema = Type.Object({
      name: Type.String({ minLength: 1, maxLength: 5 }),
      count: Type.Integer({ minimum: 1, maximum: 12 }),
      kind: Type.Union([Type.Literal("a"), Type.Literal("b")]),
      when: Type.String({ format: "date-time" }),
      url: Type.String({ format: "uri" }),
      hash: Type.String({ pattern: "^[0-9a-f]{4}$", description: "4 hexadecimal digits." }),
    });
    const value = { name: "", count: 13, kind: "c", when: "2026-13-01T00:00:00Z", url: "nowhere", hash: "zzzz" };
    expect(said(schema, value)).toEqual([
      "name: must have at least 1 character",
      "count: must be from 1 to 12",
      "kind: must be one of a, b",
      "when: must be a time in RFC 3339, such as 2026-01-31T12:00:00Z",
      "url: must be an absolute address, such as https://example.org/code",
      "hash: must be 4 hexadecimal digits",
    ]);
  });

  it("names what was sent where the kind is wrong", () => {
    const schema = Type.Object({ list: Type.Array(Type.String()), maybe: Type.Union([Type.Integer(), Type.Null()]) });
    expect(said(schema, { list: { a: 1 }, maybe: null })).toEqual(["list: must be an array, not an object"]);
    expect(said(schema, { list: [null], maybe: "x" })).toEqual([
      "list[0]: must be a string, not null",
      "maybe: must have one of the forms an integer or null",
    ]);
  });

  it("of a member that may be null is about the value when there is one", () => {
    const schema = Type.Object({ size: Type.Union([Type.Object({ acres: Type.Number() }), Type.Null()]) });
    expect(said(schema, { size: { acres: "1" } })).toEqual(["size.acres: must be a number, not a string"]);
    expect(said(schema, { size: { acres: 1, feet: 2 } })).toEqual(["size.feet: is not known here; known are acres"]);
  });

  it("stops at twenty errors", () => {
    const schema = Type.Object({ list: Type.Array(Type.Integer()) });
    expect(said(schema, { list: Array.from({ length: 500 }, () => "x") })).toHaveLength(20);
  });

  it("fills in defaults and changes nothing else", () => {
    const value = { text: " 5 " };
    const validate = makeValidator(Type.Object({ text: Type.String(), level: Type.Integer({ default: 3 }) }));
    expect(validate(value)).toEqual([]);
    expect(value).toEqual({ text: " 5 ", level: 3 });
  });
});

describe("a closed schema", () => {
  it("closes every object that does not say otherwise, at any depth", () => {
    const inner = Type.Object({ a: Type.String() });
    const schema = Type.Object({
      one: inner,
      many: Type.Array(inner),
      either: Type.Union([inner, Type.Null()]),
      free: Type.Record(Type.String(), Type.Integer()),
      open: Type.Object({ a: Type.String() }, { additionalProperties: true }),
    });
    const unknown = { a: "x", b: 1 };
    const value = { one: unknown, many: [unknown], either: unknown, free: { any: 1 }, open: unknown };
    expect(said(schema, value)).toEqual([
      "one.b: is not known here; known are a",
      "many[0].b: is not known here; known are a",
      "either.b: is not known here; known are a",
    ]);
  });

  it("closes a composite as a whole, not part by part", () => {
    const schema = Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })]);
    expect(said(schema, { a: "x", b: "y" })).toEqual([]);
    expect(said(schema, { a: "x", b: "y", c: "z" })).toEqual(["c: is not a known member"]);
  });
});

describe("a named schema", () => {
  const named = Type.Object({ a: Type.String() }, { $id: "Thing" });

  it("may stand in any number of checks", () => {
    for (let copy = 0; copy < 3; copy++) expect(said(Type.Array(named), [{ a: 1 }])).toHaveLength(1);
    expect(JSON.stringify(withoutNames(closedSchema(Type.Array(named))))).not.toContain("$id");
  });

  it("becomes one component, and two different ones of a name are refused", () => {
    const components = new Map();
    const reference = { $ref: "#/components/schemas/Thing" };
    expect(hoistNamed(closedSchema(Type.Object({ x: named, y: named })), components)).toMatchObject({
      properties: { x: reference, y: reference },
    });
    expect(components.get("Thing")).toMatchObject({ type: "object", additionalProperties: false });
    const other = Type.Object({ b: Type.String() }, { $id: "Thing" });
    expect(() => hoistNamed(closedSchema(other), components)).toThrow("both called Thing");
  });
});

describe("compileAhead", () => {
  it("compiles one schema in each turn of the event loop, and finds a wrong one", async () => {
    const schemas = Array.from({ length: 5 }, (_, at) => Type.Object({ name: Type.String({ maxLength: at }) }));
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await compileAhead(schemas);
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(schemas.length);
    await expect(compileAhead([Type.String({ unknown: 1 })])).rejects.toThrow('unknown keyword: "unknown"');
  });
});
