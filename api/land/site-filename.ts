/** Returns the name of a site in the form in which file names begin with it: at most 80 ASCII letters, digits and hyphens. */
export const siteFilename = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 80) || "site";
