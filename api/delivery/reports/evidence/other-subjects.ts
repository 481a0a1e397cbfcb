const districtsNamed =
  /\b[Ii]n the ([A-Z][A-Z0-9-]{0,6}(?:(?:,|,? and|,? or) [A-Z][A-Z0-9-]{0,6})*) (?:zoning )?districts?\b/g;

/** Whether a sentence is about districts that it names by their codes, none of them a district of the site. */
export function isOfOtherDistricts(text: string, zoningCodes: readonly string[]): boolean {
  const named = Array.from(text.matchAll(districtsNamed), ([, codes = ""]) => codes.split(/,? and |,? or |, ?/)).flat();
  return zoningCodes.length > 0 && named.length > 0 && !named.some((code) => zoningCodes.includes(code));
}

/** The names of the districts of a site. */
interface SiteDistricts {
  readonly parcels: readonly { readonly zoning: { readonly description: string | null } }[];
}

/** Kinds of districts, as their names and headings word them; laws count industry among business. */
const kinds: readonly RegExp[] = [
  /\b(?:business|commercial|retail|industrial|manufacturing)\b/i,
  /\bresiden(?:tial|ce)\b/i,
  /\b(?:agricultural|rural|farm)\b/i,
];
const multifamily = /\bmulti-?(?:ple[ -])?family\b/i;

/** Whether the last heading is about districts of certain kinds, and the name of every district of the site has another kind. */
export function isOfOtherKinds(headingPath: readonly string[], { parcels }: SiteDistricts): boolean {
  const heading = headingPath.at(-1) ?? "";
  const own = kinds.filter((kind) => kind.test(heading));
  if (own.length === 0 || !/\bdistricts\b/i.test(heading)) return false;
  return parcels.every(({ zoning: { description } }) => {
    const name = description ?? "";
    const isOfSame = own.some((kind) => kind.test(name)) || (multifamily.test(heading) && multifamily.test(name));
    return kinds.some((kind) => kind.test(name)) && !isOfSame;
  });
}

const dwellingsNamed =
  /\b(?:to|for|of|serv\w+) (?:an? |the )?((?:(?:one|single|two|three|multi)-?family(?:,? (?:and|or) |, )?)+) (?:dwellings?|houses?|homes?|residences?)\b/gi;

/** A sentence whose subject is a kind of dwelling: "A multifamily building shall be no more than". */
const dwellingFirst =
  /^(?:\W*\(?\w{1,3}[).]\s+)?(?:an?|any|all|each|every|no) (?:(?:one|single|two|three|multi)-?family) (?:dwellings?|buildings?|houses?|homes?|residences?)\b/i;

/** Whether a sentence is about dwellings that it names by their families, none of them the stated use. */
export function isOfOtherDwellings(text: string, use: { readonly words: string } | null): boolean {
  const plain = (words: string) => words.toLowerCase().replaceAll("-", "");
  const own = plain(use?.words.split(" ")[0] ?? "");
  if (own === "") return false;
  const named = Array.from(text.matchAll(dwellingsNamed), ([, names = ""]) => plain(names));
  const isNamedElsewhere = named.length > 0 && !named.some((names) => names.includes(own));
  return isNamedElsewhere || (dwellingFirst.test(text) && !plain(text).includes(own));
}
