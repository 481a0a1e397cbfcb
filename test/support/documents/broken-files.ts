import { createHash } from "node:crypto";

const padding = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");
const md5 = (...parts: readonly Buffer[]) => createHash("md5").update(Buffer.concat(parts)).digest();

/** RC4 with a 40-bit key, which current OpenSSL builds no longer offer as a cipher. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, at) => at);
  for (let at = 0, mixed = 0; at < 256; at += 1) {
    const own = state[at] ?? 0;
    mixed = (mixed + own + (key[at % key.length] ?? 0)) % 256;
    state[at] = state[mixed] ?? 0;
    state[mixed] = own;
  }
  let left = 0;
  let right = 0;
  return Buffer.from(
    [...data].map((byte) => {
      left = (left + 1) % 256;
      const own = state[left] ?? 0;
      right = (right + own) % 256;
      state[left] = state[right] ?? 0;
      state[right] = own;
      return byte ^ (state[((state[left] ?? 0) + own) % 256] ?? 0);
    }),
  );
}

/** A PDF that opens only with the password "secret" (standard security handler, revision 2). */
export function encryptedPdf(): Uint8Array {
  const secret = Buffer.concat([Buffer.from("secret"), padding]).subarray(0, 32);
  const id = Buffer.from("00112233445566778899aabbccddeeff", "hex");
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff]);
  const owner = rc4(md5(secret).subarray(0, 5), secret);
  const key = md5(secret, owner, permissions, id).subarray(0, 5);
  const user = rc4(key, padding);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>",
    `<< /Filter /Standard /V 1 /R 2 /O <${owner.toString("hex")}> /U <${user.toString("hex")}> /P -4 >>`,
  ];
  return pdfOf(objects, `/Encrypt 4 0 R /ID [<${id.toString("hex")}> <${id.toString("hex")}>]`);
}

/**
 * Returns a PDF whose second page draws a form that draws a form … ten times at each of twelve depths: no reader ends it.
 * The first and third page have a sentence each, unless `hasText` is false.
 */
export function endlessPdf({ hasText = true } = {}): Uint8Array {
  const depths = 12;
  const page = (contents: number, resources: string) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents ${contents} 0 R /Resources << ${resources} /Font << /F 3 0 R >> >> >>`;
  const stream = (body: string, more = "") => `<< /Length ${body.length} ${more} >>\nstream\n${body}\nendstream`;
  const words = (text: string) => stream(`BT /F 12 Tf 20 200 Td (${text}) Tj ET`);
  const form = (depth: number) => {
    const next = depth < depths ? `/XObject << /X ${10 + depth + 1} 0 R >>` : "";
    const body = depth < depths ? "/X Do ".repeat(10) : "0 0 m";
    return stream(body, `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << ${next} >>`);
  };
  return pdfOf(
    [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [4 0 R 5 0 R 6 0 R] /Count 3 >>",
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      page(7, ""),
      page(8, "/XObject << /X 11 0 R >>"),
      page(9, ""),
      words(hasText ? "The first page can be read." : ""),
      stream("/X Do"),
      words(hasText ? "The third page can be read." : ""),
      "<< >>",
      ...Array.from({ length: depths }, (_, at) => form(at + 1)),
    ],
    "",
  );
}

function pdfOf(objects: readonly string[], trailer: string): Uint8Array {
  let file = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const start = file.length;
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(file, "latin1"));
}
