import type { Database } from "../../../migrations/index.ts";
import { allScopes } from "../../http/scopes.ts";
import { assertCaps, type Caps } from "../caps.ts";
import type { Session } from "../sessions/sessions.service.ts";
import type { OAuthClients } from "./clients.service.ts";
import { isConnector, type OAuthAddresses } from "./metadata.ts";
import { type OAuthErrorCode, OAuthRefused } from "./oauth-refused.ts";
import { single } from "./read-form.ts";
import { isRegisteredUri, redirectUriWith } from "./redirect-uri.ts";
import * as repository from "./requests.repository.ts";
import { makeOAuthSecret, oauthSecretHash } from "./secrets.ts";

/** An authorization request whose client and redirect URI are known to be right. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly state: string | null;
}

/** What a request to authorize comes to before anybody is asked. */
export type ReadRequest =
  | { readonly kind: "valid"; readonly request: AuthorizationRequest }
  /** Client or redirect URI are wrong: the person sees why, and nothing is sent anywhere. */
  | { readonly kind: "untrusted"; readonly message: string }
  /** Something else is wrong; `location` is the registered redirect URI with the error for the client. */
  | { readonly kind: "refused"; readonly clientName: string; readonly message: string; readonly location: string };

/** Who approves, and for which organization. */
export type Approver = Pick<Session, "sessionId" | "userId" | "organizationId">;

/** Requests of clients to act for a person: checked, parked, and decided by that person. */
export interface Authorizations {
  /** Reads the parameters of a request in the order in which they may be trusted. */
  read(parameters: URLSearchParams): Promise<ReadRequest>;
  /** Parks a request for a session and gives the secret by which the session's form names it. */
  park(request: AuthorizationRequest, session: Pick<Session, "sessionId">): Promise<string>;
  /** Finds a request that the session may still decide. */
  find(secret: string, session: Pick<Session, "sessionId">): Promise<repository.RequestRow | undefined>;
  /**
   * Approves a parked request for the organization named, in which the caller has made sure that the person works, and
   * gives the address to send the browser to; undefined when it was decided already.
   *
   * @throws AccessRefused access.invalid for caps that cannot be; the request then waits on
   */
  approve(secret: string, session: Approver, caps: Caps): Promise<string | undefined>;
  /** Denies a parked request and gives the address to send the browser to. */
  deny(secret: string, session: Pick<Session, "sessionId">): Promise<string | undefined>;
}

/** What authorizations need from the rest. */
export interface AuthorizationsDeps {
  readonly db: Database;
  readonly clients: Pick<OAuthClients, "find">;
  readonly addresses: OAuthAddresses;
}

const longestState = 2_048;

/** Makes the service of authorization requests. */
export function makeAuthorizations({ db, clients, addresses }: AuthorizationsDeps): Authorizations {
  const keyOf = (secret: string, { sessionId }: Pick<Session, "sessionId">) => ({
    hash: oauthSecretHash(secret),
    sessionId,
  });
  const answer = (request: repository.RequestRow, parameters: Readonly<Record<string, string>>) =>
    redirectUriWith(request.redirect_uri, {
      ...parameters,
      state: request.state ?? undefined,
      iss: addresses.issuer,
    });

  return {
    async read(parameters) {
      const [clientId, second] = parameters.getAll("client_id");
      const [redirectUri, secondUri] = parameters.getAll("redirect_uri");
      if (clientId === undefined || second !== undefined)
        return untrusted("It does not say once which app it is from.");
      const client = await findClient(clients, clientId);
      if ("message" in client) return untrusted(client.message);
      if (redirectUri === undefined || secondUri !== undefined) {
        return untrusted("It does not say once where the answer should go.");
      }
      if (!isRegisteredUri(redirectUri, client.redirect_uris)) {
        return untrusted("It asks for the answer to be sent to an address that the app has not registered.");
      }
      const states = parameters.getAll("state");
      const state = states.length === 1 && (states[0] ?? "").length <= longestState ? states[0] : undefined;
      try {
        const codeChallenge = readChallenge(single(parameters), addresses);
        const request = { clientId, clientName: client.name, redirectUri, codeChallenge, state: state ?? null };
        return { kind: "valid", request };
      } catch (error) {
        if (!(error instanceof OAuthRefused)) throw error;
        const told = { error: error.code, error_description: error.message, state, iss: addresses.issuer };
        const location = redirectUriWith(redirectUri, told);
        return { kind: "refused", clientName: client.name, message: error.message, location };
      }
    },
    async park(request, session) {
      const secret = makeOAuthSecret("request");
      const { clientId, redirectUri, codeChallenge, state } = request;
      const { resource } = addresses;
      const row = { ...keyOf(secret, session), clientId, redirectUri, codeChallenge, resource, state };
      await repository.insertRequest(db, row);
      return secret;
    },
    find: (secret, session) => repository.findRequest(db, keyOf(secret, session)),
    async approve(secret, session, caps) {
      assertCaps(caps);
      const code = makeOAuthSecret("code");
      const request = await db.transaction(async (transaction) => {
        const found = await repository.findRequest(transaction, keyOf(secret, session));
        if (!found || !(await repository.takeRequest(transaction, keyOf(secret, session)))) return undefined;
        await repository.insertCode(transaction, {
          hash: oauthSecretHash(code),
          request: found,
          orgId: session.organizationId,
          userId: session.userId,
          scopes: allScopes,
          ...caps,
        });
        return found;
      });
      return request && answer(request, { code });
    },
    async deny(secret, session) {
      const request = await repository.findRequest(db, keyOf(secret, session));
      if (!request || !(await repository.takeRequest(db, keyOf(secret, session)))) return undefined;
      return answer(request, { error: "access_denied" satisfies OAuthErrorCode });
    },
  };
}

/** Finds the client of a request, or gives what to tell the person when there is none. */
async function findClient(clients: AuthorizationsDeps["clients"], clientId: string) {
  try {
    const unknown = "The app that sent you is not registered here. Connect it again from the start.";
    return (await clients.find(clientId)) ?? { message: unknown };
  } catch (error) {
    if (error instanceof OAuthRefused) return { message: error.message };
    throw error;
  }
}

/** Reads everything else that a request must say, and gives its challenge. */
function readChallenge(parameters: ReadonlyMap<string, string>, addresses: OAuthAddresses): string {
  const refuse = (code: OAuthErrorCode, description: string) => new OAuthRefused(code, description);
  const responseType = parameters.get("response_type");
  if (responseType === undefined) throw refuse("invalid_request", "response_type is missing.");
  if (responseType !== "code") throw refuse("unsupported_response_type", "response_type must be code.");
  if (parameters.get("code_challenge_method") !== "S256") {
    throw refuse("invalid_request", "code_challenge_method must be S256.");
  }
  const challenge = parameters.get("code_challenge") ?? "";
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) {
    throw refuse("invalid_request", "code_challenge must be 43 characters of base64url.");
  }
  if ((parameters.get("state") ?? "").length > longestState) {
    throw refuse("invalid_request", `state is longer than ${longestState} characters.`);
  }
  const resource = parameters.get("resource");
  if (resource !== undefined && !isConnector(resource, addresses)) {
    throw refuse("invalid_target", "resource must be the address of the connector.");
  }
  return challenge;
}

const untrusted = (message: string): ReadRequest => ({ kind: "untrusted", message });
