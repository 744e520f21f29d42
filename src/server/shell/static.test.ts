import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { productionSettings } from '#test/production.ts';
import { createTemporaryFolder } from '#test/temporary-folder.ts';

const landing = {
  path: '/',
  html: 'pages/landing.html',
  signedInHtml: 'pages/landing.signed-in.html',
  isIndexed: true,
};
const rows = [
  landing,
  { ...landing, path: '/insights', isIndexed: false },
  { path: '/app', html: 'pages/app.html', isIndexed: false },
  { path: '/institution/:id/overview', html: 'pages/app.html', isIndexed: false },
  {
    path: '/institution/:id/parts',
    html: 'pages/app.html',
    isIndexed: false,
    calls: { always: ['/api/auth/user'], first: ['/api/health/:id?weeks=1'] },
  },
  { path: '/products/scheduling', html: 'pages/product.html', isIndexed: true },
  { path: '*', html: 'pages/not-found.html', isIndexed: false },
];
const files: Record<string, string> = {
  'pages/landing.html':
    '<p>Landing <a href="/auth/%PROVIDER%">in</a> <link href="%ORIGIN%/"> %OTHER% $& — Größe</p>',
  'pages/landing.signed-in.html': '<p>Open the app</p>',
  'pages/app.html': '<p>App</p>',
  'pages/product.html': '<p>Product</p>',
  'pages/not-found.html': '<p>Not found</p>',
  'assets/main-abc.js': 'export {};',
  'assets/main-abc.js.br': 'stands for the compressed one',
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'icon-192.png': 'png',
  'site.webmanifest': '{}',
  'index.html': 'the bundler’s own',
  '.built-from': 'hash',
};

const folder = createTemporaryFolder();

function build(name: string, manifest: unknown): string {
  const pages = join(folder.path, name);
  mkdirSync(join(pages, 'assets'), { recursive: true });
  mkdirSync(join(pages, 'pages'));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(pages, file), text);
  if (manifest !== undefined)
    writeFileSync(
      join(pages, 'pages.json'),
      typeof manifest === 'string' ? manifest : JSON.stringify(manifest),
    );
  return pages;
}

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp({
    pages: build('good', rows),
    env: { ...productionSettings, APP_ORIGIN: 'https://desk.example', IDENTITY_PROVIDER: 'okta' },
  });
});
afterAll(async () => {
  await testApp.close();
  folder.remove();
});

const get = (url: string, headers: Record<string, string> = {}) =>
  testApp.app.inject({ url, headers });

