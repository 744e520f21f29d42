import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isDeepTestRun } from '#test/depth.ts';
import type { DiskFault } from '#test/faulty-disk-worker.ts';
import { createTemporaryFolder } from '#test/temporary-folder.ts';
import { createRandom } from '../../seeded-random.ts';
import { decodeReply, encodeScript, transactionStateAfter } from '../wire.ts';
import { openEmbedded } from './embedded.ts';
import { compilePglite } from './engine.ts';
import { openEmbeddedFolder } from './folder.ts';
import type { EmbeddedDatabaseLocation, WorkerAnswer } from './protocol.ts';

describe.skipIf(process.env.TEST_DATABASE_URL)(
  'the embedded database and its disk (not run against PostgreSQL)',
  () => {
    const whole = createTemporaryFolder();
    beforeAll(async () => {
      const database = await openEmbeddedFolder(whole.path);
      await database.execute(
        'create table entry (id integer primary key, amount integer not null, note text)',
      );
      await database.close();
    });
    afterAll(() => whole.remove());

    function copyOfDatabase() {
      const folder = createTemporaryFolder();
      cpSync(join(whole.path, 'database'), join(folder.path, 'database'), { recursive: true });
      return {
        ...folder,
        store: (kind: 'folder' | 'new folder') => ({ kind, folder: join(folder.path, 'database') }),
      };
    }

    /**
     * Writes until the disk fails and adds each acknowledged write to `acknowledged`. Returns the
     * engine's last message.
     */
    async function writeUntilFault(
      store: EmbeddedDatabaseLocation,
      fault: DiskFault,
      acknowledged: number[],
    ): Promise<string> {
      const worker = new Worker(
        new URL('../../../../../test/faulty-disk-worker.ts', import.meta.url),
        {
          workerData: { store, module: await compilePglite(), fault },
          execArgv: [],
        },
      );
      let receive: (answer: WorkerAnswer) => void = () => undefined;
      worker.on('message', (answer: WorkerAnswer) => receive(answer));
      worker.on('error', (error) => receive({ kind: 'failed', message: error.message }));
      const answer = () =>
        new Promise<WorkerAnswer>((resolve) => {
          receive = resolve;
        });
      const random = createRandom('writes', JSON.stringify(fault));
      let got = await answer();
      let id = acknowledged.length === 0 ? 0 : Math.max(...acknowledged) + 1_000;
      while (got.kind !== 'failed') {
        id += 2;
        const one = `insert into entry values (${id}, 1, repeat('n', ${random.integer(0, 4_000)}))`;
        const other = `insert into entry values (${id + 1}, -1, null)`;
        const script = random.chance(0.02)
          ? 'checkpoint'
          : random.chance(0.5)
            ? `begin; ${one}; ${other}; update entry set note = 'changed' where id = ${random.integer(0, id)}; commit`
            : `${one}; ${other}`;
        const next = answer();
        worker.postMessage({ kind: 'run', message: new Uint8Array(encodeScript(script)) });
        got = await next;
        if (got.kind !== 'done') continue;
        const bytes = Buffer.from(got.bytes);
        const { error } = await decodeReply(bytes);
        if (error !== undefined || transactionStateAfter(bytes) !== 'idle')
          throw error ?? new Error('a transaction was left open');
        if (script !== 'checkpoint') acknowledged.push(id);
      }
      await worker.terminate();
      return got.message;
    }

    /** Returns the problems of a database after a fault. The test expects no problems. */
    async function losses(
      store: EmbeddedDatabaseLocation,
      acknowledged: number[],
    ): Promise<string[]> {
      const database = await openEmbedded(store).catch((error: unknown) => String(error));
      if (typeof database === 'string') return [database];
      try {
        const count = async (condition: string) =>
          (
            await database.execute(
              `select count(*) as found, coalesce(sum(amount), 0) as sum from entry where ${condition}`,
            )
          ).rows[0];
        const found = await count(`id in (${[-1, ...acknowledged].join()})`);
        const all = await count('true');
        await database.execute('set enable_seqscan = off');
        const byIndex = await count('id > -1');
        return [
          ...(found?.found === acknowledged.length
            ? []
            : [`lost ${acknowledged.length - Number(found?.found)} of ${acknowledged.length}`]),
          ...(all?.sum === 0 ? [] : ['half a transaction is there']),
          ...(all?.found === byIndex?.found ? [] : ['the index is not the table']),
        ];
      } catch (error) {
        return [String(error)];
      } finally {
        await database.close();
      }
    }

    const random = createRandom('cuts');
    // Each number counts the disk operations from an opening of the database to the power cut.
    // Small numbers cut the power during the opening, large numbers much later. A power cut at
    // operation 2 leaves PostgreSQL's own lock file empty.
    const cuts = isDeepTestRun
      ? [2, ...Array.from({ length: 59 }, () => random.integer(1, random.pick([120, 600, 4_000])))]
      : [2, 400, 2_500];
    const cutAt = (atOperation: number): DiskFault => ({
      kind: 'power cut',
      atOperation,
      seed: atOperation,
    });

    test(`${cuts.length} power cuts: it reopens and loses no acknowledged write`, async () => {
      const folder = copyOfDatabase();
      const acknowledged: number[] = [];
      for (const operation of cuts) {
        expect(await writeUntilFault(folder.store('folder'), cutAt(operation), acknowledged)).toBe(
          'the power was cut',
        );
        expect(
          await losses(folder.store('folder'), acknowledged),
          `a cut at operation ${operation}`,
        ).toEqual([]);
      }
      expect(acknowledged.length).toBeGreaterThan(100);
      folder.remove();
    }, 900_000);

    test.runIf(isDeepTestRun)(
      'a power cut damages the engine as shipped, and this test detects it',
      async () => {
        const folder = copyOfDatabase();
        const acknowledged: number[] = [];
        await writeUntilFault(folder.store('new folder'), cutAt(600), acknowledged);
        expect(await losses(folder.store('new folder'), acknowledged)).not.toEqual([]);
        folder.remove();
      },
    );

    test('a write that the disk fails to store is never acknowledged', async () => {
      const folder = copyOfDatabase();
      const acknowledged: number[] = [];
      const said = await writeUntilFault(
        folder.store('folder'),
        { kind: 'failing fsync', atSync: 30 },
        acknowledged,
      );
      expect(said).toMatch(/could not fsync file .*: I\/O error/);
      expect(acknowledged.length).toBeGreaterThan(0);
      expect(await losses(folder.store('folder'), acknowledged)).toEqual([]);
      folder.remove();
    });
  },
);
