import {
  createHash,
  createHmac,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { errorMessage } from '#shared/core/error-message.ts';

type Claims = Record<string, unknown>;

/** Faults of the stub that a test sets; without any, the stub behaves correctly. */
export interface Faults {
  /** Changes the claims of the ID token. */
  claims?: (claims: Claims) => Claims;
  signature?:
    | 'foreign key'
    | 'none'
    | 'missing'
    | 'shared secret'
    | 'public key as secret'
    | 'tampered';
  discovery?: (metadata: Claims) => Claims;
  token?: 'hang' | 'broken' | 'no id token' | 'not json';
  /** Changes the parameters of the redirect. */
  redirect?: (parameters: URLSearchParams) => void;
  userinfo?: Claims;
  /** Path whose response never ends. */
  endless?: { path: string; pace: 'flood' | 'drip' };
}

export interface IdentityStub {
  issuer: string;
  clientId: string;
  clientSecret: string;
  faults: Faults;
  /** Returns the number of discovery requests so far. */
  discoveries(): number;
  /** Returns the number of bytes written in responses without an end. */
  endlessBytes(): number;
  /** Refuses connections until `up` is called. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

interface Code {
  nonce: string;
  challenge: string;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/**
 * Starts a strict OpenID provider. It accepts only valid requests of the protocol. Tests can make
 * it send invalid responses.
 */
export async function startIdentityStub(redirectUri: string): Promise<IdentityStub> {
  const [own, foreign] = [newKey(), newKey()];
  const [clientId, clientSecret] = ['stub-client', 'stub secret: with/odd+characters'];
  const codes = new Map<string, Code>();
  let discoveries = 0;
  let endlessBytes = 0;
  let faults: Faults = {};

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      json(response, 400, {
        error: 'invalid_request',
        error_description: errorMessage(error),
      });
    });
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stopListening = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://localhost:${port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname === faults.endless?.path) {
      await answerEndlessly(response, faults.endless.pace);
    } else if (url.pathname === '/.well-known/openid-configuration') {
      discoveries += 1;
      json(response, 200, (faults.discovery ?? ((metadata) => metadata))(metadataOf(issuer)));
    } else if (url.pathname === '/jwks') {
      json(response, 200, {
        keys: [
          { ...own.publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'stub' },
        ],
      });
    } else if (url.pathname === '/authorize') authorize(url.searchParams, response);
    else if (
      url.pathname === '/userinfo' &&
      request.headers.authorization === 'Bearer stub-access'
    ) {
      json(response, 200, { sub: 'stub-person', ...faults.userinfo });
    } else if (url.pathname === '/token' && request.method === 'POST') {
      if (faults.token === 'hang') return;
      if (faults.token === 'broken') json(response, 503, { error: 'temporarily_unavailable' });
      else if (faults.token === 'not json')
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>');
      else grant(new URLSearchParams(await text(request)), request.headers.authorization, response);
    } else json(response, 404, {});
  }

  /** Writes until the client disconnects, at most 300 MB. */
  async function answerEndlessly(response: ServerResponse, pace: 'flood' | 'drip'): Promise<void> {
    const [chunk, pause] = pace === 'flood' ? [' '.repeat(65_536), 0] : [' ', 20];
    response.writeHead(200, { 'content-type': 'application/json' });
    const started = endlessBytes;
    while (!response.destroyed && endlessBytes - started < 300_000_000) {
      endlessBytes += chunk.length;
      const isTaken = response.write(chunk);
      if (!isTaken) await Promise.race([once(response, 'drain'), once(response, 'close')]);
      await setTimeout(pause);
    }
    response.end();
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    demand(query.get('client_id') === clientId, 'client_id');
    demand(query.get('redirect_uri') === redirectUri, 'redirect_uri');
    demand(query.get('response_type') === 'code', 'response_type');
    demand(query.get('scope') === 'openid email profile', 'scope');
    demand(query.get('code_challenge_method') === 'S256', 'code_challenge_method');
    const [state, nonce, challenge] = ['state', 'nonce', 'code_challenge'].map(
      (name) => query.get(name) ?? '',
    );
    demand(
      !!state && state.length >= 22 && !!nonce && nonce.length >= 22 && challenge?.length === 43,
      'state, nonce or code_challenge',
    );
    const code = randomUUID();
    codes.set(code, { nonce: nonce ?? '', challenge: challenge ?? '' });
    const parameters = new URLSearchParams({ code, state: state ?? '', iss: issuer });
    faults.redirect?.(parameters);
    response.writeHead(303, { location: `${redirectUri}?${parameters}` }).end();
  }

  function grant(
    form: URLSearchParams,
    authorization: string | undefined,
    response: ServerResponse,
  ): void {
    const given = Buffer.from(authorization?.replace(/^Basic /, '') ?? '', 'base64')
      .toString()
      .split(':');
    const decoded = given.map((part) => new URLSearchParams(`part=${part}`).get('part'));
    demand(
      decoded.length === 2 && decoded[0] === clientId && decoded[1] === clientSecret,
      'client authentication',
    );
    demand(form.get('grant_type') === 'authorization_code', 'grant_type');
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (
      code === undefined ||
      form.get('redirect_uri') !== redirectUri ||
      challenge !== code.challenge
    ) {
      json(response, 400, { error: 'invalid_grant' });
      return;
    }
    const now = Math.floor(Date.now() / 1_000);
    const person = {
      sub: 'stub-person',
      email: 'ana@corp.test',
      email_verified: true,
      name: 'Ana Stub',
    };
    const claims = {
      iss: issuer,
      aud: clientId,
      iat: now,
      exp: now + 300,
      nonce: code.nonce,
      ...person,
    };
    json(response, 200, {
      access_token: 'stub-access',
      token_type: 'Bearer',
      expires_in: 60,
      ...(faults.token === 'no id token'
        ? {}
        : { id_token: seal((faults.claims ?? ((same) => same))(claims)) }),
    });
  }

  function seal(claims: Claims): string {
    const hmac = (key: string | KeyObject) => (data: string) =>
      createHmac(
        'sha256',
        typeof key === 'string' ? key : key.export({ type: 'spki', format: 'pem' }),
      )
        .update(data)
        .digest('base64url');
    const rsa = (key: KeyObject) => (data: string) =>
      sign('sha256', Buffer.from(data), key).toString('base64url');
    const ways: Record<
      NonNullable<Faults['signature']> | 'right',
      [string, (data: string) => string]
    > = {
      right: ['RS256', rsa(own.privateKey)],
      'foreign key': ['RS256', rsa(foreign.privateKey)],
      none: ['none', () => ''],
      missing: ['RS256', () => ''],
      'shared secret': ['HS256', hmac(clientSecret)],
      'public key as secret': ['HS256', hmac(own.publicKey)],
      tampered: ['RS256', rsa(own.privateKey)],
    };
    const [alg, seal] = ways[faults.signature ?? 'right'];
    const body = `${encode({ alg, kid: 'stub', typ: 'JWT' })}.${encode(claims)}`;
    const signature = seal(body);
    return faults.signature === 'tampered'
      ? `${body.split('.')[0]}.${encode({ ...claims, email: 'boss@corp.test' })}.${signature}`
      : `${body}.${signature}`;
  }

  return {
    issuer,
    clientId,
    clientSecret,
    get faults() {
      return faults;
    },
    set faults(next) {
      faults = next;
    },
    discoveries: () => discoveries,
    endlessBytes: () => endlessBytes,
    down: stopListening,
    up: () => listen(port),
    close: () => (server.listening ? stopListening() : Promise.resolve()),
  };
}

const metadataOf = (issuer: string): Claims => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  end_session_endpoint: `${issuer}/sign-out`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  // A provider that offers weak algorithms must not weaken Chairside's checks.
  id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
  authorization_response_iss_parameter_supported: true,
});

function demand(met: boolean, what: string): void {
  if (!met) throw new Error(`wrong ${what}`);
}

function json(response: ServerResponse, status: number, body: Claims): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