describe('a page', () => {
  test.each(['/app', '/app/', '/app?tab=1', '/institution/4/overview', '/institution/4/overview/'])(
    'is served at %s',
    async (url) => {
      const answer = await get(url);
      expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
        200,
        'text/html; charset=utf-8',
        '<p>App</p>',
      ]);
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-cache',
        vary: 'Accept-Encoding',
        'x-robots-tag': 'noindex',
      });
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    },
  );

  test('contains the origin and the provider’s name, with all other characters unchanged', async () => {
    const { body } = await get('/');
    expect(body).toBe(
      '<p>Landing <a href="/auth/okta">in</a> <link href="https://desk.example/"> %OTHER% $& — Größe</p>',
    );
  });

  test('is compressed in an encoding that the browser accepts', async () => {
    const plain = await get('/');
    for (const [accepts, encoding, unpack] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['GZIP', 'gzip', gunzipSync],
      ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
      ['*', 'br', brotliDecompressSync],
    ] as const) {
      const answer = await get('/', { 'accept-encoding': accepts });
      expect([accepts, answer.headers['content-encoding']]).toEqual([accepts, encoding]);
      expect(unpack(answer.rawPayload).toString()).toBe(plain.body);
      expect(answer.headers.etag).not.toBe(plain.headers.etag);
    }
    for (const accepts of ['', 'identity', 'zstd', 'br;q=0, *;q=0', ', ;;q=,,']) {
      const answer = await get('/', { 'accept-encoding': accepts });
      expect([accepts, answer.headers['content-encoding'], answer.body]).toEqual([
        accepts,
        undefined,
        plain.body,
      ]);
    }
  });

  test('is not sent again when the browser has it', async () => {
    const first = await get('/app', { 'accept-encoding': 'br' });
    const etag = String(first.headers.etag);
    for (const tags of [etag, `"other", W/${etag}`, '*']) {
      const again = await get('/app', { 'accept-encoding': 'br', 'if-none-match': tags });
      expect([tags, again.statusCode, again.body]).toEqual([tags, 304, '']);
      expect(again.headers).toMatchObject({
        etag,
        'cache-control': 'no-cache',
        vary: 'Accept-Encoding',
      });
      expect(again.headers['content-encoding']).toBeUndefined();
    }
    // An ETag of another encoding does not match.
    expect(
      (await get('/app', { 'accept-encoding': 'gzip', 'if-none-match': etag })).statusCode,
    ).toBe(200);
    expect(
      (await get('/app', { 'accept-encoding': 'br', 'if-none-match': `${etag}x` })).statusCode,
    ).toBe(200);
  });

  test.each(['/', '/app', '/nowhere', '/icon.svg', '/robots.txt', '/assets/main-abc.js'])(
    'answers HEAD at %s without a body',
    async (url) => {
      const full = await get(url);
      const head = await testApp.app.inject({ method: 'HEAD', url });
      expect([head.statusCode, head.body]).toEqual([full.statusCode, '']);
      for (const name of [
        'content-length',
        'content-type',
        'etag',
        'cache-control',
        'vary',
        'x-robots-tag',
      ])
        expect([name, head.headers[name]]).toEqual([name, full.headers[name]]);
    },
  );
});

describe('the calls of a page', () => {
  const preload = (address: string) =>
    `<${address}>; rel=preload; as=fetch; crossorigin=use-credentials`;
  const linkOf = async (url: string, cookie?: string) =>
    (await get(url, cookie === undefined ? {} : { cookie })).headers.link;

  test('are preloaded for a signed-in user with the address’s parameters', async () => {
    const cookie = await testApp.signIn('member');
    const all = [preload('/api/auth/user'), preload('/api/health/4?weeks=1')].join(', ');
    expect(await linkOf('/institution/4/parts', cookie)).toBe(all);
    expect(await linkOf('/institution/4%22%3E/parts', cookie)).toContain(
      preload('/api/health/4%22%3E?weeks=1'),
    );
    expect(await linkOf('/institution/4/parts?tab=usage', cookie)).toBe(preload('/api/auth/user'));
  });

  test('are not preloaded for visitors, and caches keep the two responses apart', async () => {
    const stranger = await get('/institution/4/parts');
    expect(stranger.headers.link).toBeUndefined();
    expect(stranger.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'Cookie, Accept-Encoding',
    });
    expect(await linkOf('/app', await testApp.signIn('member'))).toBeUndefined();
  });
});

