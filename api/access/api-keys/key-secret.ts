import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const prefix = "gw_live_";
const form = /^gw_live_([A-Za-z0-9_-]{43})_([0-9A-Za-z]{6})$/;
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * Makes the secret of a new key: 256 random bits, and a checksum by which garbage and scanner finds are told apart.
 *
 * Shape   `gw_live_`, 43 characters of base64url, `_`, 6 characters of base62 (CRC-32 of all before)
 */
export function makeKeySecret(): string {
  const body = `${prefix}${randomBytes(32).toString("base64url")}`;
  return `${body}_${checksum(body)}`;
}

/** Tells whether a text has the form of a key and its checksum is right; says nothing of its existence. */
export function isWellFormedKey(secret: string): boolean {
  const given = form.exec(secret)?.[2];
  return given !== undefined && given === checksum(secret.slice(0, -7));
}

/** The form a secret is stored and looked up in; plain SHA-256 is enough for 256 random bits. */
export function secretHash(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}

/** The end of a secret, by which its owner recognises it in a list. */
export function secretHint(secret: string): string {
  return secret.slice(-4);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let written = "";
  for (let place = 0; place < 6; place++) {
    written = `${digits[rest % 62]}${written}`;
    rest = Math.floor(rest / 62);
  }
  return written;
}
