import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { computeTableHashes } from '#test/table-hashes.ts';
import {
  countCrmTicketsByCustomer,
  fetchCampaign,
  fetchCampaignTickets,
  insertCustomers,
  makeCampaign,
  runCampaignAction,
  runCampaigns,
} from '#test/ticket-campaigns.ts';

let test: TestApp;
let admin: string;
beforeEach(async () => {
  test = await buildTestApp({ now: new Date('2026-11-18T18:00:00Z') });
  await insertCustomers(test.database, 4);
  admin = await test.signIn('admin');
});
afterEach(() => test.close());

const merge = (fixId: string, [keptId, otherId]: [number, number]) =>
  test.inject({
    method: 'POST',
    url: '/api/data-quality/merges',
    payload: { fixId, keptId, otherId, fields: {}, places: [] },
    headers: { cookie: admin },
  });
const undoMerge = (fixId: string) =>
  test.inject({
    method: 'POST',
    url: `/api/data-quality/fixes/${fixId}/undo`,
    payload: {},
    headers: { cookie: admin },
  });
const stateOf = async (campaignId: string) =>
  (await fetchCampaign(test, campaignId, admin)).campaign.state;

it('a campaign that went to both customers keeps both tickets, and undoing it withdraws both', async () => {
  const { campaignId } = await makeCampaign(test, {}, admin);
  await runCampaigns(test.dependencies);
  expect((await merge(randomUUID(), [1, 3])).statusCode).toBe(200);
  const rows = await fetchCampaignTickets(test, campaignId, admin);
  expect(
    rows.map(({ recipientId, institutionId, status }) => [recipientId, institutionId, status]),
  ).toEqual([
    [1, 1, 'not_started'],
    [3, 1, 'not_started'],
    [2, 2, 'not_started'],
    [4, 4, 'not_started'],
  ]);
  expect(new Set(rows.map(({ ticketId }) => ticketId)).size).toBe(4);
  expect(await countCrmTicketsByCustomer(test.database)).toEqual(
    new Map([
      [1, 2],
      [2, 1],
      [4, 1],
    ]),
  );

  await runCampaignAction(test, campaignId, 'undo', admin);
  await runCampaigns(test.dependencies);
  expect(await countCrmTicketsByCustomer(test.database)).toEqual(new Map());
  expect(await stateOf(campaignId)).toBe('undone');
});

it('a merge between the making and the sending of a campaign opens the ticket of each target once', async () => {
  const { campaignId } = await makeCampaign(test, {}, admin);
  await merge(randomUUID(), [1, 3]);
  test.dependencies.crm = { ...test.dependencies.crm, maxTicketsPerCall: 1 };
  await runCampaigns(test.dependencies);
  await runCampaigns(test.dependencies);
  expect(await countCrmTicketsByCustomer(test.database)).toEqual(
    new Map([
      [1, 2],
      [2, 1],
      [4, 1],
    ]),
  );
  expect(await stateOf(campaignId)).toBe('sent');
});

it('undoing the merge restores every table', async () => {
  await makeCampaign(test, {}, admin);
  await runCampaigns(test.dependencies);
  // Tables that record the merge, and tables that change with every write.
  const own = ['data_fix', 'audit_log', 'audit_log_seal', 'list_version', 'work_version'];
  const hashes = async () =>
    Object.entries(await computeTableHashes(test.database, own)).filter(
      ([name]) => !name.startsWith('pgboss.'),
    );
  const before = await hashes();
  const fixId = randomUUID();
  await merge(fixId, [1, 3]);
  expect((await undoMerge(fixId)).statusCode).toBe(200);
  expect(await hashes()).toEqual(before);
});
