import { type Automaton, automataOf } from "./pattern-automaton.ts";

/** How long a matcher may try when a text does not match in the end. */
export interface Ambiguity {
  /** The power of the text's length, or infinity when each repetition of the pump doubles the work. */
  readonly degree: number;
  /** A text that shows it: the first part once, the second again and again, and then something that does not match. */
  readonly attack: readonly [prefix: string, pump: string];
}

/** So many steps are enough for every pattern that a person can read; one that takes more is refused unread. */
const mostSteps = 1_000_000;

/** A pattern has more ways to be matched than can be looked at. */
export class PatternTooLarge extends Error {}

/**
 * Gives how ambiguous a pattern is, from its automaton (Weber and Seidl, "On the degree of ambiguity of finite automata",
 * 1991): a backtracking matcher tries every path that a text can be read along.
 *
 * - exponential: a state goes to itself along two paths with the same text;
 * - a power: a chain of loops, each of which reads a text that the next one reads too, as does the way between them.
 *   The search for a place to begin is the first loop of a pattern that is not anchored.
 *
 * What follows a loop is taken to fail, unless nothing has to follow it. It counts steps and no time, so the same pattern
 * always has the same answer. That is why the package recheck is not used: of every 25th pattern of this repository, 77 in
 * all, its automaton decided 57 in 42 s, gave up on 13 after 2 s each, and did not support 7.
 *
 * @throws PatternTooLarge; SyntaxError when it is no pattern
 */
export function ambiguityOf(source: string, flags: string): Ambiguity {
  const found = automataOf(source, flags).map((automaton) => new Walk(automaton).ambiguity());
  return found.reduce((worst, one) => (one.degree > worst.degree ? one : worst), { degree: 1, attack: ["", ""] });
}

interface Step {
  readonly from: number | undefined;
  readonly character: string;
}

class Walk {
  readonly #takes: bigint[];
  readonly #next: Map<number, number>[];
  readonly #previous: number[][];
  readonly #accepts: boolean[];
  readonly #first: readonly number[];
  readonly #characters: readonly string[];
  #steps = 0;

