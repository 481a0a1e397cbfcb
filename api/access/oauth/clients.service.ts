import { type Database, newId } from "../../../migrations/index.ts";
import { isRecord } from "../../http/closed-schema.ts";
import { type ClientDocuments, isClientAddress } from "./client-documents.ts";
import { cleanClientName } from "./client-name.ts";
import * as repository from "./clients.repository.ts";
import { OAuthRefused } from "./oauth-refused.ts";
import { readRedirectUris } from "./redirect-uri.ts";

const longestId = 100;

/** Clients of the authorization server: public ones, which register themselves or are known by their address. */
export interface OAuthClients {
  /**
   * Registers a client from what it says of itself and gives what it is told in return. Members that mean nothing here
   * are ignored, as the standard asks; nothing that a registration names is ever fetched.
   *
   * @throws OAuthRefused invalid_redirect_uri, invalid_client_metadata
   * @see RFC 7591
   */
  register(metadata: unknown): Promise<object>;
  /**
   * Finds a client by its id. One whose id is an address is read there, and what it says of itself now is kept.
   *
   * @throws OAuthRefused invalid_client when its document cannot be used
   */
  find(clientId: string): Promise<repository.ClientRow | undefined>;
}

/** Makes the service of clients. */
export function makeOAuthClients(db: Database, documents: ClientDocuments): OAuthClients {
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
    async find(clientId) {
      if (!isClientAddress(clientId)) return repository.findClient(db, clientId.slice(0, longestId));
      return repository.keepClient(db, { id: clientId, ...(await documents.read(clientId)) });
    },
  };
}
