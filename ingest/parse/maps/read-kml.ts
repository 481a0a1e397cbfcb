import { kml } from "@tmcw/togeojson";
import { DOMParser } from "@xmldom/xmldom";
import { unzipSync } from "fflate";
import { DocumentUnreadable } from "../../errors.ts";
import { decodeText } from "../normalise.ts";
import { assertZipIsHarmless } from "../zip-guard.ts";
import type { FoundLayer } from "./map-layer.ts";

/** Elements inside each other; what programs write has a few. */
const deepest = 100;

/**
 * Reads KML 2.2. Pictures, tours and links to other files are left out. A file with a document type is refused: it could
 * define entities that unpack without end.
 *
 * @throws DocumentUnreadable
 */
export function readKml(bytes: Uint8Array): FoundLayer[] {
  const text = decodeText(bytes);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new DocumentUnreadable(
      "document.unsupported",
      "The KML file has a document type definition, which is not read. Export it again without one.",
    );
  assertIsFlat(text);
  const document = parsed(text);
  const { features } = kml(document);
  const name = document.getElementsByTagName("name")[0];
  const title = name?.parentNode?.nodeName === "Document" ? (name.textContent ?? "") : "";
  return [{ name: title.trim(), features, from: null }];
}

/** Reads KMZ: a ZIP file with one KML file, which refers to the others. @throws DocumentUnreadable */
export async function readKmz(bytes: Uint8Array): Promise<FoundLayer[]> {
  await assertZipIsHarmless(bytes);
  const files = unzipSync(bytes, { filter: ({ name }) => /\.kml$/i.test(name) });
  const name = Object.keys(files).find((one) => /(?:^|\/)doc\.kml$/i.test(one)) ?? Object.keys(files)[0];
  const main = name === undefined ? undefined : files[name];
  if (!main) throw new DocumentUnreadable("document.empty", "The KMZ file holds no KML file. Export it again.");
  return readKml(main);
}

/** The reader of elements goes down by calls: elements inside elements without end would break it. */
function assertIsFlat(text: string): void {
  let depth = 0;
  for (const [tag] of text.matchAll(/<[/!?]?[A-Za-z][^<>]*>/g)) {
    if (tag.startsWith("</")) depth -= 1;
    else if (!tag.endsWith("/>") && !/^<[!?]/.test(tag)) depth += 1;
    if (depth > deepest)
      throw new DocumentUnreadable(
        "document.too-complex",
        "The KML file has elements nested too deep. Export it again from the program that made it.",
      );
  }
}

function parsed(text: string) {
  const damaged = (internal: string) =>
    new DocumentUnreadable("document.truncated", "The KML file is damaged or ends before it should. Export it again.", {
      internal,
    });
  try {
    const document = new DOMParser({
      onError: (level, message) => {
        if (level !== "warning") throw damaged(message.slice(0, 200));
      },
    }).parseFromString(text.trimStart(), "text/xml");
    if (document.documentElement?.localName !== "kml") throw damaged("the root is not kml");
    return document;
  } catch (error) {
    if (error instanceof DocumentUnreadable) throw error;
    throw damaged(error instanceof Error ? error.message.slice(0, 200) : "");
  }
}
