import { createHash } from 'node:crypto';
import * as oidc from 'openid-client';
import { z } from 'zod';
import { textSchema } from '#shared/core/endpoint.ts';
import { errorMessage } from '#shared/core/error-message.ts';
import { hasOrganizationClaim } from '../identity-issuer.ts';
import { AnswerTooLong, readBoundedAnswer } from './bounded-answer.ts';
import {
  type Identity,
  type IdentityProvider,
  IdentityRejected,
  IdentityUnavailable,
} from './identity.ts';

interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /**
   * Redirect URI as registered with the provider. It is never derived from a request, because a
   * proxy could change it.
   */
  redirectUri: string;
  /** Timeout of a call to the provider, in seconds. */
  timeoutSeconds?: number;
  /** Origin by which this server reaches the provider, when it differs from the issuer's origin. */
  reachedAt?: string;
}

const claimsSchema = z.object({
  iss: z.string().min(1),
  sub: textSchema.min(1).max(255),
  email: textSchema.min(3).max(254),
  email_verified: z.boolean().default(false),
  name: textSchema.min(1).max(200).optional(),
  picture: textSchema
    .max(2_000)
    .pipe(z.url({ protocol: /^https$/ }))
    .nullable()
    .catch(null)
    .default(null),
  hd: z.string().optional(),
});

const scope = 'openid email profile';
const discoveryAttempts = 3;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Maximum size of a provider's answer in bytes. Metadata, keys, tokens and claims are a few
 * kilobytes each.
 */
const mostAnswerBytes = 1024 * 1024;

/**
 * Returns a fetch function. The deadline in `options.signal` covers the whole answer, of which at
 * most `mostAnswerBytes` bytes are read.
 */
const boundedFetch =
  (origin: string | undefined): oidc.CustomFetch =>
  async (address, options) => {
    const { pathname, search } = new URL(address);
    const { body, ...rest } = options;
    const target = origin === undefined ? address : new URL(pathname + search, origin);
    const answer = await fetch(target, body === undefined ? rest : { ...rest, body });
    const { status, statusText, headers } = answer;
    const bytes = await readBoundedAnswer(answer, mostAnswerBytes, options.signal);
    return new Response(answer.body === null ? null : bytes, { status, statusText, headers });
  };

/**
 * Creates the sign-in through an OpenID Connect provider: authorization code flow with PKCE, state
 * and nonce.
 */
export function createOidcProvider(settings: OidcSettings): IdentityProvider {
  const { issuer, clientId, clientSecret, redirectUri, timeoutSeconds = 5, reachedAt } = settings;
  let configured: Promise<oidc.Configuration> | undefined;
  let isDown = false;

  async function discover(): Promise<oidc.Configuration> {
    const givenUpAt = performance.now() + timeoutSeconds * 1_000;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await oidc.discovery(
          new URL(issuer),
          clientId,
          clientSecret,
          authenticateWith(clientSecret),
          {
            timeout: timeoutSeconds,
            [oidc.customFetch]: boundedFetch(reachedAt),
            // The signature of an ID token is verified, although the token came over a direct
            // connection.
            execute: [
              oidc.enableNonRepudiationChecks,
              ...(issuer.startsWith('http://') ? [oidc.allowInsecureRequests] : []),
            ],
          },
        );
      } catch (error) {
        if (attempt === discoveryAttempts || performance.now() > givenUpAt)
          throw unavailable(error);
        await pause(100 * attempt);
      }
    }
  }

  /**
   * Discovers the provider at the first call, so that the server can start while the provider is
   * down. After a failure, the next call repeats the discovery.
   */
  function configuration(): Promise<oidc.Configuration> {
    configured ??= discover().then(
      (found) => {
        isDown = false;
        return found;
      },
      (error: unknown) => {
        isDown = true;
        configured = undefined;
        throw error;
      },
    );
    return configured;
  }

  return {
    isDown: () => isDown,

    async probe() {
      configured = undefined;
      await configuration();
    },

    async begin() {
      const config = await configuration();
      const [state, nonce, codeVerifier] = [
        oidc.randomState(),
        oidc.randomNonce(),
        oidc.randomPKCECodeVerifier(),
      ];
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, state, nonce, codeVerifier };
    },

    async finish(query, { state, nonce, codeVerifier }) {
      const config = await configuration();
      const url = new URL(redirectUri);
      url.search = query;
      try {
        const tokens = await oidc.authorizationCodeGrant(config, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined || tokens.id_token === undefined)
          throw new IdentityRejected('the answer has no ID token');
        requireOwnToken(claims, clientId);
        requireAccessTokenOf(claims, tokens.id_token, tokens.access_token);
        // A provider may omit the email address from the token and return it only from the userinfo
        // endpoint.
        const needed =
          claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
        const more = needed
          ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
          : {};
        return toIdentity({ ...more, ...claims });
      } catch (error) {
        throw isOutage(error) ? unavailable(error) : rejected(error);
      }
    },

    async signOutUrl() {
      const config = await configuration();
      if (config.serverMetadata().end_session_endpoint === undefined) return null;
      return oidc.buildEndSessionUrl(config, {
        post_logout_redirect_uri: new URL('/', redirectUri).href,
      }).href;
    },
  };
}

