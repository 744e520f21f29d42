// Compares GET /api/customer-practices, with 10,000 practices and a session check, with a bare Node
// server that sends the same bytes.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import { getPractices } from '#shared/institutions/institutions.ts';
import { buildTestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { requestsPerSecond } from './load.ts';
import { median } from './median.ts';
import type { Bench, BenchRow } from './types.ts';

const practices = 10_000;
const rounds = 5;

export const practicesBench: Bench = {
  name: 'practices',
  async run() {
    const test = await buildTestApp({ dependencies: { clock: () => new Date() } });
    for (let start = 0; start < practices; start += 50) {
      const first = start + 1;
      await insertInstitution(
        test.database,
        { institution_id: first },
        Array.from({ length: 50 }, (_, index) => ({
          location_id: first + index,
          name: `Practice ${first + index}`,
          latitude: 30 + index / 10,
        })),
      );
    }
    const cookie = await test.signIn('member');
    const url = `${await test.app.listen({ port: 0, host: '127.0.0.1' })}${getPractices.path}`;
    const headers = { cookie, 'accept-encoding': 'br' };

    const answer = await fetch(url, { headers: { cookie, 'accept-encoding': 'identity' } });
    const etag = answer.headers.get('etag') ?? '';
    const expected = Buffer.from(await answer.arrayBuffer());
    const compressed = (await test.inject({ method: 'GET', url: getPractices.path, headers }))
      .rawPayload;
    if (!brotliDecompressSync(compressed).equals(expected))
      throw new Error('The two servers would not send the same list');

    const bare = createServer((request, response) => {
      if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
      else
        response
          .writeHead(200, {
            etag,
            'content-type': 'application/json; charset=utf-8',
            'content-encoding': 'br',
            'content-length': compressed.length,
          })
          .end(compressed);
    });
    await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
    const { port } = bare.address() as AddressInfo;
    const bareUrl = `http://127.0.0.1:${port}${getPractices.path}`;

    const rows: BenchRow[] = [];
    for (const [measure, extra, status, atLeast] of [
      [`${practices.toLocaleString('en-US')} practices, brotli`, {}, 200, 0.7],
      ['unchanged (304)', { 'if-none-match': etag }, 304, 0.6],
    ] as const) {
      const ours: number[] = [];
      const anchor: number[] = [];
      for (let round = 0; round < rounds; round++) {
        ours.push(await requestsPerSecond(url, { ...headers, ...extra }, status));
        anchor.push(await requestsPerSecond(bareUrl, { ...headers, ...extra }, status));
      }
      rows.push({
        bench: 'practices',
        measure,
        ours: median(ours),
        anchor: median(anchor),
        ratio: median(ours.map((value, round) => value / (anchor[round] ?? Number.NaN))),
        limit: { atLeast },
        unit: 'req/s',
        note:
          status === 200
            ? `${compressed.length.toLocaleString('en-US')} bytes sent, ${expected.length.toLocaleString('en-US')} plain`
            : '',
      });
    }
    bare.closeAllConnections();
    bare.close();
    await test.close();
    return rows;
  },
};
