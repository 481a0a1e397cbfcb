import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";

/** A place of a pattern that takes one character. */
export interface Place {
  /** Which classes of characters it takes, one bit each. */
  readonly takes: bigint;
  /** Places that may come next, and in how many ways the matcher can come there, 2 standing for any more. */
  readonly next: Map<number, number>;
  /** The pattern has matched when this place has taken its character. */
  accepts: boolean;
}

/** What a backtracking matcher walks over: the places of a pattern, or of one of its lookarounds. */
export interface Automaton {
  readonly places: readonly Place[];
  /** A character of each class. */
  readonly characters: readonly string[];
  /** Places where a match can begin at the start of a text. */
  readonly first: readonly number[];
  /** Those of them where a match can begin anywhere in a text. */
  readonly firstAnywhere: readonly number[];
}

type Kind = "word" | "line-end" | "other";

/** A place at the edge of a part, behind the assertions that stand between it and the edge. */
interface Edge {
  readonly place: number;
  readonly asserts: string;
  readonly ways: number;
}

/** A part of a pattern: where it begins and ends, and the ways through it without a character, by their assertions. */
interface Part {
  readonly first: readonly Edge[];
  readonly last: readonly Edge[];
  readonly empty: readonly Omit<Edge, "place">[];
}

/** A repetition of so many rounds is as ambiguous as one of any more. */
const mostRounds = 12;
/** Characters that classes of patterns tell apart, besides those that a pattern names itself. */
const usual = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ..."\u00a0\u00ad§²·½ÀéßİıſK–—‘’“”†•…⁰⅓−≤\u2028\ufeff中",
];
const nothing: Part = { first: [], last: [], empty: [{ asserts: "", ways: 1 }] };
const capped = (ways: number) => Math.min(ways, 2);
const joined = (one: string, other: string) => [...new Set(one + other)].sort().join("");

/**
 * Reads a pattern into the automaton of its places (Glushkov, 1961), and each of its lookarounds into one of its own: the
 * matcher does not go back into a lookaround that it has left.
 *
 * Edges are counted, because a matcher that comes to the same place in two ways tries both. Word boundaries and ends
 * of lines are obeyed; what lookarounds and back references demand is not, which makes more of the pattern ambiguous.
 *
 * @throws SyntaxError when it is no pattern
 */
export function automataOf(source: string, flags: string): Automaton[] {
  const parser = new RegExpParser();
  const parsed = parser.parsePattern(source, 0, source.length, {
    unicode: flags.includes("u"),
    unicodeSets: flags.includes("v"),
  });
  const characters = charactersOf(parsed, flags);
  const automata: Automaton[] = [];
  const waiting: { alternatives: readonly AST.Alternative[]; isSearched: boolean }[] = [
    { alternatives: parsed.alternatives, isSearched: !flags.includes("y") },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const reader = new PatternReader(characters, flags);
    automata.push(reader.read(next.alternatives, next.isSearched));
    for (const { alternatives } of reader.lookarounds) waiting.push({ alternatives, isSearched: false });
  }
  return automata;
}

class PatternReader {
  readonly lookarounds: AST.LookaroundAssertion[] = [];
  readonly #places: (Place & { readonly kind: Kind })[] = [];
  readonly #characters: Characters;
  readonly #flags: string;

  constructor(characters: Characters, flags: string) {
    this.#characters = characters;
    this.#flags = flags;
  }

  read(alternatives: readonly AST.Alternative[], isSearched: boolean): Automaton {
    const { first, last } = this.#choice(alternatives);
    for (const { place, asserts } of last) {
      const at = this.#places[place];
      if (at && asserts === "") at.accepts = true;
    }
    const anywhere = first.filter(({ asserts }) => isSearched && (!asserts.includes("^") || this.#flags.includes("m")));
    return {
      places: this.#places,
      characters: this.#characters.representatives,
      first: [...new Set(first.map(({ place }) => place))],
      firstAnywhere: [...new Set(anywhere.map(({ place }) => place))],
    };
  }

  #choice(alternatives: readonly AST.Alternative[]): Part {
    const parts = alternatives.map(({ elements }) =>
      elements.reduce((part, element) => this.#then(part, this.#element(element)), nothing),
    );
    return {
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
      empty: merged(parts.flatMap(({ empty }) => empty)),
    };
  }

  #element(element: AST.Element): Part {
    switch (element.type) {
      case "Group":
      case "CapturingGroup":
        return this.#choice(element.alternatives);
      case "Quantifier":
        return this.#repeated(element);
      case "Assertion":
        return this.#assertion(element);
      case "Backreference":
        return nothing;
      default:
        return this.#character(element);
    }
  }

  #assertion(assertion: AST.Assertion): Part {
    if (assertion.kind === "lookahead" || assertion.kind === "lookbehind") {
      this.lookarounds.push(assertion);
      return nothing;
    }
    const asserts = assertion.kind === "word" ? (assertion.negate ? "B" : "b") : assertion.kind === "start" ? "^" : "$";
    return { first: [], last: [], empty: [{ asserts, ways: 1 }] };
  }

