import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildUrl } from '#shared/core/endpoint.ts';
import { postProspectCall } from '#shared/prospects/calls/calls.ts';
import { postProspectChange } from '#shared/prospects/changes.ts';
import {
  getDealChoices,
  postProspectDeal,
  postProspectDealRemoval,
} from '#shared/prospects/deals.ts';
import { getProspectBoard } from '#shared/prospects/list.ts';
import { getProspectProfile } from '#shared/prospects/profile.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createTestDatabase } from '#test/database.ts';
import { insertInstitution, insertProspect } from '#test/factories.ts';
import { createSmallWorld } from '#test/hubspot-stub/builders.ts';
import { startHubspotStubWithClient } from '#test/hubspot-stub/surroundings.ts';
import type { StubWorld } from '#test/hubspot-stub/world.ts';
import { sendWaitingDeals } from './sending.ts';

const minute = 60_000;
const stages = [
  { id: 'first', label: 'Appointment', isClosed: false },
  { id: 'contract', label: 'Contract sent', isClosed: false },
  { id: 'won', label: 'Closed won', isClosed: true, probability: 1 },
  { id: 'lost', label: 'Closed lost', isClosed: true, probability: 0 },
];

let test: TestApp;
let here: Awaited<ReturnType<typeof startHubspotStubWithClient>>;
let world: StubWorld;

beforeEach(async () => {
  const database = await createTestDatabase();
  world = createSmallWorld();
  world.pipelines.push({ id: 'n', label: 'New business', stages });
  here = await startHubspotStubWithClient(database, world);
  test = await buildTestApp({
    database,
    env: { HUBSPOT_PORTAL_ID: '99' },
    dependencies: { clock: here.clock, crm: here.provider },
  });
  await insertInstitution(test.database, { institution_id: 1 });
  await insertProspect(test.database, { prospect_id: 1, name: 'Oak Dental' });
  await insertProspect(test.database, { prospect_id: 2, name: 'Elm Dental' });
  await here.read('everything');
});
afterEach(async () => {
  await here.stub.close();
  await test.close();
});

const profileOf = async (prospectId: number) =>
  getProspectProfile.response.parse(
    (
      await test.inject({
        method: 'GET',
        url: buildUrl(getProspectProfile.path, {}, { key: `prospect-${prospectId}` }),
      })
    ).json(),
  );
const dealOf = async (prospectId: number) => (await profileOf(prospectId)).prospect.deal;
async function create({
  prospectId = 1,
  dealKey = randomUUID(),
  ...fields
}: {
  prospectId?: number;
  dealKey?: string;
  stageId?: string;
  name?: string;
  version?: number;
} = {}) {
  const { version } = (await profileOf(prospectId)).prospect;
  return test.inject({
    method: 'POST',
    url: buildUrl(postProspectDeal.path, { prospectId }),
    payload: {
      dealKey,
      version,
      name: 'Oak Dental',
      pipelineId: 'n',
      stageId: 'contract',
      amount: 4800.5,
      ...fields,
    },
  });
}
async function change(made: Record<string, unknown>, prospectId = 1) {
  const { version } = (await profileOf(prospectId)).prospect;
  const payload = {
    changeId: randomUUID(),
    prospects: [{ prospectId, version }],
    change: made,
  };
  return test.inject({ method: 'POST', url: postProspectChange.path, payload });
}
const toDemo = { action: 'move', stage: 'Demo', lostReason: null };
/** Returns the deals in HubSpot that Chairside created. */
const created = () => world.deals.filter(({ properties }) => properties.chairside_key);
const send = () =>
  sendWaitingDeals(test.dependencies, {
    signal: new AbortController().signal,
    progress: async () => undefined,
  });
/** Changes the created deal like a user of HubSpot, and reads the change. */
async function moveInHubspot(stageId: string) {
  await here.pass(6 * minute);
  for (const deal of created()) {
    deal.properties.dealstage = stageId;
    deal.updatedAt = here.clock().toISOString();
  }
  await here.read('changes');
}

