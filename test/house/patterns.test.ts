import { describe, expect, it } from "vitest";
import { repositoryRoot, roomSources } from "../support/room-sources.ts";
import { type Ambiguity, ambiguityOf, PatternTooLarge } from "./pattern-ambiguity.ts";
import { patternsIn, writtenPatterns } from "./pattern-sources.ts";

const sources = roomSources();

/** The search for a place to begin makes a square of nearly every pattern; texts are short enough for that, not for more. */
const highestDegree = 2;

const named = (degree: number) => (degree === Number.POSITIVE_INFINITY ? "exponential" : `power ${degree}`);
const told = ({ degree, attack: [prefix, pump] }: Ambiguity) =>
  `${named(degree)}, by ${JSON.stringify(prefix)} and then ${JSON.stringify(pump)} again and again`;

function faultIn(source: string, flags: string): string | undefined {
  try {
    const ambiguity = ambiguityOf(source, flags);
    return ambiguity.degree > highestDegree ? told(ambiguity) : undefined;
  } catch (error) {
    return String(error);
  }
}

describe("every regular expression", () => {
  it("reads every text in a time that does not grow faster than the square of its length", () => {
    const patterns = writtenPatterns(repositoryRoot, sources);
    const known = new Map<string, string | undefined>();
    const faultOf = (source: string, flags: string) => {
      const name = `${flags}/${source}`;
      if (!known.has(name)) known.set(name, faultIn(source, flags));
      return known.get(name);
    };
    const faults = patterns.flatMap(({ place, source, flags }) => {
      const fault = faultOf(source, flags);
      return fault === undefined ? [] : `${place}: ${fault}: ${source}`;
    });
    expect(faults).toEqual([]);
    expect(patterns.length).toBeGreaterThan(1_000);
  });
});

describe("the time that a pattern may take", () => {
  it.each([
    ["one way through", "^a*b", 1],
    ["the end of a pattern, which nothing can fail", "(?:a+)+", 1],
    ["a search", "a*b", 2],
    ["two loops over one text", "^a*a*b", 2],
    ["a search before two loops", "a+a+b", 3],
    ["loops with a way between them", "^a*(?:ba*)?a*c", 2],
    ["a loop in a loop", "^(?:a+)+b", Number.POSITIVE_INFINITY],
    ["two choices of a loop with one text in common", "^(?:[ab]|b|c)*d", Number.POSITIVE_INFINITY],
    ["choices that differ at their ends", "^(?:ab|ac)*d", 1],
    ["rounds that can be left out", "^(?:x?y?)*z", Number.POSITIVE_INFINITY],
    ["a separator that can be left out", "^(?:\\w+,?)*;", Number.POSITIVE_INFINITY],
    ["a separator that is needed", "^(?:\\w+,)*;", 1],
    ["a boundary, which keeps words apart", "^(?:\\w+\\b)*;", 1],
    ["a rest that a class takes too", '"(?:[^"\\\\]|\\\\?.)*"x', Number.POSITIVE_INFINITY],
    ["a lookahead of its own", "(?=(?:a|a)*b)c", Number.POSITIVE_INFINITY],
    ["letters that are one without their case", "^(?:a|A)*b", 1],
  ])("is told of %s", (_, source, degree) => {
    expect(ambiguityOf(source, "").degree).toBe(degree);
  });

  it("follows the flags", () => {
    expect(ambiguityOf("^(?:a|A)*b", "i").degree).toBe(Number.POSITIVE_INFINITY);
    expect(ambiguityOf("a*b", "y").degree).toBe(1);
    expect(ambiguityOf("(?:^a*\\n)*b", "").degree).toBe(1);
    expect(ambiguityOf("(?:\\p{L}|é)+1", "u").degree).toBe(Number.POSITIVE_INFINITY);
  });

  it("is shown by a text that does take it", () => {
    const { attack } = ambiguityOf("^(?:a|b|ab)*c", "");
    const [prefix, pump] = attack;
    // Every way to cut such a text in pieces is another path: the number of them doubles with each pump.
    const paths = (text: string): number => {
      const ways = [1];
      for (let end = 1; end <= text.length; end++) {
        ways[end] = (ways[end - 1] ?? 0) + (text.slice(end - 2, end) === "ab" ? (ways[end - 2] ?? 0) : 0);
      }
      return ways[text.length] ?? 0;
    };
    expect(paths(prefix + pump.repeat(20))).toBeGreaterThanOrEqual(2 ** 20);
  });

  it("is not guessed of a pattern that is too large", () => {
    const long = Array.from({ length: 1_200 }, () => "[a-z]x?").join("");
    expect(() => ambiguityOf(`^(?:${long})*;`, "")).toThrow(PatternTooLarge);
  });
});

describe("a pattern in a source file", () => {
  const read = (text: string) => patternsIn(text).map(({ source, flags }) => `/${source}/${flags}`);

  it("is found as a literal and as what constants come to", () => {
    expect(read("const a = /x+/gi; text.replace(/y/, '');")).toEqual(["/x+/gi", "/y/"]);
    const words = `const words = ["one", "two"];\nconst any = String.raw\`\\b(?:\${words.join("|")})\`;\n`;
    expect(read(`${words}new RegExp(any + "s?", "i");`)).toEqual(["/\\b(?:one|two)s?/i"]);
    expect(read("const part = /a|b/;\nRegExp('(?:' + part.source + ')*');")).toEqual(["/a|b/", "/(?:a|b)*/"]);
    expect(read("const all = [String.raw`\\d`, 'x'].map((one) => new RegExp(one));")).toEqual(["/\\d/", "/x/"]);
  });

  it("has a word where only the program knows what stands", () => {
    expect(read("const find = (name: string) => new RegExp('^' + name + '$', 'u');")).toEqual(["/^word$/u"]);
  });
});
