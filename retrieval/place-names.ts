/** States and provinces as people write them after a town. */
const states =
  "Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming|Nova Scotia|Ontario|British Columbia|Alberta|Manitoba|New Brunswick|Quebec|Saskatchewan";

/** "in Alder Falls, Massachusetts", "of the Town of Alder Falls, MA": where the land is, at the end of a question. */
const placeAfter = new RegExp(
  String.raw`\s+(?:in|of|for)\s+(?:(?:the\s+)?(?:[Tt]own|[Cc]ity|[Vv]illage|[Cc]ounty|[Bb]orough)\s+of\s+)?[A-Z][\w.'-]*(?:\s+[A-Z][\w.'-]*){0,4},\s*(?:${states}|[A-Z]{2})\b`,
);
/** "Alder Falls, MA: …" */
const placeBefore =
  /^\s*(?:(?:town|city|village|county) of )?[A-Z][\w.'-]*(?:\s+[A-Z][\w.'-]*){0,3},\s*[A-Z]{2}\s*:\s*/;

/** A question without the place it is about: the corpora that are searched are that place's, and its name finds title pages. */
export function withoutPlaceName(question: string): string {
  const plain = question.replace(placeBefore, "").replace(placeAfter, "");
  return plain.trim() === "" ? question : plain;
}
