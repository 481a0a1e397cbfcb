import { generateKeyPairSync, sign } from "node:crypto";
import { isIPv4 } from "node:net";

/** A certificate that vouches for itself, with its key; both in PEM. */
export interface SelfSigned {
  readonly cert: string;
  readonly key: string;
}

const day = 86_400_000;
const oids = {
  commonName: "550403",
  subjectAltName: "551d11",
  basicConstraints: "551d13",
  ecdsaSha256: "2a8648ce3d040302",
};

/**
 * Makes a certificate for DNS names and IPv4 addresses, valid from yesterday for so many days.
 *
 * @see RFC 5280, section 4.1; RFC 5758, section 3.2
 */
export function makeSelfSigned(names: readonly string[], options: { readonly days?: number } = {}): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const algorithm = sequence(oid(oids.ecdsaSha256));
  const name = sequence(der(0x31, sequence(oid(oids.commonName), der(0x0c, Buffer.from(names[0] ?? "nobody")))));
  const start = Date.now() - day;
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    algorithm,
    name,
    sequence(time(start), time(start + (options.days ?? 30) * day)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(
      0xa3,
      sequence(
        extension(oids.basicConstraints, sequence(der(0x01, Buffer.of(0xff)))),
        extension(oids.subjectAltName, sequence(...names.map(alternativeName))),
      ),
    ),
  );
  const signature = sign("sha256", body, privateKey);
  const whole = sequence(body, algorithm, der(0x03, Buffer.of(0), signature));
  const text = whole.toString("base64").replace(/.{64}/g, "$&\n");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

const alternativeName = (name: string) =>
  isIPv4(name) ? der(0x87, Buffer.from(name.split(".").map(Number))) : der(0x82, Buffer.from(name));

const extension = (id: string, value: Buffer) => sequence(oid(id), der(0x04, value));

const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));

const time = (at: number) => der(0x18, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]|\..*/g, "")}Z`));

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);

/** Writes a value with its tag and length. Source: X.690, section 8.1. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const size = value.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.of(tag, ...length), value]);
}