  #character(node: AST.Element): Part {
    const edges = this.#characters.kindsTaken(node.raw).map(([kind, takes]) => {
      const place = this.#places.push({ takes, kind, next: new Map(), accepts: false }) - 1;
      return { place, asserts: "", ways: 1 };
    });
    return { first: edges, last: edges, empty: [] };
  }

  #repeated({ element, min, max }: AST.Quantifier): Part {
    if (max === 0) return nothing;
    let whole = nothing;
    const needed = Math.min(min, mostRounds);
    for (let round = 0; round < needed; round++) {
      const isLast = round === needed - 1 && max === Number.POSITIVE_INFINITY;
      const part = this.#element(element);
      if (isLast) this.#connect(part, part);
      whole = this.#then(whole, part);
    }
    if (max === Number.POSITIVE_INFINITY) {
      if (needed > 0) return whole;
      const part = this.#element(element);
      this.#connect(part, part);
      return skippable(part);
    }
    // Rounds that may be left out stand inside of each other: x{0,3} is (x(x(x)?)?)?.
    let rest = nothing;
    for (let round = 0; round < Math.min(max - min, mostRounds); round++) {
      rest = skippable(this.#then(this.#element(element), rest));
    }
    return this.#then(whole, rest);
  }

  #then(one: Part, other: Part): Part {
    this.#connect(one, other);
    return {
      first: [...one.first, ...through(one.empty, other.first)],
      last: [...other.last, ...through(other.empty, one.last)],
      empty: merged(
        one.empty.flatMap((left) =>
          other.empty.map((right) => ({
            asserts: joined(left.asserts, right.asserts),
            ways: capped(left.ways * right.ways),
          })),
        ),
      ),
    };
  }

  #connect(one: Part, other: Part): void {
    for (const from of one.last) {
      for (const to of other.first) {
        const left = this.#places[from.place];
        const right = this.#places[to.place];
        if (!left || !right || !this.#canMeet(left.kind, joined(from.asserts, to.asserts), right.kind)) continue;
        left.next.set(to.place, capped((left.next.get(to.place) ?? 0) + from.ways * to.ways));
      }
    }
  }

  /** Tells whether the assertions can hold between characters of two kinds. */
  #canMeet(left: Kind, asserts: string, right: Kind): boolean {
    const isBoundary = (left === "word") !== (right === "word");
    const hasLines = this.#flags.includes("m");
    return [...asserts].every((assertion) => {
      if (assertion === "b") return isBoundary;
      if (assertion === "B") return !isBoundary;
      return hasLines && (assertion === "^" ? left : right) === "line-end";
    });
  }
}

const through = (empty: Part["empty"], edges: readonly Edge[]): Edge[] =>
  empty.flatMap(({ asserts, ways }) =>
    edges.map((edge) => ({
      place: edge.place,
      asserts: joined(asserts, edge.asserts),
      ways: capped(ways * edge.ways),
    })),
  );

/** A round that takes no character is not taken (ECMAScript, RepeatMatcher), so there is one way to leave a part out. */
const skippable = (part: Part): Part => ({ ...part, empty: nothing.empty });

function merged(empty: Part["empty"]): Part["empty"] {
  const byAsserts = new Map<string, number>();
  for (const { asserts, ways } of empty) byAsserts.set(asserts, capped((byAsserts.get(asserts) ?? 0) + ways));
  return [...byAsserts].map(([asserts, ways]) => ({ asserts, ways }));
}

/** The classes of characters that a pattern tells apart. */
interface Characters {
  readonly representatives: readonly string[];
  /** Gives the classes that a place takes, apart for each kind of characters. */
  kindsTaken(raw: string): readonly (readonly [Kind, bigint])[];
}

/** Finds the classes: the language's own matcher says which characters each place takes, so flags mean what they mean. */
function charactersOf(parsed: AST.Pattern, flags: string): Characters {
  const raws = new Set<string>();
  const named = new Set(usual);
  const take = ({
    raw,
    parent,
  }: AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass | AST.Character) => {
    if (parent?.type === "Alternative" || parent?.type === "Quantifier") raws.add(raw);
  };
  visitRegExpAST(parsed, {
    onCharacterEnter: (node) => {
      named.add(String.fromCodePoint(node.value));
      take(node);
    },
    onCharacterSetEnter: take,
    onCharacterClassEnter: take,
    onExpressionCharacterClassEnter: take,
  });
  const takenBy = new Map([...raws].map((raw) => [raw, new RegExp(`^(?:${raw})$`, flags.replace(/[gyd]/g, ""))]));
  const classes = new Map<string, string>();
  for (const character of named) {
    const signature = [...takenBy.values()].map((test) => (test.test(character) ? "1" : "0")).join("");
    const name = `${kindOf(character)} ${signature}`;
    if (!classes.has(name)) classes.set(name, character);
  }
  const representatives = [...classes.values()];
  return {
    representatives,
    kindsTaken(raw) {
      const test = takenBy.get(raw);
      const kinds = new Map<Kind, bigint>();
      representatives.forEach((character, index) => {
        if (!test?.test(character)) return;
        const kind = kindOf(character);
        kinds.set(kind, (kinds.get(kind) ?? 0n) | (1n << BigInt(index)));
      });
      return [...kinds];
    },
  };
}

function kindOf(character: string): Kind {
  if (/\w/.test(character)) return "word";
  return /[\n\r\u2028\u2029]/.test(character) ? "line-end" : "other";
}
