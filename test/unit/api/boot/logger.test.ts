import { describe, expect, it } from "vitest";
import { readConfig } from "../../../../api/boot/config.ts";
import { secretsOf } from "../../../../api/boot/config-secrets.ts";
import { makeLogger } from "../../../../api/boot/logger.ts";

function logged(members: object, message: string, secrets: readonly string[] = []): string {
  const lines: string[] = [];
  makeLogger("info", { secrets, destination: { write: (line) => void lines.push(line) } }).info(members, message);
  return lines.join("");
}

describe("the log", () => {
  it("leaves out what the settings call secret, also where a provider repeats it and JSON writes it differently", () => {
    const secrets = ['key-with-"quotes"-and-\\', "plain-key-of-a-provider"];
    const line = logged({ error: `refused: ${secrets[0]}` }, `Bearer ${secrets[1]}`, secrets);
    expect(JSON.parse(line)).toMatchObject({ error: "refused: [secret]", msg: "Bearer [secret]" });
  });

  it("leaves out our own keys, grants and links wherever they turn up", () => {
    const token = "aB3_".repeat(11).slice(0, 43);
    const told = [
      `gw_live_${token}_0a1B2c`,
      `gw_rt_${token}`,
      `PUT /v1/uploads/content/${token}`,
      `/account/link/${token}`,
    ];
    expect(logged({}, told.join(" "))).not.toContain(token);
  });

  it("does not take a short or empty setting for a secret, or it would eat ordinary words", () => {
    const line = logged({ route: "/v1/wallet" }, "none of it", ["", "none", "wallet"]);
    expect(JSON.parse(line)).toMatchObject({ route: "/v1/wallet", msg: "none of it" });
  });

  it("knows the secrets of the settings, passwords in addresses included", () => {
    const config = readConfig(
      {
        DATABASE_URL: "postgres://me:a%40database%20password@db/groundwork",
        REDIS_URL: "redis://:a-redis-password@cache",
        OPENAI_API_KEY: "an-openai-key",
        COHERE_API_KEY: "a-cohere-key",
        UNSTRUCTURED_API_KEY: "an-unstructured-key",
        OPS_TOKEN: "an-operators-token",
      },
      "/srv/groundwork",
    );
    expect(secretsOf(config)).toEqual(
      expect.arrayContaining([
        "a@database password",
        "a%40database%20password",
        "a-redis-password",
        "an-openai-key",
        "a-cohere-key",
        "an-unstructured-key",
        "an-operators-token",
      ]),
    );
  });
});
