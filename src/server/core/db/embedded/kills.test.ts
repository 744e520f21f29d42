import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startDatabaseChild } from '#test/child-process.ts';
import { isDeepTestRun } from '#test/depth.ts';
import { createTemporaryFolder } from '#test/temporary-folder.ts';
import { openDatabase } from '../open.ts';

let folder: string;
let remove: () => void;
beforeEach(() => {
  ({ path: folder, remove } = createTemporaryFolder());
});
afterEach(() => remove());

const onPostgres = Boolean(process.env.TEST_DATABASE_URL);

describe.skipIf(onPostgres)(
  'the embedded database and kill -9 (not run against PostgreSQL)',
  () => {
    const kills = isDeepTestRun ? 25 : 1;
    test(`${kills} kills at random moments under eight writers: it reopens and loses no acknowledged write`, async () => {
      const acknowledged = join(folder, 'acknowledged');
      const written = () =>
        existsSync(acknowledged) ? readFileSync(acknowledged, 'utf8').split('\n').length - 1 : 0;
      for (let kill = 0; kill < kills; kill += 1) {
        const child = startDatabaseChild('write', folder, acknowledged);
        const line = await child.firstLine;
        const enough = written() + 10 + Math.random() * 50;
        while (line === 'ready' && written() < enough) await pause(Math.random() * 20);
        await child.kill();
        expect(line, `opening after kill ${kill}`).toBe('ready');
      }
      expect(written()).toBeGreaterThan(kills * 5);
      const last = startDatabaseChild('write', folder, acknowledged);
      expect(await last.firstLine).toBe('ready');
      await last.kill();
    }, 600_000);

    const firstBoots = isDeepTestRun ? 8 : 2;
    test(`${firstBoots} kills during the first start: the next start works and removes leftovers`, async () => {
      let unfinished = 0;
      for (let kill = 0; kill < firstBoots; kill += 1) {
        const child = startDatabaseChild('open', folder);
        await Promise.race([pause(300 + Math.random() * 2_500), child.firstLine]);
        await child.kill();
        if (existsSync(join(folder, 'database')))
          renameSync(join(folder, 'database'), join(folder, `complete-${kill}`));
        else unfinished += 1;
      }
      expect(unfinished).toBeGreaterThan(0);
      const database = await openDatabase({ dataDir: folder });
      const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.foreground);
      expect(rows).toEqual([{ one: 1 }]);
      await database.close();
      expect(readdirSync(folder).filter((name) => !name.startsWith('complete-'))).toEqual([
        'database',
        'folder.lock',
      ]);
    }, 600_000);
  },
);
