import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groundAnswer } from "../../../agent/grounding/ground-answer.ts";
import { writeAnswer } from "../../../agent/grounding/write-answer.ts";
import { quantitiesIn } from "../../../agent/text/quantities.ts";
import { unitsOf } from "../../../agent/text/sentences.ts";
import { citeSpanOf, passagesOf, verifierOf } from "../../support/passages.ts";

const subject = fc.constantFrom("lot area", "front yard", "building height", "fence", "parking", "sign area");
const unit = fc.constantFrom("feet", "square feet", "acres", "percent", "stories");
const amount = fc.integer({ min: 1, max: 90_000 });
const rule = fc
  .record({ subject, amount, unit })
  .map((one) => `The ${one.subject} shall be ${one.amount.toLocaleString("en-US")} ${one.unit}.`);
const passageTexts = fc.array(
  fc.array(rule, { minLength: 1, maxLength: 4 }).map((rules) => rules.join(" ")),
  { minLength: 1, maxLength: 4 },
);
const claim = fc
  .tuple(rule, fc.integer({ min: 0, max: 6 }))
  .map(([text, marker]) => `${text.slice(0, -1)} [${marker}].`);

describe("grounding", () => {
  it("lets no number through that stands in no cited span, whatever a model writes", async () => {
    await fc.assert(
      fc.asyncProperty(passageTexts, fc.array(claim, { maxLength: 6 }), async (texts, claims) => {
        const passages = passagesOf(texts.map((text) => ({ headings: ["1 Rules"], text })));
        const marked = passages.map((passage, at) => ({ marker: at + 1, passage }));
        const written = await writeAnswer(
          groundAnswer(claims.join(" "), { passages: marked, facts: [] }),
          citeSpanOf,
          verifierOf(passages),
        );
        for (const piece of written.pieces) {
          const markers = [...piece.matchAll(/\[(\d+)\]/g)].map((match) => Number(match[1]));
          const quotes = written.citations.filter((one) => markers.includes(one.marker)).map((one) => one.quote);
          const held = quantitiesIn(quotes.join("\n"));
          for (const { value, unit } of quantitiesIn(piece.replace(/\[\d+\]/g, ""))) {
            expect(held.some((one) => one.value === value && one.unit === unit)).toBe(true);
          }
          expect(markers.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  it("keeps every sentence that a passage says word for word", async () => {
    await fc.assert(
      fc.asyncProperty(passageTexts, async (texts) => {
        const passages = passagesOf(texts.map((text) => ({ headings: ["1 Rules"], text })));
        const marked = passages.map((passage, at) => ({ marker: at + 1, passage }));
        const answer = texts
          .map((text, at) =>
            unitsOf(text)
              .map((one) => `${one.text.slice(0, -1)} [${at + 1}].`)
              .join(" "),
          )
          .join("\n");
        expect(groundAnswer(answer, { passages: marked, facts: [] }).removed).toEqual([]);
      }),
    );
  });

  it("drops every sentence whose citation does not stand in the stored text", async () => {
    const passages = passagesOf([{ headings: ["1 Rules"], text: "The fence shall be 4 feet." }]);
    const grounded = groundAnswer("The fence shall be 4 feet [1].", {
      passages: [{ marker: 1, passage: passages[0] ?? never() }],
      facts: [],
    });
    const written = await writeAnswer(grounded, citeSpanOf, async () => false);
    expect(written).toMatchObject({ text: "", citations: [], dropped: 1 });
  });
});

type Wording = (subject: string, amount: string) => string;
const leasts: readonly Wording[] = [
  (subject, amount) => `The ${subject} shall be at least ${amount}.`,
  (subject, amount) => `The minimum ${subject} is ${amount}.`,
  (subject, amount) => `The ${subject} must not be less than ${amount}.`,
  (subject, amount) => `The ${subject} may be no less than ${amount}.`,
  (subject, amount) => `In no case shall the ${subject} be less than ${amount}.`,
  (subject, amount) => `The ${subject} shall be ${amount} or more.`,
];
const mosts: readonly Wording[] = [
  (subject, amount) => `The ${subject} shall be at most ${amount}.`,
  (subject, amount) => `The maximum ${subject} is ${amount}.`,
  (subject, amount) => `The ${subject} shall not exceed ${amount}.`,
  (subject, amount) => `The ${subject} may be up to ${amount}.`,
  (subject, amount) => `In no case shall the ${subject} be more than ${amount}.`,
  (subject, amount) => `The ${subject} shall be ${amount} or less.`,
];
const wordings = [leasts, mosts] as const;
const side = fc.constantFrom<0 | 1>(0, 1);
const place = fc.nat({ max: 5 });

describe("a limit", () => {
  it("is carried by every wording of the same side and value, and by none of the other side or another value", () => {
    fc.assert(
      fc.property(
        fc.record({
          subject,
          unit,
          amount,
          law: side,
          said: side,
          lawPlace: place,
          saidPlace: place,
          off: fc.nat({ max: 3 }),
        }),
        ({ subject, unit, amount, law, said, lawPlace, saidPlace, off }) => {
          const written = (value: number) => `${value.toLocaleString("en-US")} ${unit}`;
          const text = wordings[law][lawPlace]?.(subject, written(amount)) ?? "";
          const claim = wordings[said][saidPlace]?.(subject, written(amount + off)) ?? "";
          const [passage] = passagesOf([{ headings: ["1 Rules"], text }]);
          const { removed } = groundAnswer(`${claim.slice(0, -1)} [1].`, {
            passages: [{ marker: 1, passage: passage ?? never() }],
            facts: [],
          });
          expect({ text, claim, isKept: removed.length === 0 }).toEqual({
            text,
            claim,
            isKept: law === said && off === 0,
          });
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe("the units of a text", () => {
  it("stand where they say, in order, without overlap", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("A lot. ", "(a) x; ", "B: ", "\n", "a | b\n", "sq. ft. ", "Yes! ", "  ", "12 "), {
          maxLength: 40,
        }),
        (parts) => {
          const text = parts.join("");
          let last = 0;
          for (const one of unitsOf(text)) {
            expect(text.slice(one.charStart, one.charEnd)).toBe(one.text);
            expect(one.charStart).toBeGreaterThanOrEqual(last);
            last = one.charEnd;
          }
          expect(
            unitsOf(text)
              .map((one) => one.text)
              .join("")
              .replace(/\s/g, ""),
          ).toBe(text.replace(/\s/g, ""));
        },
      ),
    );
  });
});

function never(): never {
  throw new Error("there is no such passage");
}
