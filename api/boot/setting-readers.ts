import { readAddressBlock } from "../http/trusted-proxies.ts";

/** Reads settings by name; what cannot be used becomes a fault that names its setting, and reads as if it were not set. */
export interface SettingReaders {
  /** Trimmed; null where the setting is missing or empty. */
  text(name: string): string | null;
  oneOf<Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice): Choice;
  /** Without a final slash. */
  url(name: string, protocols: readonly string[]): string | null;
  whole(name: string, range: { readonly least: number; readonly most: number; readonly fallback: number }): number;
  /** An origin and nothing more: paths begin right after it, so links would not lead where the routes are. */
  origin(name: string): string | null;
  /** Origins, parted by commas. */
  origins(name: string): readonly string[];
  /** Addresses and blocks of addresses, parted by commas. */
  blocks(name: string): readonly string[];
  /** A host and a port. */
  address(name: string): { readonly host: string; readonly port: number } | null;
}

/** Makes the readers over an environment; they add to `faults`, each in words for an operator. */
export function makeSettingReaders(
  environment: Readonly<Record<string, string | undefined>>,
  faults: string[],
): SettingReaders {
  const text = (name: string) => environment[name]?.trim() || null;
  return {
    text,
    oneOf<Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice) {
      const value = text(name);
      if (value === null) return fallback;
      const choice = choices.find((candidate) => candidate === value);
      if (choice === undefined) faults.push(`${name} is "${value}"; it takes ${choices.join(", ")}`);
      return choice ?? fallback;
    },
    url(name, protocols) {
      const value = text(name);
      if (value === null) return null;
      const parsed = URL.parse(value);
      if (parsed && protocols.includes(parsed.protocol)) return value.replace(/\/+$/, "");
      faults.push(`${name} is not a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`);
      return null;
    },
    whole(name, { least, most, fallback }) {
      const value = text(name);
      if (value === null) return fallback;
      const number = Number(value);
      if (/^\d+$/.test(value) && number >= least && number <= most) return number;
      faults.push(`${name} is "${value}"; it takes a whole number from ${least} to ${most}`);
      return fallback;
    },
    origin(name) {
      const value = text(name);
      if (value === null) return null;
      const origin = originOf(value);
      if (origin !== undefined) return origin;
      faults.push(`${name} is not an origin without path, query or fragment, such as https://land.example.com`);
      return null;
    },
    origins: (name) =>
      listed(text(name)).flatMap((value) => {
        const origin = originOf(value);
        if (origin !== undefined) return [origin];
        faults.push(`${name} holds something that is not an origin, such as http://localhost:4000`);
        return [];
      }),
    blocks(name) {
      const given = listed(text(name));
      for (const block of given.filter((value) => readAddressBlock(value) === undefined)) {
        faults.push(`${name} holds "${block}"; it takes addresses and blocks, such as 10.0.0.0/8`);
      }
      return given;
    },
    address(name) {
      const value = text(name);
      if (value === null) return null;
      const [, host = "", digits = ""] = /^(\[[0-9a-f:]+\]|[\w.-]+):(\d{1,5})$/i.exec(value) ?? [];
      const port = Number(digits);
      if (host !== "" && port >= 1 && port <= 65_535) return { host: host.replace(/^\[|\]$/g, ""), port };
      faults.push(`${name} is "${value}"; it takes an address and a port, such as 127.0.0.1:9464`);
      return null;
    },
  };
}

/** The parts of a value that commas part, without empty ones. */
export function listed(value: string | null): string[] {
  return (value ?? "").split(",").flatMap((part) => part.trim() || []);
}

/** Gives the origin that an address is nothing more than; undefined when it is more, or no web address. */
function originOf(value: string): string | undefined {
  const url = URL.parse(value);
  const isWeb = url?.protocol === "http:" || url?.protocol === "https:";
  return url && isWeb && url.href === `${url.origin}/` ? url.origin : undefined;
}
