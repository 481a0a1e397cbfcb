/** Error codes of RFC 6749, 7591 and 8707 that the authorization server answers with. */
export type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_target"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "unauthorized_client"
  | "access_denied"
  | "invalid_redirect_uri"
  | "invalid_client_metadata";

/** A refusal that a client reads in the shape of its standard; the description is safe to show. */
export class OAuthRefused extends Error {
  readonly code: OAuthErrorCode;
  readonly status: number;
  constructor(code: OAuthErrorCode, description: string, status = 400) {
    super(description);
    this.name = "OAuthRefused";
    this.code = code;
    this.status = status;
  }
}
