import contentDisposition from "content-disposition";

/** Longest name in bytes of UTF-8 that every file system takes with room for a counter. */
const mostBytes = 150;
/** Control characters, path separators, and marks that reorder the text around them. */
const unsafe = /[\p{Cc}\p{Cf}/\\]/gu;

/**
 * Gives the header that saves a download under its name: an ASCII fallback in quotes, and the name itself by RFC 8187.
 *
 * Shape   `attachment; filename="Zoning map.pdf"`
 */
export function attachmentHeader(filename: string): string {
  return contentDisposition(safeName(filename), { fallback: fallbackOf(safeName(filename)) });
}

/** A name without what could break a header, leave its folder or lie about its ending; its extension is kept. */
export function safeName(filename: string): string {
  const plain = filename.toWellFormed().replace(unsafe, "").trim().replace(/^\.+/, "");
  if (plain === "") return "file";
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(plain)?.[0] ?? "";
  let stem = plain.slice(0, plain.length - extension.length);
  while (Buffer.byteLength(stem + extension) > mostBytes) stem = [...stem].slice(0, -1).join("");
  return (stem === "" ? "file" : stem) + extension;
}

const fallbackOf = (name: string) => name.replace(/[^A-Za-z0-9._ -]/g, "_");
