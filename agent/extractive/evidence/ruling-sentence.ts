/** A sentence that permits or forbids something, taken apart. */
export interface Ruling {
  readonly verdict: "permitted" | "prohibited";
  /** What it rules on: "motor homes, campers or recreational vehicles". */
  readonly subject: string;
  /** What may or may not be done with it, "occupied"; "" for the thing as such, which is permitted, allowed or kept. */
  readonly act: string;
  /** How, where and in which case: "for living purposes", "in a front yard". */
  readonly where: string;
  /** What it excepts or makes a condition: "except within a campground". */
  readonly exception: string;
}

/** The mark of an item or a section, and a heading that says no more than that bans follow: "a. Prohibitions: No roosters …". */
const opening =
  /^(?:\s|(?:\(?(?:[a-zA-Z]{1,2}|\d{1,3}|[ivx]{1,5})[.)]|\d+(?:[.-]\d+)+\.?)\s)+|^prohibit(?:ions?|ed\s+(?:uses|materials|signs))\s*[:.–-]\s+/i;
/** The aim of a sentence before what it rules: "In order to house families, an apartment shall be permitted". */
const aim = /^in order to\b.*,\s+(?=(?:an?|the)\s[^,.;]{3,60}\s(?:shall|may|is)\b)/i;
/** The place of a ruling before its subject: "In any residential district, no truck shall be parked". */
const placeBefore =
  /^(?<before>(?:in|within)\s+(?:[^.;:,]{2,60}?\b(?:districts?|zones?)\b|[A-Z][A-Z\d-]{0,6}(?=\s)),?)\s+(?<sentence>[a-z].*)$/is;

const may = "(?:shall|may|must|can|will)";
const be = "(?:is|are|shall be|may be|will be)";
const thing = "(?<subject>[^.;:]{3,160}?)";
const rest = "(?<where>[^.;:]*)";
const place = String.raw`(?<where>\s(?:in|on|within|at|along|as|for|except|unless)\s[^.;:]*)?(?:[.;:]|$)`;
const nobody = String.raw`(?:it\s+(?:is|shall be)\s+unlawful\s+(?:for\s+any\s+\w+\s+)?to|no\s+(?:person|one|owner|resident|occupant)s?\s+${may})\s+(?<act>\w+(?:(?:,|\s+or|\s+and)\s+\w+){0,3})`;
/** The forms of a ban: "… any of the following: roof signs; balloons", "It is unlawful to keep goats", "There shall be no storage". */
const bans = [
  String.raw`${nobody}\s+(?:any\s+of\s+)?the\s+following:(?<subject>[^.]{3,400})`,
  String.raw`${nobody}\s${thing}${place}`,
  String.raw`there\s+(?:${may}\s+be|is|are)\s+no\s+${thing}${place}`,
  // "Under no circumstances may campers be occupied", "No roosters are allowed", "No camper shall be occupied"
  String.raw`(?:under no circumstances?|in no (?:case|event)|at no time)\s+${may}\s+${thing}\s+be\s+(?<act>[\w-]+)${rest}`,
  String.raw`no\s+${thing}\s+(?:${may}\s+(?:be\s+)?|(?:is|are)\s+)(?<act>[\w-]+)${rest}`,
  // "Kennels are prohibited", "The apartment shall not be rented", "A shed may not stand in a front yard"
  String.raw`${thing}(?:,(?<aside>[^,.;:]{3,60}),)?(?:,?\s+(?:which|that))?\s+(?:${be}\s+(?:\w+ly\s+)?(?:prohibited|forbidden|unlawful|not\s+(?:permitted|allowed))|${may}\s+not\s+(?:be\s+)?(?<act>[\w-]+))${rest}`,
].map((form) => new RegExp(`^${form}`, "i"));
/** "An accessory dwelling unit shall be permitted in all residential districts". */
const permission = new RegExp(String.raw`^${thing}\s+${be}\s+(?:\w+ly\s+)?(?:permitted|allowed)\b${rest}`, "i");

