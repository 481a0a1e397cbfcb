/** Returns a name in ordinary capitals: "PRINCE GEORGE'S" and "prince george's" become "Prince George's". */
export function titleCase(name: string): string {
  return name
    .toLowerCase()
    .replace(/(^|[\s-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}
