import type { SeededRandom } from "../../../evals/train/seeded-random.ts";

/** A file to be uploaded, with a word that stands in no other. */
export interface TownFile {
  readonly word: string;
  readonly title: string;
  readonly text: string;
  readonly category: "ordinance" | "supplemental";
}

const syllables = ["ba", "do", "fi", "gu", "ke", "lo", "mi", "nu", "pa", "ro", "su", "ti", "va", "wo", "ze", "ja"];

/** A word of no language, another for each number below 4,096. */
export function wordOf(number: number): string {
  const at = (place: number) => syllables[Math.floor(number / syllables.length ** place) % syllables.length] ?? "";
  return `q${at(0)}${at(1)}${at(2)}x`;
}

/** Makes files with a word of their own each: most of one section, one in twenty of a hundred. */
export function makeTownFiles(count: number, random: SeededRandom): TownFile[] {
  return Array.from({ length: count }, (_, number) => {
    const word = wordOf(number);
    const sections = number % 20 === 7 ? 100 : 1 + random.below(3);
    return {
      word,
      title: `Rules of ${word}`,
      text: textAbout(word, sections, random),
      category: number % 2 === 0 ? "ordinance" : "supplemental",
    };
  });
}

function textAbout(word: string, sections: number, random: SeededRandom): string {
  const section = (at: number) =>
    `## ${at + 1}.1 Rule ${at + 1} of the ${word} district\n\n` +
    `In the ${word} district a lot of rule ${at + 1} has at least ${5_000 + random.below(90) * 100} square feet, and a ` +
    `building stands ${10 + random.below(40)} feet or more from every street.\n`;
  return `# Rules of ${word}\n\n${Array.from({ length: sections }, (_, at) => section(at)).join("\n")}`;
}
