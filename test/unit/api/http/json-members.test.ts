import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, repeatedMember } from "../../../../api/http/json-members.ts";

/** The same value with the members of every object in another order. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, shuffled(member)]),
  );
}

describe("canonical JSON", () => {
  it("is equal for equal values, however their members are ordered", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => canonicalJson(shuffled(value)) === canonicalJson(value)));
  });

  it("differs for different values, and says the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const same = JSON.stringify(shuffled(shuffled(a))) === JSON.stringify(shuffled(shuffled(b)));
        if (canonicalJson(a) === canonicalJson(b))
          expect(canonicalJson(JSON.parse(canonicalJson(a)))).toBe(canonicalJson(b));
        else expect(same).toBe(false);
      }),
    );
    expect(canonicalJson({ b: [1, { d: null, c: "é" }], a: true })).toBe('{"a":true,"b":[1,{"c":"é","d":null}]}');
  });
});

describe("a repeated member", () => {
  it("is never found in what a serializer wrote", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => repeatedMember(JSON.stringify(value, null, 1)) === undefined));
  });

  it("is found at any depth, in any spelling, and only within one object", () => {
    expect(repeatedMember('{"a":1,"b":{"c":1,"c":2}}')).toBe("c");
    expect(repeatedMember('[{"a":1},{"a":2,"\\u0061":3}]')).toBe("a");
    expect(repeatedMember('{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}')).toBeUndefined();
    expect(repeatedMember('{"a":"\\"a\\":1,{","b":"}","c":"a"}')).toBeUndefined();
  });

  it("is looked for in time that grows with the text, however long its strings are", () => {
    const text = JSON.stringify({ a: `${'x\\"'.repeat(300_000)}` });
    expect(repeatedMember(text)).toBeUndefined();
  });
});
