/** Mark of an item: "(1)", "a.", "B.". */
const mark = /^\s*(?:(?:\([A-Za-z0-9]{1,4}\)|[A-Za-z0-9]{1,2}\)|[A-Za-z]\.|\d{1,2}\.)\s+)?/;

/** Words of a title: "Approval of Site Plans", "Application for Conditional Use Permit, Notice of Public Hearing". */
const titleWord = String.raw`(?!(?:A|An|The|No|All|Any|In|It|Each|Every|Where|If|When|Before|Prior|Upon|This|These|Such|Except|For|As|To)\s)[A-Z][\w'’/-]*[,—]?\s+`;
const joint = String.raw`(?:(?:of|for|and|or|the|a|an|to|in|on|by|with)\s+)*`;
/** Words with which a sentence begins; "Zone A is" and "Class A lots" are no title before a sentence. */
const opening = String.raw`(?:A (?!(?:is|are|the|and|or|of|as|on|in|to|for|shall|may|by|with|from|lots?|zones?)\b)|(?:An|The|No|All|Any|In|It|Each|Every|Where|If|When|Before|Prior|Upon|This|These|Such|Except) |Applications? (?=for|shall|must))(?=\w)`;
const runIn = new RegExp(`^(?:${titleWord}${joint}){1,8}(?=${opening})`);

/** Returns the title that runs into the first sentence of an item, and how long it is with the mark of the item. */
export function leadOf(text: string): { readonly title: string; readonly length: number } {
  const begin = mark.exec(text)?.[0].length ?? 0;
  const length = begin + titleLength(text.slice(begin));
  return { title: text.slice(begin, length), length };
}

/** Returns the length of a title at the start of a text which its first sentence follows on the same line; 0 without one. */
const titleLength = (text: string): number => runIn.exec(text)?.[0].length ?? 0;