/**
 * Sends the client secret in the body if the provider accepts that, otherwise in a header. Special
 * characters in the header are escaped, and some providers do not unescape them.
 */
function authenticateWith(clientSecret: string): oidc.ClientAuth {
  const [inBody, inHeader] = [
    oidc.ClientSecretPost(clientSecret),
    oidc.ClientSecretBasic(clientSecret),
  ];
  return (server, ...request) => {
    const takesBody =
      server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true;
    (takesBody ? inBody : inHeader)(server, ...request);
  };
}

/**
 * Throws when an ID token was issued to another client. The OpenID library checks `azp` only for a
 * token with several audiences.
 */
function requireOwnToken({ azp }: oidc.IDToken, clientId: string): void {
  if (azp !== undefined && azp !== clientId)
    throw new IdentityRejected('azp: the ID token was issued to another client');
}

/**
 * Throws when the `at_hash` of an ID token belongs to another access token. The claim is optional,
 * and the OpenID library does not check it.
 */
function requireAccessTokenOf(
  { at_hash: atHash }: oidc.IDToken,
  idToken: string,
  accessToken: string,
): void {
  if (atHash !== undefined && atHash !== accessTokenHash(idToken, accessToken))
    throw new IdentityRejected('at_hash: the ID token belongs to another access token');
}

const headerSchema = z.object({ alg: z.string() });

/**
 * Returns the left half of the access token's hash. The hash function is that of the ID token's
 * signature (OpenID Connect Core 3.1.3.6).
 */
function accessTokenHash(idToken: string, accessToken: string): string {
  const { alg } = headerSchema.parse(
    JSON.parse(Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString()),
  );
  // EdDSA with the curve Ed25519 uses SHA-512.
  const bits = /^(?:Ed25519|EdDSA)$/.test(alg) ? '512' : alg.slice(-3);
  const hash = createHash(`sha${bits}`).update(accessToken).digest();
  return hash.subarray(0, hash.length / 2).toString('base64url');
}

function toIdentity(claims: unknown): Identity {
  const parsed = claimsSchema.safeParse(claims);
  if (!parsed.success) throw new IdentityRejected(`claims: ${z.prettifyError(parsed.error)}`);
  const { iss, sub, email, email_verified: emailVerified, name, picture, hd } = parsed.data;
  return {
    issuer: iss,
    subject: sub,
    email,
    emailVerified,
    hostedDomain: hasOrganizationClaim(iss) ? (hd ?? null) : null,
    name: name ?? email,
    picture,
  };
}

/**
 * Returns `true` for a temporary failure: no connection, an exceeded deadline, a too large answer,
 * or a status of 500 and above.
 */
function isOutage(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500;
  if (!(error instanceof Error)) return false;
  if (error instanceof AnswerTooLong) return true;
  if (error instanceof TypeError && error.message === 'fetch failed') return true;
  if (
    error instanceof oidc.ClientError &&
    (error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_ABORT')
  )
    return true;
  return error.cause instanceof Response
    ? error.cause.status >= 500
    : error.cause !== undefined && isOutage(error.cause);
}

const unavailable = (error: unknown) =>
  new IdentityUnavailable(errorMessage(error), { cause: error });
const rejected = (error: unknown) =>
  error instanceof IdentityRejected
    ? error
    : new IdentityRejected(errorMessage(error), { cause: error });