/** Where the exceptions and the conditions of a ruling begin. */
const exception =
  /,?\s+(?:except|unless|other than|but|and (?:are |is )?(?:permitted|allowed)|provided|subject to|in accordance with|pursuant to|as (?:long|provided)|so long)\b.*$/is;
/** A clause that is not part of the ruling: another ruling behind "nor", or a standard such as "and may exceed the height". */
const furtherRule = /\s+nor\b.*$|\s+and\s+(?:may|shall|must|need)\b.*$/is;
/** What a subject leaves out: "Livestock, except horses, is prohibited". */
const leavesOut = /^\s*(?:except|excluding|other than|unless)\b/i;

/** Acts that are no more than to have a thing. */
const ofThing = /^(?:permitted|allowed|kept)$/i;

/** "The use of a tent as a dwelling is prohibited" is of tents, and not of all that is done with them. */
const usedAs = /^(?:the\s+|any\s+)?use\s+of\s+(?<subject>.{3,80}?)\s+(?<how>(?:as|for|in|on)\s.*)$/i;

/** Reads a sentence as a ruling; undefined for any other sentence. */
export function readRuling(text: string): Ruling | undefined {
  const plain = text.replace(/\s+/g, " ").replace(opening, "").replace(opening, "").replace(aim, "");
  const { before = "", sentence = plain } = placeBefore.exec(plain)?.groups ?? {};
  const banned = bans.map((form) => form.exec(sentence)?.groups).find((groups) => groups !== undefined);
  const { subject = "", act = "", where = "", aside = "" } = banned ?? permission.exec(sentence)?.groups ?? {};
  if (subject === "" || /\b(?:but|except|unless|following|(?:more|less|fewer|greater) than)\b/i.test(subject))
    return undefined;
  const said = where.replace(furtherRule, "");
  const excepted = exception.exec(said)?.[0] ?? "";
  const told = `${said.slice(0, said.length - excepted.length)} ${before}`.trim();
  // "Barns are not permitted to be rented"
  const done = /^to\s+(?:be\s+)?(\w+)/i.exec(told)?.[1] ?? act.replace(ofThing, "");
  const verdict = banned ? "prohibited" : "permitted";
  const leftOut = leavesOut.test(aside) ? aside : "";
  const read = { verdict, act: done, exception: `${leftOut} ${excepted}`.trim() } as const;
  const used = usedAs.exec(subject)?.groups;
  if (used && act === "")
    return { ...read, subject: used.subject ?? "", act: "used", where: `${used.how} ${told}`.trim() };
  // "A restaurant may not have a drive-through" is of drive-throughs at restaurants.
  const had = /^(?:have|include|contain)$/i.test(done)
    ? /^(?:an?\s+|any\s+)?(?!more\b)(.{3,80}?)(?=\s+in\s|$)/i.exec(told)
    : null;
  return had?.[1] === undefined
    ? { ...read, subject: subject.trim(), where: told }
    : { ...read, subject: had[1], act: "", where: `${subject}${told.slice(had[0].length)}` };
}

const animals =
  "roosters?|cockerels?|peacocks?|peafowl|guinea (?:fowl|hens?)|fowl|poultry|pigs?|swine|hogs?|goats?|sheep|geese|ducks?|turkeys?|cattle|cows?|bulls?|horses?|stallions?|livestock|dogs?|bees";
/** Animals that a sentence bans beside those that it permits: "Up to six hens, but no roosters, may be kept", "Chickens (no roosters)". */
const banAside = new RegExp(`(?:\\bbut|[,(;])\\s*(?:but\\s+)?no\\s+(?<subject>${animals})\\s*(?=[,);.]|$)`, "gi");

/** Reads the bans of animals that a sentence states beside its main clause. */
export function bansAside(text: string): Ruling[] {
  const found = [...text.replace(/\s+/g, " ").matchAll(banAside)];
  return found.map(({ groups: { subject = "" } = {} }): Ruling => {
    return { verdict: "prohibited", subject, act: "", where: "", exception: "" };
  });
}