describe('a deal of a prospect', () => {
  it('is created in HubSpot, and its stage is on the card and the profile', async () => {
    await profileOf(1);
    const { user_id } = await test.database.foreground
      .updateTable('app_user')
      .set({ email: 'ANA@example.com' })
      .returning('user_id')
      .executeTakeFirstOrThrow();
    await change({ action: 'assign', ownerId: user_id });
    expect((await create()).json()).toEqual({ state: 'open' });
    expect(created()).toMatchObject([
      {
        properties: {
          dealname: 'Oak Dental',
          pipeline: 'n',
          dealstage: 'contract',
          amount: '4800.5',
          hubspot_owner_id: '1',
        },
      },
    ]);
    const profile = await profileOf(1);
    expect(profile.prospect.deal).toMatchObject({
      pipeline: 'New business',
      stage: 'Contract sent',
      state: 'open',
    });
    expect(profile.dealAddress).toBe(
      `https://app.hubspot.com/contacts/99/record/0-3/${created()[0]?.id}`,
    );
    expect(profile.activity.map(({ text }) => text)).toContain(
      'Created the deal “Oak Dental” in HubSpot',
    );
    const board = getProspectBoard.response.parse(
      (await test.inject({ method: 'GET', url: getProspectBoard.path })).json(),
    );
    const cards = board.columns.flatMap(({ cards: all }) => all);
    expect(cards.find(({ prospectId }) => prospectId === 1)?.deal?.stage).toBe('Contract sent');
  });

  it('follows HubSpot, and only a closed deal lets the prospect move here', async () => {
    await create();
    const refused = await change(toDemo);
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('Oak Dental has a deal in HubSpot. Move the deal there.');
    await moveInHubspot('first');
    expect(await dealOf(1)).toMatchObject({ stage: 'Appointment', state: 'open' });
    await moveInHubspot('won');
    expect(await dealOf(1)).toMatchObject({ stage: 'Closed won', state: 'won' });
    await moveInHubspot('lost');
    expect(await dealOf(1)).toMatchObject({ stage: 'Closed lost', state: 'lost' });
    expect((await change(toDemo)).statusCode).toBe(200);
    expect((await create()).json()).toEqual({ state: 'open' });
  });

  it('stays when a call is recorded, which then moves nothing', async () => {
    await create();
    const { version } = (await profileOf(1)).prospect;
    const answer = await test.inject({
      method: 'POST',
      url: buildUrl(postProspectCall.path, { prospectId: 1 }),
      payload: {
        callId: randomUUID(),
        version,
        outcome: 'reached',
        note: 'Wants a demo',
        stage: 'Contacted',
        lostReason: null,
      },
    });
    expect(answer.statusCode).toBe(200);
    const { prospect, activity } = await profileOf(1);
    expect(prospect.stage).toBe('New');
    expect(activity[0]?.text).toContain('Wants a demo');
  });

  it('is created once by repeated and concurrent requests', async () => {
    const dealKey = randomUUID();
    const both = await Promise.all([create({ dealKey }), create({ dealKey })]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await create({ dealKey })).json()).toEqual({ state: 'open' });
    expect(created()).toHaveLength(1);
    expect((await create({ dealKey, name: 'Another' })).statusCode).toBe(409);
    expect((await create({ dealKey, prospectId: 2 })).statusCode).toBe(409);
    const second = await create();
    expect(second.statusCode).toBe(409);
    expect(second.body).toContain('Oak Dental already has a deal in HubSpot.');
    expect((await create({ prospectId: 2, version: 7 })).statusCode).toBe(409);
  });

  it('waits while HubSpot can’t be reached', async () => {
    let isDown = true;
    here.stub.fault = () => (isDown ? 'hang up' : undefined);
    expect((await create()).json()).toEqual({ state: 'waiting' });
    expect(await dealOf(1)).toMatchObject({ state: 'waiting', stage: null });
    expect((await change(toDemo)).statusCode).toBe(422);
    await here.pass(minute);
    expect(await send()).toEqual({ sent: 0, waiting: 1 });
    isDown = false;
    await here.pass(minute);
    expect(await send()).toEqual({ sent: 1, waiting: 0 });
    expect(created()).toHaveLength(1);
    expect(await dealOf(1)).toMatchObject({ state: 'open', stage: 'Contract sent' });
  });

  it('is created once when HubSpot’s response was lost, and keeps changes made there', async () => {
    let isDown = true;
    here.stub.fault = (path) =>
      isDown && path.endsWith('batch/upsert') ? 'broken JSON' : undefined;
    expect((await create()).json()).toEqual({ state: 'waiting' });
    isDown = false;
    const [deal] = created();
    if (deal !== undefined) deal.properties.dealstage = 'first';
    await here.pass(minute);
    expect(await send()).toEqual({ sent: 1, waiting: 0 });
    expect(created()).toEqual([deal]);
    expect(await dealOf(1)).toMatchObject({ state: 'open', stage: 'Appointment' });
  });

  it('that HubSpot refuses is reported with the reason, and can be created again', async () => {
    const refused = await create({ stageId: 'no such stage' });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('HubSpot refuses this deal');
    const { prospect, dealProblem } = await profileOf(1);
    expect(prospect.deal?.state).toBe('refused');
    expect(dealProblem).toContain('VALIDATION_ERROR');
    expect((await change(toDemo)).statusCode).toBe(200);
    expect((await create()).json()).toEqual({ state: 'open' });
    expect((await profileOf(1)).dealProblem).toBeNull();
  });

  it('leaves the card when HubSpot gives it to a customer, and when it is deleted there', async () => {
    await create();
    const [deal] = created();
    world.associations.push([String(deal?.id), '71']);
    await moveInHubspot('first');
    expect(await dealOf(1)).toBeNull();
    expect((await change(toDemo)).statusCode).toBe(200);
    world.associations.pop();
    await here.read('everything');
    expect(await dealOf(1)).toMatchObject({ stage: 'Appointment' });
    world.deals = world.deals.filter((each) => each !== deal);
    await here.read('everything');
    expect(await dealOf(1)).toBeNull();
  });

  it('stays in HubSpot when its link is removed', async () => {
    const dealKey = randomUUID();
    await create({ dealKey });
    const remove = () =>
      test.inject({
        method: 'POST',
        url: buildUrl(postProspectDealRemoval.path, { prospectId: 1, dealKey }),
        payload: {},
      });
    expect((await remove()).statusCode).toBe(200);
    expect((await remove()).statusCode).toBe(200);
    const { prospect, activity } = await profileOf(1);
    expect(prospect.deal).toBeNull();
    expect(activity.filter(({ text }) => text.startsWith('Removed the link'))).toHaveLength(1);
    expect(created()).toHaveLength(1);
    expect((await change(toDemo)).statusCode).toBe(200);
  });
});

describe('the choices for a deal', () => {
  const choices = () =>
    test.inject({ method: 'GET', url: buildUrl(getDealChoices.path, { prospectId: 1 }) });

  it('are the open stages of all pipelines', async () => {
    const { pipelines, ownerName } = getDealChoices.response.parse((await choices()).json());
    expect(pipelines.find(({ pipelineId }) => pipelineId === 'n')).toEqual({
      pipelineId: 'n',
      label: 'New business',
      stages: [
        { stageId: 'first', label: 'Appointment' },
        { stageId: 'contract', label: 'Contract sent' },
      ],
    });
    expect(ownerName).toBeNull();
  });

  it('say that HubSpot can’t be reached', async () => {
    here.stub.fault = () => 'hang up';
    const answer = await choices();
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('HubSpot can’t be reached');
  });
});

it('needs HubSpot', async () => {
  const { foreground } = test.database;
  await foreground.deleteFrom('prospect_deal').execute();
  const local = await buildTestApp();
  try {
    await insertProspect(local.database, { prospect_id: 1 });
    const answer = await local.inject({
      method: 'GET',
      url: buildUrl(getDealChoices.path, { prospectId: 1 }),
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain('need HubSpot, which is not connected');
  } finally {
    await local.close();
  }
});
