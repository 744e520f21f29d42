import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Clock } from '#server/core/clock/clock.ts';
import { createRecentAnswerCache } from '#server/core/recent.ts';

export interface EncodedResponse {
  status: 200 | 304;
  headers: Record<string, string>;
  body?: Buffer;
}

type Encoding = 'br' | 'gzip' | 'identity';

export interface CachedList<Answer> {
  answer: Answer;
  /**
   * Id of the list in this process. Lists built from this list use `id` in their cache version,
   * because reading `etag` would encode the list.
   */
  readonly id: number;
  /** Hash of the content, which is computed when it is first read. */
  readonly etag: string;
  /** Returns the response in an encoding. The body is encoded when it is first needed. */
  encode: (encoding: Encoding) => EncodedResponse | Promise<EncodedResponse>;
  /** Compresses the body with the best level of Brotli, if it is large enough to be worth it. */
  recompress: () => Promise<void>;
  readonly unchanged: EncodedResponse;
}

const checkEveryMilliseconds = 1000;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * Compression levels of Brotli. With `fast`, a large list takes less than a tenth of a second. With
 * `best`, it takes seconds, and the result is about 20% smaller.
 */
const qualities = { fast: 5, best: 11 };
/** Minimum age and minimum size of a list that is compressed again with the best level. */
const recompression = { afterMilliseconds: 5_000, fromBytes: 50_000 };

const brotliOptions = (quality: number, { length }: Buffer) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: length },
});

/**
 * JSON replacer that cuts numbers after five decimals, which makes the response a quarter smaller.
 * Pages show fewer decimals, and on the map five decimals of a degree are one meter. Numbers are
 * cut instead of rounded, so that a score just below the limit of a tier stays below it.
 */
const shortenNumbers = (_: string, value: unknown) =>
  typeof value === 'number' && !Number.isInteger(value)
    ? Math.trunc(value * 100_000 + Math.sign(value) * 1e-4) / 100_000
    : value;

interface EncodedList {
  json: Buffer;
  etag: string;
  /** Headers of all responses. */
  headers: Record<string, string>;
  responses: Map<Encoding, EncodedResponse | Promise<EncodedResponse>>;
}

function bodyResponse(
  { headers }: Pick<EncodedList, 'headers'>,
  body: Buffer,
  encoding: Encoding,
): EncodedResponse {
  return {
    status: 200,
    headers: {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      'content-length': String(body.length),
    },
    body,
  };
}

