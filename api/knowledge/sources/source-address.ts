/** Names of parameters that carry a permission rather than say which page is meant. */
const secretParameter =
  /(?:^|[-_.])(?:token|key|apikey|secret|sig|signature|auth|authorization|password|passwd|pwd|credential|session|sid|jwt|code|ticket|policy)(?:$|[-_.])|^(?:x-amz-|x-goog-)|token$|(?:access|private|secret)key$|^s[eprvt]$/i;

/** The address as it may be shown and cited: without the parameters that open what is closed to others. */
export function shownAddress(address: string): string {
  const url = new URL(address);
  const secret = [...url.searchParams.keys()].filter((name) => secretParameter.test(name));
  if (secret.length === 0) return address;
  for (const name of secret) url.searchParams.delete(name);
  return url.href;
}

/** Tells whether what an address gives may be kept for others: nothing in it could be a permission. */
export function isOpenAddress(url: URL): boolean {
  return url.search === "" && url.username === "" && url.password === "";
}

/** The name that a file would have when it is saved from an address; never empty. */
export function filenameOf(address: string): string {
  const url = new URL(address);
  const last = url.pathname.split("/").findLast((part) => part !== "") ?? "";
  const plain = unescaped(last)
    .replaceAll(/[\p{Cc}\p{Cf}/\\]/gu, "")
    .trim();
  return /^\.*$/.test(plain) ? url.hostname : plain.slice(0, 255);
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text).toWellFormed();
  } catch {
    return text;
  }
}