  constructor({ places, characters, first, firstAnywhere }: Automaton) {
    this.#characters = characters;
    this.#takes = places.map(({ takes }) => takes);
    this.#next = places.map(({ next }) => next);
    this.#accepts = places.map(({ accepts }) => accepts);
    this.#first = first;
    if (firstAnywhere.length > 0) {
      const search = this.#takes.push((1n << BigInt(characters.length)) - 1n) - 1;
      this.#next.push(new Map([search, ...firstAnywhere].map((place) => [place, 1])));
      this.#accepts.push(false);
    }
    this.#previous = this.#next.map(() => []);
    for (const [from, next] of this.#next.entries()) for (const to of next.keys()) this.#previous[to]?.push(from);
  }

  ambiguity(): Ambiguity {
    const loops = this.#loops();
    for (const loop of loops) {
      const pump = this.#doublePump(loop);
      if (pump !== undefined) {
        return { degree: Number.POSITIVE_INFINITY, attack: [this.#wordTo(pump.at), pump.text] };
      }
    }
    return this.#chain(loops);
  }

  /** Loops of places that the matcher can stay in for ever without having matched: strong components (Kosaraju). */
  #loops(): Set<number>[] {
    const ahead = (place: number) => [...(this.#next[place]?.keys() ?? [])];
    const finished: number[] = [];
    const seen = new Set<number>();
    for (const place of this.#next.keys()) this.#visit(place, ahead, seen, (at) => finished.push(at));
    const loops: Set<number>[] = [];
    const taken = new Set<number>();
    for (const place of finished.reverse()) {
      const loop = new Set<number>();
      this.#visit(
        place,
        (at) => this.#previous[at] ?? [],
        taken,
        (at) => loop.add(at),
      );
      if (loop.size > 1 || (loop.size === 1 && this.#next[place]?.has(place))) loops.push(loop);
    }
    return loops;
  }

  /** Goes to every place that can be reached and was not seen, and tells of each when all behind it are done. */
  #visit(
    from: number,
    follow: (place: number) => readonly number[],
    seen: Set<number>,
    onLeave: (place: number) => void,
  ): void {
    if (seen.has(from) || this.#accepts[from]) return;
    seen.add(from);
    const open = [{ place: from, left: follow(from).values() }];
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const { value: next, done } = top.left.next();
      if (done) {
        onLeave(top.place);
        open.pop();
      } else if (!seen.has(next) && !this.#accepts[next]) {
        this.#count();
        seen.add(next);
        open.push({ place: next, left: follow(next).values() });
      }
    }
  }

  /** Finds a text that leads from a place of the loop back to it in two ways. */
  #doublePump(loop: ReadonlySet<number>): { at: number; text: string } | undefined {
    for (const from of loop) {
      for (const [to, ways] of this.#next[from] ?? []) {
        if (ways > 1 && loop.has(to)) {
          return { at: to, text: this.#wordBetween(to, from, loop) + this.#character(this.#takes[to] ?? 0n) };
        }
      }
    }
    const size = this.#next.length;
    const equal = [...loop].map((place) => place * size + place);
    const inside = (places: Iterable<number>) => [...places].filter((place) => loop.has(place));
    const ahead = this.#pairs(equal, (place) => inside(this.#next[place]?.keys() ?? []));
    const back = this.#pairs(equal, (place) => inside(this.#previous[place] ?? []), "back");
    for (const pair of ahead.keys()) {
      if (Math.floor(pair / size) === pair % size || !back.has(pair)) continue;
      const [start, out] = unwound(ahead, pair);
      const [end, home] = unwound(back, pair);
      const at = start % size;
      const between = end === start ? "" : this.#wordBetween(end % size, at, loop);
      return { at, text: out + [...home].reverse().join("") + between };
    }
    return undefined;
  }

  /** Walks over pairs of places that are met with one text, from the given pairs on. */
  #pairs(starts: readonly number[], follow: (place: number) => readonly number[], direction = "ahead") {
    const size = this.#next.length;
    const found = new Map<number, Step>(starts.map((pair) => [pair, { from: undefined, character: "" }]));
    const waiting = [...starts];
    for (let pair = waiting.shift(); pair !== undefined; pair = waiting.shift()) {
      const [left, right] = [Math.floor(pair / size), pair % size];
      for (const one of follow(left)) {
        for (const other of follow(right)) {
          this.#count();
          const next = one * size + other;
          const entered = direction === "ahead" ? [one, other] : [left, right];
          const shared = entered.reduce((all, place) => all & (this.#takes[place] ?? 0n), -1n);
          if (shared === 0n || found.has(next)) continue;
          found.set(next, { from: pair, character: this.#character(shared) });
          waiting.push(next);
        }
      }
    }
    return found;
  }

  /** The longest chain of loops that share their text. */
  #chain(loops: readonly Set<number>[]): Ambiguity {
    const best = new Map<Set<number>, { degree: number; pump: string; at: number }>();
    const degreeOf = (loop: Set<number>): { degree: number; pump: string; at: number } => {
      const known = best.get(loop);
      if (known) return known;
      const [at = 0] = loop;
      let longest = { degree: 1, pump: "", at };
      for (const earlier of loops) {
        const pump = earlier === loop ? undefined : this.#sharedPump(earlier, loop);
        if (pump === undefined) continue;
        const before = degreeOf(earlier);
        if (before.degree >= longest.degree) longest = { degree: before.degree + 1, pump, at };
      }
      best.set(loop, longest);
      return longest;
    };
    const all = loops.map(degreeOf).sort((a, b) => b.degree - a.degree);
    const [worst] = all;
    if (!worst) return { degree: 1, attack: ["", ""] };
    return { degree: worst.degree, attack: [this.#wordTo(worst.at), worst.pump] };
  }

  /** Finds a text that one loop reads, the next loop reads, and that leads from the one to the other. */
  #sharedPump(earlier: ReadonlySet<number>, later: ReadonlySet<number>): string | undefined {
    const size = this.#next.length;
    const [someLater = 0] = later;
    const [someEarlier = 0] = earlier;
    const after = this.#all(someEarlier, (at) => [...(this.#next[at]?.keys() ?? [])]);
    if (!after.has(someLater)) return undefined;
    const before = this.#all(someLater, (at) => this.#previous[at] ?? []);
    const between = (place: number) => after.has(place) && before.has(place);
    for (const p of earlier) {
      for (const q of later) {
        const key = (a: number, b: number, c: number) => (a * size + b) * size + c;
        const goal = key(p, q, q);
        const found = new Map<number, Step>([[key(p, p, q), { from: undefined, character: "" }]]);
        const waiting = [...found.keys()];
        for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
          if (at === goal && at !== key(p, p, q)) return unwound(found, at)[1];
          const [a, b, c] = [Math.floor(at / (size * size)), Math.floor(at / size) % size, at % size];
          for (const a2 of this.#next[a]?.keys() ?? []) {
            if (!earlier.has(a2)) continue;
            for (const c2 of this.#next[c]?.keys() ?? []) {
              const both = (this.#takes[a2] ?? 0n) & (this.#takes[c2] ?? 0n);
              if (!later.has(c2) || both === 0n) continue;
              for (const b2 of this.#next[b]?.keys() ?? []) {
                this.#count();
                const shared = both & (this.#takes[b2] ?? 0n);
                const to = key(a2, b2, c2);
                if (shared === 0n || !between(b2) || found.has(to)) continue;
                found.set(to, { from: at, character: this.#character(shared) });
                waiting.push(to);
              }
            }
          }
        }
      }
    }
    return undefined;
  }

  #all(from: number, follow: (place: number) => readonly number[]): Set<number> {
    const found = new Set([from]);
    for (const at of found) for (const to of follow(at)) found.add(to);
    return found;
  }

  /** The shortest text that leads from the start of a text to the place. */
  #wordTo(place: number): string {
    const starts = this.#first.map(
      (first) => [first, { from: undefined, character: this.#characterOf(first) }] as const,
    );
    return this.#shortest(new Map(starts), place) ?? "";
  }

  #wordBetween(from: number, to: number, within: ReadonlySet<number>): string {
    return this.#shortest(new Map([[from, { from: undefined, character: "" }]]), to, within) ?? "";
  }

  #shortest(found: Map<number, Step>, to: number, within?: ReadonlySet<number>): string | undefined {
    for (const [at] of found) {
      if (at === to) return unwound(found, at)[1];
      for (const next of this.#next[at]?.keys() ?? []) {
        if (found.has(next) || (within && !within.has(next))) continue;
        found.set(next, { from: at, character: this.#characterOf(next) });
      }
    }
    return undefined;
  }

  #characterOf(place: number): string {
    return this.#character(this.#takes[place] ?? 0n);
  }

  #character(classes: bigint): string {
    const readable = this.#characters.findIndex(
      (character, index) => (classes >> BigInt(index)) & 1n && /[ -~]/.test(character),
    );
    const any = this.#characters.findIndex((_, index) => (classes >> BigInt(index)) & 1n);
    return this.#characters[readable === -1 ? any : readable] ?? "";
  }

  #count(): void {
    this.#steps += 1;
    if (this.#steps > mostSteps) throw new PatternTooLarge("the pattern has more paths than can be looked at");
  }
}

/** The text along which a walk came somewhere, and where that walk began. */
function unwound(found: ReadonlyMap<number, Step>, to: number): readonly [start: number, text: string] {
  let text = "";
  let at = to;
  for (let step = found.get(at); step; step = found.get(at)) {
    text = step.character + text;
    if (step.from === undefined) break;
    at = step.from;
  }
  return [at, text];
}
