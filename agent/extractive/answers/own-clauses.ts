import type { UseProvision } from "./use-provisions.ts";

/**
 * Provisions in which an entry carries what its own clauses say: under "Bed and breakfast lodges, subject to the following:"
 * a clause that asks for an approval makes the entry conditional, and no clause of the entry speaks against it.
 */
export function withOwnClauses(provisions: readonly UseProvision[]): UseProvision[] {
  const entries = provisions.filter(({ kind, evidence }) => kind === "item" && /:\W*$/.test(evidence.text));
  const entryOf = (one: UseProvision) =>
    one.kind === "item" && entries.includes(one)
      ? undefined
      : entries.find(
          ({ evidence }) =>
            evidence.passage.documentId === one.evidence.passage.documentId &&
            isSameLine(evidence.text, one.evidence.lead),
        );
  return provisions.flatMap((one) => {
    if (entryOf(one)) return [];
    const own = provisions.filter((clause) => isSameLine(one.evidence.text, clause.evidence.lead));
    const approval = own.find(({ verdict }) => verdict === "conditional");
    const isConditional = one.verdict === "permitted" && approval !== undefined && entries.includes(one);
    return [isConditional ? { ...one, verdict: "conditional" as const, approval: approval.evidence } : one];
  });
}

function isSameLine(entry: string, lead: string): boolean {
  const plain = (text: string) => text.replace(/\W+/g, " ").trim().toLowerCase();
  return lead !== "" && plain(entry) === plain(lead);
}
