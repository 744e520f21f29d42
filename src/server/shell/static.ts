import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isSignedIn, type SessionDependencies } from '#server/auth/session.ts';
import { notFound } from '#server/core/errors.ts';
import {
  type PageCalls,
  type PageManifest,
  pageManifestSchema,
} from '#shared/core/pages/page-manifest.ts';
import { type EncodedHtmlPage, encodeHtmlPage, sendHtml } from './html-page.ts';
import { PagesNotBuilt } from './pages.ts';
import { buildRobotsText } from './robots.ts';

type Options = SessionDependencies & { pages: string };

const otherPages = '*';

function readManifest(pages: string): PageManifest {
  const file = join(pages, 'pages.json');
  if (!existsSync(file))
    throw new PagesNotBuilt(
      `The web pages are not built: ${file} is missing. Run "npm run build".`,
    );
  try {
    return z
      .preprocess((text) => JSON.parse(String(text)), pageManifestSchema)
      .refine(
        (rows) => rows.some(({ path }) => path === otherPages),
        `has no page for the path ${otherPages}`,
      )
      .parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new PagesNotBuilt(
      `Couldn’t serve the web pages: ${file} is not a list of pages: ${reason}`,
    );
  }
}

/**
 * Returns a function that reads and compresses each file only once, even if several URLs use it.
 */
function pageReader({ pages, env }: Options): (file: string) => Promise<EncodedHtmlPage> {
  const prepared = new Map<string, Promise<EncodedHtmlPage>>();
  const words: Record<string, string> = {
    '%ORIGIN%': new URL(env.APP_ORIGIN).origin,
    '%PROVIDER%': env.IDENTITY_PROVIDER,
  };
  const prepare = async (file: string) => {
    const html = await readFile(join(pages, file), 'utf8').catch((error: unknown) => {
      throw new PagesNotBuilt(
        `The web pages are incomplete: ${String(error)}. Run "npm run build".`,
      );
    });
    return encodeHtmlPage(html.replace(/%(ORIGIN|PROVIDER)%/g, (word) => words[word] ?? word));
  };
  return (file) => {
    const page = prepared.get(file) ?? prepare(file);
    prepared.set(file, page);
    return page;
  };
}

/**
 * Serves the web pages, one for each row of the page table. Browsers cache hashed assets forever
 * and icons for a day.
 */
export async function servePages(app: FastifyInstance, options: Options): Promise<void> {
  const { pages } = options;
  const manifest = readManifest(pages);
  const read = pageReader(options);

  await app.register(fastifyStatic, {
    root: join(pages, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
  });
  for (const row of manifest) {
    const page = await read(row.html);
    const signedIn = row.signedInHtml === undefined ? undefined : await read(row.signedInHtml);
    const send = async (request: FastifyRequest, reply: FastifyReply) => {
      if (signedIn === undefined && row.calls === undefined)
        return sendHtml(request, reply.header('cache-control', 'no-cache'), page);
      reply.header('cache-control', 'private, no-cache').header('vary', 'Cookie');
      const isKnown = await isSignedIn(options, request);
      if (isKnown && row.calls !== undefined) reply.header('link', callLinks(row.calls, request));
      return sendHtml(request, reply, isKnown ? (signedIn ?? page) : page);
    };
    const route = { schema: { hide: true }, config: { isIndexed: row.isIndexed } };
    // With this pattern, a path parameter cannot be empty.
    const path = row.path.replace(/:\w+/g, '$&(^[^/]+$)');
    if (row.path === otherPages) serveUnknownAddresses(app, page);
    else for (const url of path === '/' ? ['/'] : [path, `${path}/`]) app.get(url, route, send);
  }
  servePublicFiles(app, pages, manifest);
}

const pageRequest = z.object({
  params: z.record(z.string(), z.string()),
  query: z.record(z.string(), z.unknown()),
});

/**
 * Returns a `Link` header that preloads the first API requests of the page. For a page with an open
 * tab in its URL, the header contains only the requests that all tabs need.
 */
function callLinks({ always, first }: PageCalls, request: FastifyRequest): string {
  const { params, query } = pageRequest.parse(request);
  const link = (call: string) => {
    const address = call.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    );
    return `<${address}>; rel=preload; as=fetch; crossorigin=use-credentials`;
  };
  return ('tab' in query ? always : [...always, ...first]).map(link).join(', ');
}

/**
 * Serves the not-found page for unknown URLs. Unknown URLs of the API, of the sign-in and of assets
 * get a plain-text error.
 */
function serveUnknownAddresses(app: FastifyInstance, page: EncodedHtmlPage): void {
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (/^\/(api|auth|assets)(\/|\?|$)/.test(request.url)) throw notFound('This address');
    return sendHtml(request, reply.code(404).header('cache-control', 'no-cache'), page);
  });
}

function servePublicFiles(app: FastifyInstance, pages: string, manifest: PageManifest): void {
  const names = readdirSync(pages).filter((name) =>
    /^[\w-]+\.(svg|png|ico|webmanifest)$/.test(name),
  );
  const route = { schema: { hide: true }, config: { isIndexed: true } };
  const sendFor = (name: string) => (_: FastifyRequest, reply: FastifyReply) =>
    reply.sendFile(name, pages, { maxAge: '1d', immutable: false });
  for (const name of names) app.get(`/${name}`, route, sendFor(name));
  // Old clients request /favicon.ico even if the page declares another icon.
  const oldIcon = ['icon-192.png', 'icon.svg'].find((name) => names.includes(name));
  if (!names.includes('favicon.ico') && oldIcon !== undefined)
    app.get('/favicon.ico', route, sendFor(oldIcon));

  const robots = buildRobotsText(manifest, names);
  app.get('/robots.txt', route, (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(robots),
  );
}
