import { describe, expect, it } from "vitest";
import { hashPassword, isPassword, PasswordQueueFull } from "../../../../api/access/sessions/password-hash.ts";

describe("a stored password", () => {
  it("is argon2id with its parameters and a salt of its own, and tells the right one from any other", async () => {
    const [first, second] = [await hashPassword("correct horse battery"), await hashPassword("correct horse battery")];
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(second).not.toBe(first);
    expect(await isPassword("correct horse battery", first)).toBe(true);
    for (const wrong of ["correct horse batterY", "correct horse battery ", "", first]) {
      expect(await isPassword(wrong, first)).toBe(false);
    }
  });

  it("is the same however the keyboard composes its letters", async () => {
    expect(await isPassword("Zu\u0308rich im Fru\u0308hling", await hashPassword("Z\u00fcrich im Fr\u00fchling"))).toBe(
      true,
    );
  });

  it("is checked with the parameters written beside it", async () => {
    const weaker = (await hashPassword("a password of old")).replace("t=2", "t=1");
    expect(await isPassword("a password of old", weaker)).toBe(false);
  });

  it("that is missing or unreadable matches nothing", async () => {
    expect(await isPassword("anything at all", null)).toBe(false);
    expect(await isPassword("anything at all", "plain text")).toBe(false);
  });
});

describe("a crowd of sign-ins", () => {
  it("waits in a short line, and whoever does not fit is told so at once", async () => {
    const tries = Array.from({ length: 80 }, () => isPassword("guess", null).then(String, (error: unknown) => error));
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((outcome) => outcome === "false")).toHaveLength(66);
    expect(outcomes.filter((outcome) => outcome instanceof PasswordQueueFull)).toHaveLength(14);
    expect(await isPassword("the next one", null)).toBe(false);
  });
});
