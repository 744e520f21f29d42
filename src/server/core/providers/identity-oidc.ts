import * as oidc from 'openid-client';
import { z } from 'zod';
import { textSchema } from '#shared/core/endpoint.ts';
import { type Identity, type IdentityProvider, IdentityRejected, IdentityUnavailable } from './identity.ts';

interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** As registered with the provider; never derived from a request, because a proxy would change it. */
  redirectUri: string;
  /** For one call to the provider. */
  timeoutSeconds?: number;
  /** The origin at which this server reaches the provider, where that is not the issuer's. */
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

const google = 'https://accounts.google.com';
const scope = 'openid email profile';
const discoveryAttempts = 3;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const fetchAt =
  (origin: string): oidc.CustomFetch =>
  (address, options) => {
    const { pathname, search } = new URL(address);
    const { body, ...rest } = options;
    return fetch(new URL(pathname + search, origin), body === undefined ? rest : { ...rest, body });
  };

/** Sign-in through any OpenID Connect provider: authorization code with PKCE, state and nonce. */
export function oidcIdentity(settings: OidcSettings): IdentityProvider {
  const { issuer, clientId, clientSecret, redirectUri, timeoutSeconds = 5, reachedAt } = settings;
  let discovered: Promise<oidc.Configuration> | undefined;
  let isDown = false;

  async function discover(): Promise<oidc.Configuration> {
    const givenUpAt = performance.now() + timeoutSeconds * 1_000;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await oidc.discovery(new URL(issuer), clientId, clientSecret, authenticateWith(clientSecret), {
          timeout: timeoutSeconds,
          ...(reachedAt === undefined ? {} : { [oidc.customFetch]: fetchAt(reachedAt) }),
          // The signature of an ID token is checked even though it came over our own connection.
          execute: [oidc.enableNonRepudiationChecks, ...(issuer.startsWith('http://') ? [oidc.allowInsecureRequests] : [])],
        });
      } catch (error) {
        if (attempt === discoveryAttempts || performance.now() > givenUpAt) throw unavailable(error);
        await pause(100 * attempt);
      }
    }
  }

  /** Found when first needed, so that the server starts while the provider is down; asked again after a failure. */
  function configuration(): Promise<oidc.Configuration> {
    discovered ??= discover().then(
      (found) => {
        isDown = false;
        return found;
      },
      (error: unknown) => {
        isDown = true;
        discovered = undefined;
        throw error;
      },
    );
    return discovered;
  }

  return {
    isDown: () => isDown,

    async probe() {
      discovered = undefined;
      await configuration();
    },

    async begin() {
      const config = await configuration();
      const [state, nonce, codeVerifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
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
        if (claims === undefined) throw new IdentityRejected('the answer has no ID token');
        // Providers may keep the address out of the token and give it at the userinfo endpoint only.
        const needed = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
        const more = needed ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
        return toIdentity({ ...more, ...claims });
      } catch (error) {
        throw isOutage(error) ? unavailable(error) : rejected(error);
      }
    },

    async signOutUrl() {
      const config = await configuration();
      if (config.serverMetadata().end_session_endpoint === undefined) return null;
      return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: new URL('/', redirectUri).href }).href;
    },
  };
}

/** In the body where the provider takes it: not every provider undoes the escaping that a header needs. */
function authenticateWith(clientSecret: string): oidc.ClientAuth {
  const [inBody, inHeader] = [oidc.ClientSecretPost(clientSecret), oidc.ClientSecretBasic(clientSecret)];
  return (server, ...request) => {
    const takesBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true;
    (takesBody ? inBody : inHeader)(server, ...request);
  };
}

function toIdentity(claims: unknown): Identity {
  const parsed = claimsSchema.safeParse(claims);
  if (!parsed.success) throw new IdentityRejected(`claims: ${z.prettifyError(parsed.error)}`);
  const { iss, sub, email, email_verified: emailVerified, name, picture, hd } = parsed.data;
  // Only Google gives `hd` the meaning that its holder cannot choose it.
  return {
    issuer: iss,
    subject: sub,
    email,
    emailVerified,
    hostedDomain: iss === google ? (hd ?? null) : null,
    name: name ?? email,
    picture,
  };
}

/** What a later attempt may cure: no connection, a deadline, or a status of 500 and above. */
function isOutage(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500;
  if (!(error instanceof Error)) return false;
  if (error instanceof TypeError && error.message === 'fetch failed') return true;
  if (error instanceof oidc.ClientError && (error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_ABORT')) return true;
  return error.cause instanceof Response ? error.cause.status >= 500 : error.cause !== undefined && isOutage(error.cause);
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
const unavailable = (error: unknown) => new IdentityUnavailable(reasonOf(error), { cause: error });
const rejected = (error: unknown) => (error instanceof IdentityRejected ? error : new IdentityRejected(reasonOf(error), { cause: error }));
