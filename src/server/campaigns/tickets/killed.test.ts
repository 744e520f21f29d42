import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Database } from '#server/core/db/database.ts';
import { buildTestApp } from '#test/app.ts';
import { createLastingDatabase } from '#test/lasting-database.ts';
import {
  countCrmTicketsByCustomer,
  insertCustomers,
  makeCampaign,
  runCampaignAction,
} from '#test/ticket-campaigns.ts';

const customers = 700;

/** Runs `work` with the complete app on a database that stays open afterwards. */
async function withApp<Result>(
  database: Database,
  work: (test: Awaited<ReturnType<typeof buildTestApp>>) => Promise<Result>,
) {
  const test = await buildTestApp({
    now: new Date(),
    database: { database, close: async () => undefined },
  });
  try {
    return await work(test);
  } finally {
    await test.close();
  }
}

/**
 * Runs a sender and kills it `milliseconds` after its request number `asks` to the CRM. Returns
 * `true` when the sender had already finished.
 */
async function sendAndKill(place: string, asks: number, milliseconds: number): Promise<boolean> {
  const child: ChildProcess = fork(
    join(import.meta.dirname, '../../../../test/fixtures/campaign-sender.ts'),
    [place],
    {
      env: { ...process.env, NODE_ENV: 'test' },
      execArgv: [],
      stdio: 'inherit',
    },
  );
  const exited = once(child, 'exit');
  let asked = 0;
  const isDone = await new Promise<boolean>((resolve, reject) => {
    child.on('message', (message) => {
      if (message === 'asking') asked += 1;
      if (message === 'done') resolve(true);
      else if (asked === asks) resolve(false);
    });
    void exited.then(() => reject(new Error('The sender ended before it was killed.')));
  });
  if (!isDone) await pause(milliseconds);
  child.kill('SIGKILL');
  await exited;
  return isDone;
}

it('opens and withdraws each ticket exactly once when senders are killed with -9', async () => {
  const lasting = await createLastingDatabase();
  try {
    const campaignId = await lasting.use(async (database) => {
      await insertCustomers(database, customers);
      const made = await withApp(database, (test) => makeCampaign(test, { dueOn: nextMonday() }));
      expect(made.status, made.text).toBe(200);
      return made.campaignId;
    });
    for (const milliseconds of [5, 25, 45])
      expect(await sendAndKill(lasting.place, 2, milliseconds)).toBe(false);
    expect(await sendAndKill(lasting.place, Number.POSITIVE_INFINITY, 0)).toBe(true);
    await lasting.use(async (database) => {
      expect([...(await countCrmTicketsByCustomer(database)).values()]).toEqual(
        Array(customers).fill(1),
      );
      const undone = await withApp(database, async (test) =>
        runCampaignAction(test, campaignId, 'undo', await test.signIn('admin')),
      );
      expect(undone.json()).toEqual({ state: 'undoing' });
    });
    expect(await sendAndKill(lasting.place, 2, 25)).toBe(false);
    expect(await sendAndKill(lasting.place, Number.POSITIVE_INFINITY, 0)).toBe(true);
    await lasting.use(async (database) => {
      expect((await countCrmTicketsByCustomer(database)).size).toBe(0);
      const { rows } = await database.execute(
        'select state, count(*)::integer as count from ticket_campaign_recipient group by 1',
      );
      expect(rows).toEqual([{ state: 'withdrawn', count: customers }]);
    });
  } finally {
    await lasting.remove();
  }
}, 120_000);

function nextMonday(): string {
  const day = new Date(Date.now() + 86_400_000);
  while (day.getUTCDay() !== 1) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}
