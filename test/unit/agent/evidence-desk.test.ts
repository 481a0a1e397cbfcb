import { expect, it } from "vitest";
import { makeEvidenceDesk } from "../../../agent/evidence-desk.ts";
import { passagesOf } from "../../support/passages.ts";

it("a passage that a second search finds keeps its number, with the place and the score of that search", () => {
  const [fences, sheds] = passagesOf([
    { headings: ["5.1 Fences"], text: "A fence shall be no taller than six feet." },
    { headings: ["5.2 Sheds"], text: "A shed shall be ten feet from the lot line." },
  ]);
  if (!fences || !sheds) throw new Error("two passages were made");
  const desk = makeEvidenceDesk();
  desk.place([fences, sheds]);
  const again = desk.place([
    { ...sheds, score: 0.9 },
    { ...fences, score: 0.2 },
  ]);
  expect(again.map(({ marker, passage }) => [marker, passage.score])).toEqual([
    [2, 0.9],
    [1, 0.2],
  ]);
});