describe('the landing', () => {
  const cacheable = { 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Encoding' };

  test('offers the app only to signed-in users', async () => {
    const cookie = await testApp.signIn('member');
    for (const url of ['/', '/insights', '/insights/']) {
      const stranger = await get(url);
      expect(stranger.body).toContain('Landing');
      expect(stranger.headers).toMatchObject(cacheable);
      const person = await get(url, { cookie });
      expect(person.body).toBe('<p>Open the app</p>');
      expect(person.headers).toMatchObject(cacheable);
      expect(person.headers.etag).not.toBe(stranger.headers.etag);
    }
  });

  test('ignores forged and expired cookies', async () => {
    const cookie = await testApp.signIn('member');
    const name = cookie.split('=')[0];
    for (const held of [
      `${name}=${'A'.repeat(43)}`,
      `${name}=x`,
      `${name}='; --`,
      `sid=${cookie.split('=')[1]}`,
    ])
      expect((await get('/', { cookie: held })).body).toContain('Landing');
    testApp.setClock(new Date('2026-11-20T18:00:00Z'));
    expect((await get('/', { cookie })).body).toContain('Landing');
    testApp.setClock(new Date('2026-11-18T18:00:00Z'));
  });

  test('is the only page that search engines may index', async () => {
    const tagOf = async (url: string) => (await get(url)).headers['x-robots-tag'];
    for (const url of ['/', '/products/scheduling', '/icon.svg', '/robots.txt'])
      expect([url, await tagOf(url)]).toEqual([url, undefined]);
    for (const url of [
      '/insights',
      '/app',
      '/nowhere',
      '/api/core/settings',
      '/api/auth/user',
      '/api/x',
      '/auth/x',
      '/healthz',
    ])
      expect([url, await tagOf(url)]).toEqual([url, 'noindex']);
  });
});

describe('an unknown address', () => {
  test.each([
    '/nowhere',
    '/app/else',
    '/.git/config',
    '/apiary',
    '/index.html',
    '/pages.json',
    '/pages/landing.html',
    '/.built-from',
    '/..%2fpackage.json',
    `/${'x'.repeat(300)}`,
    '/APP',
    '/institution//overview',
  ])('shows the not-found page with the status 404: %s', async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.body]).toEqual([404, '<p>Not found</p>']);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
    });
    expect((await get(url, { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(404);
  });

  test.each(['/auth', '/auth/nothing', '/auth?x', '/assets/gone.js', '/assets/..%2fpages.json'])(
    'is a line of text where only programs ask: %s',
    async (url) => {
      const answer = await get(url);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        404,
        'text/plain; charset=utf-8',
      ]);
      expect(answer.headers['cache-control'] ?? '').not.toContain('immutable');
    },
  );

  test('under /api is a plain 404 for signed-in users', async () => {
    const answer = await testApp.inject({ url: '/api/nothing' });
    expect([answer.statusCode, answer.body]).toEqual([404, 'This address was not found.']);
  });

  test('serves no page for other methods', async () => {
    const answer = await testApp.inject({ method: 'POST', url: '/app' });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  });
});

describe('files', () => {
  test('with a hash in their name are cached forever and precompressed', async () => {
    const answer = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip, br' });
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    });
    expect(answer.headers['content-type']).toContain('javascript');
    expect(String(answer.headers.vary).toLowerCase()).toContain('accept-encoding');
    expect(answer.body).toBe('stands for the compressed one');
    expect((await get('/assets/main-abc.js')).body).toBe('export {};');
  });

  test.each([
    ['/icon.svg', 'image/svg+xml'],
    ['/icon-192.png', 'image/png'],
    ['/site.webmanifest', 'application/manifest+json'],
    ['/favicon.ico', 'image/png'],
  ])('%s is cached for a day', async (url, type) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers['content-type']?.toString().split(';')[0]]).toEqual([
      200,
      type,
    ]);
    expect(answer.headers['cache-control']).toBe('public, max-age=86400');
    expect((await get(url, { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304);
  });

  test('robots.txt allows the indexed pages and the files they need', async () => {
    const answer = await get('/robots.txt');
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.body.split('\n')).toEqual([
      'User-agent: *',
      'Allow: /$',
      'Allow: /?',
      'Allow: /products/scheduling$',
      'Allow: /products/scheduling?',
      'Allow: /assets/',
      'Allow: /icon-192.png',
      'Allow: /icon.svg',
      'Allow: /site.webmanifest',
      'Disallow: /',
      '',
    ]);
  });
});

describe('an invalid bundle stops the start with one reason', () => {
  test.each([
    ['no list', undefined, 'pages.json is missing'],
    ['not JSON', '{', 'pages.json is not a list of pages'],
    ['another list', [{ path: '/' }], 'pages.json is not a list of pages'],
    ['no page for other addresses', [landing], 'has no page for the path *'],
    [
      'a file that is gone',
      [...rows, { path: '/x', html: 'pages/gone.html', isIndexed: false }],
      'incomplete',
    ],
  ])('%s', async (name, manifest, reason) => {
    await expect(
      buildApp(testApp.dependencies, build(name.replaceAll(' ', '-'), manifest)),
    ).rejects.toThrow(reason);
  });
});
