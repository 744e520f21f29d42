import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Env } from '../env/env.ts';

/**
 * Returns the content security policy. It allows scripts and workers only from this site, and
 * inline styles because Mantine needs them. A configured map style adds its host for tiles, glyphs
 * and sprites.
 */
function contentSecurityPolicy(env: Pick<Env, 'MAP_STYLE_URL'>): Record<string, string[]> {
  const tiles = env.MAP_STYLE_URL === undefined ? [] : [new URL(env.MAP_STYLE_URL).origin];
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'worker-src': ["'self'"],
    'connect-src': ["'self'", ...tiles],
    'img-src': ["'self'", 'data:', 'blob:', ...tiles],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
}

type Headers = Record<string, string>;

/**
 * Returns the security headers of pages and of API responses. Helmet runs only once at the start,
 * because it would take most of a request's time. API responses need fewer headers: their only
 * purpose is to keep browsers from rendering a response as a page.
 */
export function buildSecurityHeaders(env: Pick<Env, 'MAP_STYLE_URL'>): {
  page: Headers;
  data: Headers;
} {
  const page = {
    ...helmetHeaders(env),
    'permissions-policy': 'geolocation=(self), camera=(), microphone=()',
  };
  const dataHeaderNames = [
    'strict-transport-security',
    'x-content-type-options',
    'cross-origin-resource-policy',
  ];
  const data = Object.fromEntries(
    Object.entries(page).filter(([name]) => dataHeaderNames.includes(name)),
  );
  return {
    page,
    data: { 'content-security-policy': "default-src 'none';frame-ancestors 'none'", ...data },
  };
}

function helmetHeaders(env: Pick<Env, 'MAP_STYLE_URL'>): Headers {
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(env) },
    strictTransportSecurity: { maxAge: 63_072_000, includeSubDomains: true },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    // Current browsers do not read these headers.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setHeaders(request, response, (error) => {
    if (error !== undefined) throw error;
  });
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}
