/**
 * Finds the first member that stands twice in one object, by name, or undefined; parsers keep the last one silently.
 *
 * The text must already be known to be valid JSON. Names are compared after their escapes are resolved.
 */
export function repeatedMember(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;
  let lastString: string | undefined;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const found = match[0];
    if (found === "{") open.push(new Set());
    else if (found === "[") open.push(undefined);
    else if (found === "}" || found === "]") open.pop();
    else if (found === ":") {
      const names = open.at(-1);
      const name = JSON.parse(lastString ?? '""') as string;
      if (names?.has(name)) return name;
      names?.add(name);
    } else lastString = found;
  }
  return undefined;
}

/** Writes JSON in one canonical form: members sorted by name, no spaces; equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(",")}}`;
}
