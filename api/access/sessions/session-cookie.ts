/** The cookie that carries the secret of a session. */
export interface SessionCookie {
  /** Gives the secret in a request's cookies; null when there is none of the right form, or more than one. */
  read(headers: Headers): string | null;
  write(secret: string): string;
  readonly forget: string;
}

const lifetimeSeconds = 30 * 24 * 60 * 60;

/**
 * Makes the cookie for the address that browsers reach the service under.
 *
 * Over HTTPS its name starts with `__Host-`, which browsers only take with Secure, without a domain and for the whole
 * site, so that no neighbouring host can plant one. Over plain HTTP, on a developer's machine, browsers differ in
 * whether they keep a Secure cookie, so there it has a plain name.
 */
export function makeSessionCookie(baseUrl: string): SessionCookie {
  const isSecure = new URL(baseUrl).protocol === "https:";
  const name = isSecure ? "__Host-session" : "groundwork_session";
  const flags = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return {
    read(headers) {
      const values = (headers.get("cookie") ?? "")
        .split(";")
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1));
      const [secret, second] = values;
      return secret !== undefined && second === undefined && /^[A-Za-z0-9_-]{43}$/.test(secret) ? secret : null;
    },
    write: (secret) => `${name}=${secret}; Max-Age=${lifetimeSeconds}; ${flags}`,
    forget: `${name}=; Max-Age=0; ${flags}`,
  };
}
