import type { AskedQuestion } from "./walk.ts";

/** Returns an answer in words: "How many floors? 3 floors". */
export function answerWords({ data }: AskedQuestion, value: unknown): string {
  return `${data.title} ${valueWords(value, data.schema, data.unit)}`.slice(0, 500);
}

/** Returns a value in words, with the title of its option or its unit. */
export function valueWords(value: unknown, schema: Readonly<Record<string, unknown>>, unit: string | null): string {
  const options = (schema.oneOf ?? []) as readonly { readonly const?: unknown; readonly title?: string }[];
  const title = options.find((option) => "const" in option && option.const === value)?.title;
  if (title !== undefined) return title;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number" || typeof value === "string") return unit === null ? String(value) : `${value} ${unit}`;
  if (Array.isArray(value)) return value.map((each) => valueWords(each, {}, null)).join("; ");
  if (typeof value !== "object" || value === null) return "none";
  if ("max" in value) return "As many as fit";
  if ("coordinates" in value) return "A boundary was drawn";
  const members = Object.entries(value).map(
    ([name, each]) => `${name.replaceAll("_", " ")} ${valueWords(each, {}, null)}`,
  );
  return unit === null ? members.join(", ") : `${members.join(", ")} (${unit})`;
}
