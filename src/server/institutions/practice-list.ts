import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { getPractices } from '#shared/institutions.ts';
import type { Queries } from '../db/database.ts';
import type { Clock } from '../dependencies.ts';
import { allPractices, practiceListVersion } from './queries.ts';

export interface PracticeList {
  etag: string;
  json: Buffer;
  gzip: Buffer;
  brotli: Buffer;
}

const checkEveryMilliseconds = 1000;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

async function build(queries: Queries): Promise<PracticeList> {
  const list = getPractices.response.parse({ practices: await allPractices(queries) });
  const json = Buffer.from(JSON.stringify(list));
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: json.length } }),
    compressGzip(json),
  ]);
  return { etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`, json, gzip: gzipped, brotli };
}

/**
 * The practice list, built once per change and compressed once. The version is asked for at most once a second;
 * while a newer list is being built, everyone waits for that one build.
 */
export function practiceListCache(queries: Queries, clock: Clock): () => Promise<PracticeList> | PracticeList {
  let current: { version: string; list: PracticeList } | undefined;
  let checkedAt = 0;
  let refreshing: Promise<PracticeList> | undefined;

  async function refresh(): Promise<PracticeList> {
    const version = await practiceListVersion(queries);
    if (current?.version !== version) current = { version, list: await build(queries) };
    checkedAt = clock().getTime();
    return current.list;
  }

  return () => {
    if (current !== undefined && Math.abs(clock().getTime() - checkedAt) < checkEveryMilliseconds) return current.list;
    refreshing ??= refresh().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };
}
