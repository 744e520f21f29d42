import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { isDeepTestRun } from '#test/depth.ts';
import { pageHeaders } from '#test/page-user.ts';
import { createTemporaryFolder } from '#test/temporary-folder.ts';

const mega = 1024 ** 2;
const size = (isDeepTestRun ? 1024 : 96) * mega;
const mostGrowth = 32 * mega;
const folder = createTemporaryFolder();

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ env: { DATA_DIR: folder.path } });
});
afterAll(async () => {
  await test.close();
  folder.remove();
});

/** Returns the memory in use after garbage collection. */
function held(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it(`a file of ${size / mega} MB is saved as it arrives, and never held in memory`, async () => {
  const origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
  const before = held();
  let most = before;
  const chunk = new Uint8Array(mega).fill(97);
  async function* body() {
    for (let sent = 0; sent < size; sent += mega) {
      if ((sent / mega) % 16 === 15) most = Math.max(most, held());
      yield chunk;
    }
  }
  const uploadId = randomUUID();
  const answer = await fetch(`${origin}/api/imports/uploads/${uploadId}?name=large.csv`, {
    method: 'POST',
    headers: {
      ...pageHeaders(await test.signIn('admin')),
      'content-type': 'application/octet-stream',
      origin: test.dependencies.env.APP_ORIGIN,
    },
    body: ReadableStream.from(body()),
    duplex: 'half',
  });
  expect(answer.status).toBe(200);
  expect(statSync(`${folder.path}/uploads/${uploadId}`).size).toBe(size);
  expect(most - before).toBeLessThan(mostGrowth);
}, 300_000);