function encodeList(answer: unknown): EncodedList {
  const json = Buffer.from(JSON.stringify(answer, shortenNumbers));
  const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`;
  const headers = { etag, 'cache-control': 'private, no-cache', vary: 'Accept-Encoding, Cookie' };
  const identity = bodyResponse({ headers }, json, 'identity');
  return { json, etag, headers, responses: new Map([['identity', identity]]) };
}

async function compress(list: EncodedList, encoding: Encoding): Promise<EncodedResponse> {
  const { json, responses } = list;
  try {
    const body = await (encoding === 'br'
      ? compressBrotli(json, brotliOptions(qualities.fast, json))
      : compressGzip(json));
    const response = bodyResponse(list, body, encoding);
    responses.set(encoding, response);
    return response;
  } catch (error) {
    // The next request tries again.
    responses.delete(encoding);
    throw error;
  }
}

let lastId = 0;

/**
 * Returns a list that is encoded when a page first requests it, because many lists are used only on
 * the server. `onFirstBody` runs when the body is first requested.
 */
function encodable<Answer>(
  answer: Answer,
  onFirstBody: (id: number) => void = () => undefined,
): CachedList<Answer> {
  let encoded: EncodedList | undefined;
  const encodedOnce = () => {
    encoded ??= encodeList(answer);
    return encoded;
  };
  let isRequested = false;
  lastId += 1;
  const id = lastId;
  return {
    answer,
    id,
    get etag() {
      return encodedOnce().etag;
    },
    encode(encoding) {
      if (!isRequested) onFirstBody(id);
      isRequested = true;
      const list = encodedOnce();
      const found = list.responses.get(encoding) ?? compress(list, encoding);
      list.responses.set(encoding, found);
      return found;
    },
    async recompress() {
      const list = encodedOnce();
      const { json, responses } = list;
      if (json.length < recompression.fromBytes) return;
      const body = await compressBrotli(json, brotliOptions(qualities.best, json));
      responses.set('br', bodyResponse(list, body, 'br'));
    },
    get unchanged() {
      return { status: 304 as const, headers: encodedOnce().headers };
    },
  };
}

/**
 * Queue of recompressions. They run one after another, because each occupies one of the few
 * compression threads for seconds.
 */
let recompressing: Promise<void> = Promise.resolve();

/**
 * Compresses a list with the best level after a delay, if `findCurrent` still returns it. A waiting
 * compression does not keep its list in memory, because a compression can wait for minutes.
 */
function recompressLater(findCurrent: () => CachedList<unknown> | undefined): void {
  setTimeout(() => {
    recompressing = recompressing
      .then(() => findCurrent()?.recompress())
      .catch(() => {
        // After a failure, the list is still sent with the fast compression.
      });
  }, recompression.afterMilliseconds).unref();
}

/**
 * Returns the response for a request with these headers: a 304 response, or the body in an accepted
 * encoding.
 */
export function chooseResponse(
  { etag, encode, unchanged }: CachedList<unknown>,
  headers: IncomingHttpHeaders,
): EncodedResponse | Promise<EncodedResponse> {
  if (headers['if-none-match'] === etag) return unchanged;
  const accepted = headers['accept-encoding'] ?? '';
  if (/\bbr\b/.test(accepted)) return encode('br');
  return encode(/\bgzip\b/.test(accepted) ? 'gzip' : 'identity');
}

interface CachedListReader<Answer> {
  (): Promise<CachedList<Answer>> | CachedList<Answer>;
  /**
   * Returns the list after checking its version, even if the version was checked within the last
   * second. Use it after changing the data.
   */
  newest: () => Promise<CachedList<Answer>>;
}

/**
 * Caches a long response that is the same for all users. The response is built once for each
 * change, and stays the same when `build` returns the same answer again. The version is read at most
 * once a second. While a newer list is built, all requests wait for it.
 */
export function createCachedListReader<Answer>(
  clock: Clock,
  readVersion: () => Promise<string>,
  build: () => Promise<Answer>,
): CachedListReader<Answer> {
  let current: { version: string; list: CachedList<Answer> } | undefined;
  let checkedAt = 0;
  let refreshing: Promise<CachedList<Answer>> | undefined;

  const recompressIfCurrent = (id: number) =>
    recompressLater(() => (current?.list.id === id ? current.list : undefined));

  async function refresh(): Promise<CachedList<Answer>> {
    const version = await readVersion();
    if (current?.version !== version) {
      const answer = await build();
      const list =
        current?.list.answer === answer ? current.list : encodable(answer, recompressIfCurrent);
      current = { version, list };
    }
    checkedAt = clock().getTime();
    return current.list;
  }

  const list = () => {
    if (current !== undefined && Math.abs(clock().getTime() - checkedAt) < checkEveryMilliseconds)
      return current.list;
    refreshing ??= refresh().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };

  async function newest(): Promise<CachedList<Answer>> {
    // Waits for the running build, which may have started before the change.
    await Promise.allSettled([refreshing]);
    checkedAt = Number.NEGATIVE_INFINITY;
    return list();
  }
  return Object.assign(list, { newest });
}

/**
 * Caches a list like `createCachedListReader`, but reads the version on every request. Use it for
 * data that users change and then read at once.
 */
export function createVersionCheckedListReader<Answer>(
  readVersion: () => Promise<string>,
  build: () => Promise<Answer>,
): () => Promise<CachedList<Answer>> {
  const lists = createRecentAnswerCache<CachedList<Answer>>(1);
  return async () => lists(await readVersion(), async () => encodable(await build()));
}
