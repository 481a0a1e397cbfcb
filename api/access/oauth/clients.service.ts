import { type Database, newId } from "../../../migrations/index.ts";
import { isRecord } from "../../http/closed-schema.ts";
import { cleanClientName } from "./client-name.ts";
import * as repository from "./clients.repository.ts";
import { OAuthRefused } from "./oauth-refused.ts";
import { faultOfRedirectUri } from "./redirect-uri.ts";

const mostRedirectUris = 10;

/** Clients of the authorization server: public ones, which register themselves. */
export interface OAuthClients {
  /**
   * Registers a client from what it says of itself and gives what it is told in return. Members that mean nothing here
   * are ignored, as the standard asks; nothing a client names is ever fetched.
   *
   * Throws  OAuthRefused invalid_redirect_uri, invalid_client_metadata
   * Source  RFC 7591
   */
  register(metadata: unknown): Promise<object>;
  find(clientId: string): Promise<repository.ClientRow | undefined>;
}

/** Makes the service of clients. */
export function makeOAuthClients(db: Database): OAuthClients {
  return {
    async register(metadata) {
      if (!isRecord(metadata)) throw new OAuthRefused("invalid_client_metadata", "The metadata must be a JSON object.");
      const redirectUris = readRedirectUris(metadata.redirect_uris);
      const client = await repository.insertClient(db, {
        id: newId("oauthClient"),
        name: cleanClientName(metadata.client_name),
        redirectUris,
      });
      return {
        client_id: client.id,
        client_id_issued_at: Math.floor(client.created_at.getTime() / 1000),
        client_name: client.name,
        redirect_uris: client.redirect_uris,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
        ...(metadata.application_type === "native" || metadata.application_type === "web"
          ? { application_type: metadata.application_type }
          : {}),
      };
    },
    find: (clientId) => repository.findClient(db, clientId),
  };
}

function readRedirectUris(given: unknown): string[] {
  const isList = Array.isArray(given) && given.length >= 1 && given.length <= mostRedirectUris;
  if (!isList) {
    throw new OAuthRefused("invalid_redirect_uri", `redirect_uris must list 1 to ${mostRedirectUris} addresses.`);
  }
  return given.map((uri: unknown, index) => {
    const fault = typeof uri === "string" ? faultOfRedirectUri(uri) : "is not a text";
    if (typeof uri !== "string" || fault !== undefined) {
      throw new OAuthRefused("invalid_redirect_uri", `redirect_uris[${index}] ${fault}.`);
    }
    return uri;
  });
}
