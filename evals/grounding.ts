import { join } from "node:path";
import { type CheckedClaim, measureGrounding, readClaims } from "./measure/measure-grounding.ts";
import { dataFolder } from "./suites.ts";

const folder = join(import.meta.dirname, "sets/grounding");
const halves = [
  ["open", "claims-open.jsonl"],
  ["unread", "claims-unread.jsonl"],
] as const;
const say = (text: string) => process.stdout.write(`${text}\n`);

/** `npm run evals:grounding`: how many true claims the check keeps and how many false ones it removes; `--list` shows the open half's errors. */
async function main(): Promise<void> {
  const lists = process.argv.includes("--list");
  for (const [half, file] of halves) {
    const { checked, unplaced } = await measureGrounding(folder, dataFolder(), readClaims(join(folder, file)));
    const supported = checked.filter(({ label }) => label === "supported");
    const wrong = checked.filter(({ label }) => label !== "supported");
    say(
      `${half.padEnd(7)} supported kept ${share(supported, ({ isKept }) => isKept)}, false removed ${share(wrong, ({ isKept }) => !isKept)}`,
    );
    if (unplaced.length > 0)
      say(
        `        ${unplaced.length} claims have no passage: ${[...new Set(unplaced.map(({ id }) => id))].join(", ")}`,
      );
    for (const [code, own] of Map.groupBy(checked, ({ jurisdiction }) => jurisdiction)) {
      const [right, all] = [own.filter(({ isKept, label }) => isKept === (label === "supported")), own];
      say(`        ${code}: ${right.length} of ${all.length} right`);
    }
    if (!lists || half !== "open") continue;
    for (const one of checked.filter(({ isKept, label }) => isKept !== (label === "supported"))) say(lineOf(one));
  }
}

function share(claims: readonly CheckedClaim[], isRight: (claim: CheckedClaim) => boolean): string {
  const right = claims.filter(isRight).length;
  return `${right} of ${claims.length} (${(right / Math.max(1, claims.length)).toFixed(3)})`;
}

function lineOf({ id, label, kind, claim, reason, evidence }: CheckedClaim): string {
  const because = [...evidence.map((text) => `kept on: ${text}`), ...(reason === null ? [] : [reason])];
  return [`  ${id} ${label} (${kind}): ${claim}`, ...because.map((line) => `      ${line}`)].join("\n");
}

await main();
