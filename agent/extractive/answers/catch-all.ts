import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { useStandingOf } from "./district-match.ts";
import { elsewhere } from "./ruling.ts";

const named = String.raw`(?:listed|permitted|allowed|authorized|enumerated|mentioned|specified|included|identified|set (?:out|forth)|found|provided for|shown|described|appear\w*|named|itemized|stated|classified|designated)`;
const forbidden = String.raw`(?:(?:expressly|specifically|hereby|therefore|deemed|considered|strictly)\s+(?:to be\s+)?){0,2}(?:prohibited|forbidden|unlawful|excluded|disallowed|not\s+(?:be\s+)?(?:permitted|allowed))`;

/** What stands between the parts of such a rule: no end of a sentence, though "27.3" may be. */
const gap = (most: number) => String.raw`(?:[^.;]|\.(?=\d)){0,${most}}`;
const use = String.raw`\b(?:uses?|activit(?:y|ies)|structures?)\b`;
const premises = "(?:land|buildings?|structures?|lots?|premises|propert(?:y|ies))";

/** The ways a law says that its lists are whole: what they leave out is forbidden. */
const shapes: readonly RegExp[] = [
  // "A use not listed in Table 4.1 is prohibited."
  String.raw`${use}${gap(60)}\b(?:not|nor)\b${gap(60)}\b${named}\b${gap(160)}\b(?:is|are|be|remains?)\s+${forbidden}`,
  String.raw`${use}\s+(?:other than|except|besides)\b${gap(160)}\b(?:is|are|be)\s+${forbidden}`,
  String.raw`${use}${gap(60)}\b(?:not|nor)\b${gap(40)}\b${named}\b${gap(80)}\b(?:shall|may)\s+not\s+be\b`,
  // "No person shall use land for any purpose other than the uses set out in …"
  String.raw`\bno\s+(?:other\s+)?(?:uses?|development|persons?|${premises})\b${gap(160)}\b(?:other than|except|unless)\b${gap(60)}\b(?:uses?|purposes?)\b${gap(60)}\b${named}\b`,
  String.raw`\bno\s+(?:other\s+)?(?:uses?|${premises}\b${gap(100)}\b(?:used?|occupied))\b${gap(160)}\b(?:other than|except|unless)\b${gap(100)}\b(?:permitted|allowed|listed|authorized|specified|enumerated)\b`,
  // "Buildings shall be used for the purposes of Table 2 and for no other."
  String.raw`\bused\b${gap(60)}\b(?:uses?|purposes?)\b${gap(100)}\bno others?\b`,
  String.raw`\b${premises}\b${gap(100)}\b(?:shall|may|can|must)\s+(?:only\s+)?be\s+used\s+(?:only|solely|exclusively)\s+for\b|\bonly (?:the )?following (?:uses|activities|purposes)\b|\bfollowing (?:uses|activities|purposes),? and no others?\b`,
  String.raw`\bprohibited (?:uses|activities)\b${gap(30)}\b(?:any|all)\s+(?:other\s+)?uses?\b${gap(40)}\bnot\b${gap(40)}\b${named}\b`,
].map((shape) => new RegExp(shape, "i"));
/** "any use not specifically permitted" as the last entry of a list of prohibited uses. */
const asEntry = new RegExp(
  String.raw`^\W*(?:any|all|every)\s+(?:other\s+)?(?:uses?|activit(?:y|ies)|structures?)[^.;]{0,60}\bnot\b[^.;]{0,60}\b${named}\b`,
  "i",
);
/** What such a rule is about when it is not uses of land. */
const otherMatter =
  /\bsigns?\b|\bfences?\b|\bhome occupations?\b|\bnonconforming\b|\bvariance\b|\bencroach|\byards?\b/i;

/** Finds the sentence that forbids every use a district's list leaves out; one of the district's own comes first. */
export function catchAllFor(question: QuestionReading, evidence: readonly Evidence[]): Evidence | undefined {
  const found = evidence.flatMap((one) => {
    if (one.cell || !isCatchAll(one) || otherMatter.test(one.text)) return [];
    if (
      headingsOf(one)
        .slice(0, 2)
        .some((heading) => elsewhere.test(heading))
    )
      return [];
    const { kind } = useStandingOf(one, question.districts);
    return kind === "other" ? [] : [{ one, isOwn: kind === "named" }];
  });
  const ordered = found.toSorted(
    (a, b) =>
      Number(b.isOwn) - Number(a.isOwn) ||
      Number(isPlain(b.one)) - Number(isPlain(a.one)) ||
      b.one.passage.score - a.one.passage.score,
  );
  return ordered[0]?.one;
}

/** The shapes that name the use as one not listed. */
const plainShapes = 3;

function isPlain({ text }: Evidence): boolean {
  return shapes.slice(0, plainShapes).some((shape) => shape.test(text));
}

function isCatchAll({ text, lead, passage }: Evidence): boolean {
  const isProhibitedList = /\bprohibited\b/i.test(`${lead} ${passage.headingPath.at(-1) ?? ""}`);
  return shapes.some((shape) => shape.test(text)) || (isProhibitedList && asEntry.test(text));
}
