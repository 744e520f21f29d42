import type { FastifyInstance, InjectOptions } from 'fastify';

interface StoredCookie {
  host: string;
  path: string;
  name: string;
  value: string;
}

type Answer = Response & { readonly from: URL };

/**
 * Server behind an origin: the origin of a running server, or an app that is called without a
 * network.
 */
type Served = string | FastifyInstance;

let machines = 0;

/**
 * Minimal browser. Keeps cookies by host and path, but not by port, and sends the origin with its
 * requests. `addresses` maps an origin to its server.
 */
export class TestBrowser {
  #addresses: Record<string, Served>;
  /** Network address of this browser, which no other browser has. */
  readonly #remoteAddress: string;
  #cookies: StoredCookie[] = [];

  constructor(addresses: Record<string, Served> = {}) {
    this.#addresses = addresses;
    machines += 1;
    this.#remoteAddress = `10.1.${machines >> 8}.${machines & 255}`;
  }

  /** Replaces the servers. The cookies remain. */
  servedBy(addresses: Record<string, Served>): void {
    this.#addresses = addresses;
  }

  cookie(name: string): string | undefined {
    return this.#cookies.find((stored) => stored.name === name)?.value;
  }

  setCookie(host: string, name: string, value: string): void {
    this.#keep({ host, path: '/', name, value });
  }

  /** Sends one request without following redirects. */
  async request(address: string | URL, options: RequestInit = {}): Promise<Answer> {
    const url = new URL(address);
    const cookies = this.#cookies.filter(
      ({ host, path }) => host === url.hostname && url.pathname.startsWith(path),
    );
    const headers = new Headers(options.headers);
    if (cookies.length > 0)
      headers.set('cookie', cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
    const served = this.#addresses[url.origin] ?? url.origin;
    const response =
      typeof served === 'string'
        ? await fetch(new URL(url.pathname + url.search, served), {
            ...options,
            headers,
            redirect: 'manual',
          })
        : await this.#inject(served, url, options.method ?? 'GET', headers);
    for (const line of response.headers.getSetCookie()) this.#take(line, url);
    return Object.assign(response, { from: url });
  }

  /**
   * Sends a request and follows redirects to the last page. Stops before it would request `stopAt`.
   */
  async visit(address: string | URL, options: RequestInit = {}, stopAt?: string): Promise<Answer> {
    let answer = await this.request(address, options);
    for (let hops = 0; hops < 10; hops += 1) {
      const location = answer.headers.get('location');
      if (location === null) return answer;
      const next = new URL(location, answer.from);
      if (stopAt !== undefined && next.href.startsWith(stopAt))
        return Object.assign(answer, { from: next });
      answer = await this.request(next);
    }
    throw new Error(`too many redirects from ${String(address)}`);
  }

  async #inject(
    app: FastifyInstance,
    url: URL,
    method: string,
    headers: Headers,
  ): Promise<Response> {
    const { host, pathname, search } = url;
    const request = {
      method,
      url: pathname + search,
      headers: { ...Object.fromEntries(headers), host },
      remoteAddress: this.#remoteAddress,
    };
    const answer = await app.inject(request as InjectOptions);
    const lines = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, String(each)]),
    );
    return new Response(answer.body === '' ? null : answer.body, {
      status: answer.statusCode,
      headers: lines,
    });
  }

  #take(line: string, url: URL): void {
    const [pair = '', ...attributes] = line.split(/; */);
    const at = pair.indexOf('=');
    const attribute = (name: string) =>
      attributes.find((text) => text.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
    const gone =
      attribute('max-age') === '0' ||
      new Date(attribute('expires') ?? '9999-01-01').getTime() <= Date.now();
    const cookie = {
      host: url.hostname,
      path: attribute('path') ?? '/',
      name: pair.slice(0, at),
      value: pair.slice(at + 1),
    };
    this.#forget(cookie);
    if (!gone) this.#keep(cookie);
  }

  #keep(cookie: StoredCookie): void {
    this.#forget(cookie);
    this.#cookies.push(cookie);
  }

  #forget({ host, path, name }: StoredCookie): void {
    this.#cookies = this.#cookies.filter(
      (stored) => stored.host !== host || stored.path !== path || stored.name !== name,
    );
  }
}

/**
 * Selects a user on the page of the demo's identity provider. Returns the URL to which the provider
 * redirects.
 */
export async function chooseDemoUser(
  browser: TestBrowser,
  startUrl: string,
  subject: string,
  redirectUri: string,
): Promise<URL> {
  const page = await browser.visit(startUrl);
  const form = { method: 'POST', body: new URLSearchParams({ account: subject }) };
  return (await browser.visit(page.from, form, redirectUri)).from;
}
