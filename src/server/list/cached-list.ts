import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Clock } from '#server/core/dependencies.ts';
import { recentAnswers } from '#server/core/recent.ts';

export interface ReadyAnswer {
  status: 200 | 304;
  headers: Record<string, string>;
  body?: Buffer;
}

export interface CachedList<Answer> {
  answer: Answer;
  etag: string;
  /** Each as it goes out, by its encoding. */
  encoded: { br: ReadyAnswer; gzip: ReadyAnswer; identity: ReadyAnswer };
  unchanged: ReadyAnswer;
}

const checkEveryMilliseconds = 1000;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** The first takes some hundredths of a second; the second takes seconds for a large list, and leaves a fifth less to send. */
const qualities = { atOnce: 5, atLeisure: 11 };
/** A list that stays as it is for so long is worth those seconds, and one of so many bytes. */
const atLeisure = { afterMilliseconds: 5_000, fromBytes: 50_000 };

const brotliOptions = (quality: number, { length }: Buffer) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: length },
});

/**
 * Five digits after the point are more than any page shows, and a place on the map to a metre. The rest would be a quarter of the
 * bytes. Cut and not rounded, so that a score just below a tier's limit stays below it.
 */
const briefly = (_: string, value: unknown) =>
  typeof value === 'number' && !Number.isInteger(value) ? Math.trunc(value * 100_000 + Math.sign(value) * 1e-4) / 100_000 : value;

async function compressed<Answer>(answer: Answer): Promise<CachedList<Answer>> {
  const json = Buffer.from(JSON.stringify(answer, briefly));
  const [brotli, gzipped] = await Promise.all([compressBrotli(json, brotliOptions(qualities.atOnce, json)), compressGzip(json)]);
  const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`;
  const common = { etag, 'cache-control': 'private, no-cache', vary: 'Accept-Encoding, Cookie' };
  const ready = (body: Buffer, encoding: Record<string, string>): ReadyAnswer => ({
    status: 200,
    headers: { ...common, 'content-type': 'application/json; charset=utf-8', ...encoding, 'content-length': String(body.length) },
    body,
  });
  return {
    answer,
    etag,
    encoded: {
      br: ready(brotli, { 'content-encoding': 'br' }),
      gzip: ready(gzipped, { 'content-encoding': 'gzip' }),
      identity: ready(json, {}),
    },
    unchanged: { status: 304, headers: common },
  };
}

/** The lists are packed one after the other: each holds for many seconds one of the few threads that every answer is compressed in. */
let packing: Promise<void> = Promise.resolve();

/** Packs the list as tightly as it can be, once it has been asked for and has lasted a while. */
function packTighter({ encoded }: CachedList<unknown>, isCurrent: () => boolean): void {
  const json = encoded.identity.body;
  if (json === undefined || json.length < atLeisure.fromBytes) return;
  async function pack(bytes: Buffer): Promise<void> {
    if (!isCurrent()) return;
    const body = await compressBrotli(bytes, brotliOptions(qualities.atLeisure, bytes));
    encoded.br = { ...encoded.br, headers: { ...encoded.br.headers, 'content-length': String(body.length) }, body };
  }
  setTimeout(() => {
    packing = packing
      .then(() => pack(json))
      .catch(() => {
        // Without it the list goes out as it is.
      });
  }, atLeisure.afterMilliseconds).unref();
}

/** What of the list answers a request with these headers. */
export function readyAnswer({ etag, encoded, unchanged }: CachedList<unknown>, asked: IncomingHttpHeaders): ReadyAnswer {
  if (asked['if-none-match'] === etag) return unchanged;
  const accepted = asked['accept-encoding'] ?? '';
  if (/\bbr\b/.test(accepted)) return encoded.br;
  return /\bgzip\b/.test(accepted) ? encoded.gzip : encoded.identity;
}

interface KeptList<Answer> {
  (): Promise<CachedList<Answer>> | CachedList<Answer>;
  /** Looks again at once, for whoever has just changed what the list is made of. */
  newest: () => Promise<CachedList<Answer>>;
}

/**
 * A long answer that is the same for everyone, built once per change and compressed once. The version is asked for at most once
 * a second; while a newer list is being built, everyone waits for that one build.
 */
export function cachedList<Answer>(clock: Clock, readVersion: () => Promise<string>, build: () => Promise<Answer>): KeptList<Answer> {
  let current: { version: string; list: CachedList<Answer> } | undefined;
  let checkedAt = 0;
  let refreshing: Promise<CachedList<Answer>> | undefined;

  async function refresh(): Promise<CachedList<Answer>> {
    const version = await readVersion();
    if (current?.version !== version) {
      const list = await compressed(await build());
      current = { version, list };
      packTighter(list, () => current?.list === list);
    }
    checkedAt = clock().getTime();
    return current.list;
  }

  const list = () => {
    if (current !== undefined && Math.abs(clock().getTime() - checkedAt) < checkEveryMilliseconds) return current.list;
    refreshing ??= refresh().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };

  async function newest(): Promise<CachedList<Answer>> {
    // A build that is under way may have begun before the change.
    await Promise.allSettled([refreshing]);
    checkedAt = Number.NEGATIVE_INFINITY;
    return list();
  }
  return Object.assign(list, { newest });
}

/** The same for what people change and look at in the next moment: the version is asked for every time. */
export function freshList<Answer>(readVersion: () => Promise<string>, build: () => Promise<Answer>): () => Promise<CachedList<Answer>> {
  const lists = recentAnswers<CachedList<Answer>>(1);
  return async () => lists(await readVersion(), async () => compressed(await build()));
}
