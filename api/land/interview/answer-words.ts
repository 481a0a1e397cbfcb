import type { AskedQuestion } from "./walk.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Names of members that are abbreviations. */
const memberNames: Readonly<Record<string, string>> = {
  "1br": "one bedroom",
  "2br": "two bedrooms",
  "3br": "three bedrooms",
};

/** Returns an answer in words: "How many floors? 3 floors". */
export function answerWords({ data }: AskedQuestion, value: unknown): string {
  return `${data.title} ${valueWords(value, data.schema, data.unit)}`.slice(0, 500);
}

/** Returns a value in words, with the title of its option or its unit: "Front 20 ft, rear 25 ft". */
export function valueWords(value: unknown, schema: Schema, unit: string | null): string {
  const options = (schema.oneOf ?? []) as readonly { readonly const?: unknown; readonly title?: string }[];
  const title = options.find((option) => "const" in option && option.const === value)?.title;
  if (title !== undefined) return title;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number" || typeof value === "string") return amountWords(value, unit);
  if (Array.isArray(value)) return value.map((each) => valueWords(each, schemaOf(schema.items), null)).join("; ");
  if (typeof value !== "object" || value === null) return "none";
  if ("max" in value) return "As many as fit";
  if ("coordinates" in value) return "A boundary was drawn";
  return membersWords(value, schemaOf(schema.properties), unit);
}

const schemaOf = (of: unknown): Schema => (typeof of === "object" && of !== null ? (of as Schema) : {});

/** A share of one is told in percent. */
function amountWords(value: number | string, unit: string | null): string {
  if (unit === "share" && typeof value === "number") return amountWords(value * 100, "%");
  const amount = typeof value === "number" ? value.toLocaleString("en-US", { maximumFractionDigits: 4 }) : value;
  if (unit === null) return amount;
  return unit === "%" ? `${amount}%` : `${amount} ${unit}`;
}

/** The ids of members are left out, and a member that is called `name` comes first. */
function membersWords(value: object, schemas: Schema, unit: string | null): string {
  const members = Object.entries(value).filter(([member]) => member !== "name" && !member.endsWith("_id"));
  const told = members.map(([member, each]) => {
    const words = valueWords(each, schemaOf(schemas[member]), unit);
    const isNamed = typeof each !== "string" && members.length > 1;
    return isNamed ? `${memberNames[member] ?? member.replaceAll("_", " ")} ${words}` : words;
  });
  const list = told.join(", ");
  const name = "name" in value ? `${value.name}: ` : "";
  return `${name}${name === "" ? list.charAt(0).toUpperCase() : list.charAt(0).toLowerCase()}${list.slice(1)}`;
}
