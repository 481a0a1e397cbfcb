import { argon2, randomBytes, timingSafeEqual } from "node:crypto";

/** Too many people sign in at once; nothing was tried. */
export class PasswordQueueFull extends Error {
  readonly code = "access.busy";
}

/**
 * Least cost that the OWASP cheat sheet on password storage gives for argon2id.
 *
 * Units   kibibytes, passes, lanes
 */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const hashBytes = 32;
const saltBytes = 16;
const mostRunning = 2;
const mostWaiting = 64;
const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Hashes a password for storage.
 *
 * Shape   `$argon2id$v=19$m=…,t=…,p=…$salt$hash`, the usual text form
 * @throws PasswordQueueFull
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(password, salt, cost, hashBytes);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

/**
 * Tells whether a password is the stored one. Without a stored hash it does the same work and says no, so that an
 * unknown person cannot be told from a wrong password by the time it takes.
 *
 * @throws PasswordQueueFull
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const parts = stored === null ? null : form.exec(stored);
  if (!parts) {
    await derive(password, Buffer.alloc(saltBytes), cost, hashBytes);
    return false;
  }
  const [, memory, passes, parallelism, salt = "", hash = ""] = parts;
  const expected = Buffer.from(hash, "base64");
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const given = await derive(password, Buffer.from(salt, "base64"), parameters, expected.length);
  return timingSafeEqual(given, expected);
}

/** Takes a place among the few hashes computed at once: each needs memory, and a crowd must not exhaust it. */
async function derive(
  password: string,
  salt: Buffer,
  parameters: { memory: number; passes: number; parallelism: number },
  tagLength: number,
): Promise<Buffer> {
  if (running >= mostRunning) {
    if (waiting.length >= mostWaiting) throw new PasswordQueueFull("too many sign-ins at once");
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      // The same letters typed on two keyboards can come as different code points.
      const message = Buffer.from(password.normalize("NFKC"));
      argon2("argon2id", { message, nonce: salt, tagLength, ...parameters }, (error, key) => {
        if (error) reject(error);
        else resolve(key);
      });
    });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

const unpadded = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
