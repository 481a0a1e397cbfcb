import fc from "fast-check";
import { isRecord } from "../../api/http/closed-schema.ts";
import { hostileTexts, hostileValues } from "./hostile-values.ts";

type Place = readonly (string | number)[];

/** Takes one valid value and spoils it in one place: a member gone, added, of another type, or out of its range. */
export function nearMissesOf(value: unknown): fc.Arbitrary<unknown> {
  const places = placesIn(value, []);
  return fc.tuple(fc.constantFrom(...places), spoiler).map(([place, spoil]) => changedAt(value, place, spoil));
}

type Spoil = (part: unknown) => unknown;

/** Stands for a member that is taken away. */
const gone = Symbol("gone");

const spoiler: fc.Arbitrary<Spoil> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(...hostileTexts).map(
      (text): Spoil =>
        () =>
          text,
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(...hostileValues).map(
      (value): Spoil =>
        () =>
          value,
    ),
  },
  { weight: 2, arbitrary: fc.constant<Spoil>(() => gone) },
  { weight: 2, arbitrary: fc.constantFrom("extra", "id", "", "a".repeat(300), "toString").map(addMember) },
  { weight: 1, arbitrary: fc.constant<Spoil>((part) => [part]) },
  { weight: 1, arbitrary: fc.constant<Spoil>(String) },
  { weight: 1, arbitrary: fc.constant<Spoil>((part) => (typeof part === "number" ? part * 1_000 + 0.5 : part)) },
  { weight: 1, arbitrary: fc.constant<Spoil>((part) => (Array.isArray(part) ? Array(60).fill(part[0]) : part)) },
);

function addMember(name: string): Spoil {
  return (part) => (isRecord(part) ? { ...part, [name]: 1 } : { [name]: part });
}

function placesIn(value: unknown, at: Place): Place[] {
  const inside = Array.isArray(value)
    ? [...value.slice(0, 3).entries()].flatMap(([index, item]) => placesIn(item, [...at, index]))
    : isRecord(value)
      ? Object.entries(value).flatMap(([name, member]) => placesIn(member, [...at, name]))
      : [];
  return [at, ...inside];
}

function changedAt(value: unknown, [step, ...rest]: Place, spoil: Spoil): unknown {
  if (step === undefined) {
    const spoilt = spoil(value);
    return spoilt === gone ? {} : spoilt;
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => (index === step ? kept(spoiltChild(item, rest, spoil)) : [item]));
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      name === step ? kept(spoiltChild(member, rest, spoil)).map((left) => [name, left]) : [[name, member]],
    ),
  );
}

const spoiltChild = (value: unknown, rest: Place, spoil: Spoil) =>
  rest.length === 0 ? spoil(value) : changedAt(value, rest, spoil);

const kept = (value: unknown) => (value === gone ? [] : [value]);
