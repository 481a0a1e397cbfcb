/** What publishers and converters leave in a text where a picture was: "[Image 12; alt=…]", "![Map](map.png)". */
const pictureMark =
  /!?\[(?:image|img|photo|photograph|picture|graphic|illustration|logo|icon)\b[^\]]*\](?:\([^()\s]*\))?|!\[[^\]]*\]\([^()]*\)|!\[\[[^\]]*\]\]/giu;
const alternative = /\balt\s*=\s*(?:"([^"]*)"|“([^”]*)”|'([^']*)')/iu;
const colonCaption = /^!?\[[a-z]+(?:\s+[\w.-]+)?\s*:\s*([^\]]*)\]/iu;
const markdownCaption = /^!\[([^\]]*)\]\(/u;
/** Fewer words than this name a picture ("Black circle", "Cottage lot standards"); they say nothing about it. */
const fewestCaptionWords = 6;

/** Takes the marks of pictures out of a text; what only names a picture is no law. */
export function withoutPictures(text: string): string {
  if (!text.includes("[")) return text;
  return text.replace(pictureMark, " ").replace(/ {2,}/g, " ").trim();
}

/** As {@link withoutPictures}, but a picture that stands alone leaves its caption when that is a sentence. */
export function captionOrText(text: string): string {
  const rest = withoutPictures(text);
  if (rest !== "" || text === "") return rest;
  const captions = [...text.matchAll(pictureMark)].map(([mark]) => captionIn(mark)).filter((each) => each !== "");
  return captions.join(" ");
}

/** The mark of a picture that carries only its alternative text. */
export function pictureMarkOf(alternativeText: string): string {
  return ` [Image; alt="${alternativeText.replace(/["[\]]/g, " ")}"] `;
}

function captionIn(mark: string): string {
  const [, double, curly, single] = alternative.exec(mark) ?? [];
  const said = double ?? curly ?? single ?? colonCaption.exec(mark)?.[1] ?? markdownCaption.exec(mark)?.[1] ?? "";
  const isSentence =
    (said.match(/\p{L}+/gu)?.length ?? 0) >= fewestCaptionWords &&
    /^\p{Lu}/u.test(said) &&
    !/generated|\.(?:png|jpe?g|gif|svg|webp)\b/i.test(said);
  return isSentence ? said.trim() : "";
}
