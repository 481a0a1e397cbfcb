import type { Config } from "./config.ts";

/** Lists what must never be written anywhere: keys, tokens, and the passwords in addresses. */
export function secretsOf(config: Config): string[] {
  const passwords = [config.databaseUrl, config.redisUrl].flatMap((address) => {
    const password = address === null ? "" : (URL.parse(address)?.password ?? "");
    return [password, decodedOrSame(password)];
  });
  return [
    config.openai?.apiKey,
    config.cohere?.apiKey,
    config.unstructured?.apiKey,
    config.s3?.secretAccessKey,
    config.opsToken,
    ...Object.values(config.providers.endpoints).map((endpoint) => endpoint?.token),
    ...passwords,
  ].flatMap((secret) => secret || []);
}

function decodedOrSame(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
