/** Returns a text of at most 250 characters for DXF: readers take text in the code page of their system, so what is not ASCII is written as `\U+XXXX`. */
export function dxfText(text: string): string {
  return [...text.slice(0, 250)]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      if (code < 0x20) return " ";
      if (code < 0x7f) return character;
      return code > 0xffff ? "?" : `\\U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
    })
    .join("");
}
