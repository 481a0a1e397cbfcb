import { allScopes } from "../../http/scopes.ts";

/** Where the parts of the authorization server and the connector are reached, made from the configured base address. */
export interface OAuthAddresses {
  readonly issuer: string;
  /** The one resource that tokens are minted for: the connector. */
  readonly resource: string;
  readonly resourceMetadata: string;
}

/** Makes the addresses from the base address; nothing a request says goes into them. */
export function oauthAddresses(baseUrl: string): OAuthAddresses {
  return {
    issuer: baseUrl,
    resource: `${baseUrl}/mcp`,
    resourceMetadata: `${baseUrl}/.well-known/oauth-protected-resource/mcp`,
  };
}

/** The document that names the authorization server of the connector. Source: RFC 9728. */
export function protectedResourceMetadata(addresses: OAuthAddresses): object {
  return {
    resource: addresses.resource,
    authorization_servers: [addresses.issuer],
    scopes_supported: allScopes,
    bearer_methods_supported: ["header"],
    resource_name: "Groundwork",
  };
}

/** Describes the authorization server. Source: RFC 8414, RFC 9207, OAuth Client ID Metadata Document. */
export function authorizationServerMetadata({ issuer }: OAuthAddresses): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    scopes_supported: allScopes,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}

/** Tells whether a `resource` parameter names the connector; one slash at the end is forgiven. */
export function isConnector(resource: string, addresses: OAuthAddresses): boolean {
  return resource === addresses.resource || resource === `${addresses.resource}/`;
}
