import { describe, expect, it } from 'vitest';
import { parseEnv } from '#server/core/env/env.ts';
import { runCrmConformanceTests } from '#test/crm-conformance.ts';
import { createTestDatabase } from '#test/database.ts';
import {
  createSmallWorld,
  createStubCompany,
  createStubDeal,
  createStubTicket,
  dealStages,
  ticketStages,
} from '#test/hubspot-stub/builders.ts';
import { startHubspotStubWithClient, stubToken } from '#test/hubspot-stub/surroundings.ts';
import { chooseCrmProvider } from './choose-crm.ts';

it.each([
  [{}, false],
  [{ HUBSPOT_TOKEN: stubToken, SEED: 'none' }, true],
  [{ HUBSPOT_TOKEN: stubToken, SEED: 'none', CRM_PROVIDER: 'other' }, false],
])('with %j the CRM answers from a mirror: %s', async (source, isMirror) => {
  const { database, close } = await createTestDatabase();
  expect(
    chooseCrmProvider(parseEnv(source), database.foreground, () => new Date()).isSynchronized,
  ).toBe(isMirror);
  await close();
});

describe.each(['2026-09', 'v3'] as const)('by version %s', (version) => {
  runCrmConformanceTests('HubSpot', async (asked) => {
    const test = await createTestDatabase();
    const pipelines = [...new Set(asked.map(({ pipeline }) => pipeline))].map((label) => ({
      id: `p-${label}`,
      label,
      stages: dealStages,
    }));
    const owners = new Map(
      asked.flatMap(({ owner }) => (owner === null ? [] : [[owner.id, owner] as const])),
    );
    const world = {
      owners: [...owners.values()].map(({ id, name, archived }) => {
        const [firstName = '', lastName = ''] = name.split(' ');
        return { id: String(id), email: `${id}@example.com`, firstName, lastName, archived };
      }),
      pipelines,
      companies: [...new Set(asked.map(({ institutionId }) => institutionId))].map((id) =>
        createStubCompany(700 + id, String(id)),
      ),
      deals: asked.map((each) =>
        createStubDeal(
          each.dealId,
          {
            pipeline: `p-${each.pipeline}`,
            dealstage: each.closed ? 'done' : 'open',
            hubspot_owner_id: each.owner === null ? null : String(each.owner.id),
            amount: each.amount === undefined ? null : String(each.amount),
            closedate: each.closesOn === undefined ? null : `${each.closesOn}T00:00:00Z`,
          },
          each.updatedAt.toISOString(),
        ),
      ),
      associations: asked.map(({ dealId, institutionId }): [string, string] => [
        String(dealId),
        String(700 + institutionId),
      ]),
      ticketPipelines: [{ id: 's', label: 'Support', stages: ticketStages }],
      tickets: [createStubTicket(21)],
      ticketAssociations: [['21', '701']] satisfies [string, string][],
    };
    const here = await startHubspotStubWithClient(test, world, { version });
    await here.read('everything');
    return {
      provider: here.provider,
      database: test.database,
      pass: here.pass,
      async close() {
        await here.stub.close();
        await test.close();
      },
    };
  });
});

describe('owners of five hundred customers', () => {
  it('are read from HubSpot in 15 calls before the first sync, and from the mirror afterwards', async () => {
    const test = await createTestDatabase();
    const world = createSmallWorld();
    const ids = Array.from({ length: 500 }, (_, index) => index + 1);
    const known = ids.filter((id) => id !== 7);
    world.companies = known.map((id) => createStubCompany(10_000 + id, String(id)));
    world.deals = known.map((id) =>
      createStubDeal(20_000 + id, { hubspot_owner_id: id === 8 ? '2' : id === 9 ? null : '1' }),
    );
    world.associations = known.map((id) => [String(20_000 + id), String(10_000 + id)]);
    const here = await startHubspotStubWithClient(test, world);
    const cold = await here.provider.dealOwners(ids);
    expect(here.stub.calls.length).toBeLessThanOrEqual(15);
    expect(['1', '7', '8', '9'].map((id) => cold.get(id))).toEqual([
      { ownerName: 'Ana Pérez', pipeline: 'Renewals' },
      { ownerName: 'Unassigned', pipeline: null },
      { ownerName: 'gone (inactive)', pipeline: 'Renewals' },
      { ownerName: 'Unassigned', pipeline: 'Renewals' },
    ]);
    await here.read('everything');
    const calls = here.stub.calls.length;
    expect(await here.provider.dealOwners(ids)).toEqual(cold);
    expect(here.stub.calls).toHaveLength(calls);
    await here.stub.close();
    await test.close();
  });
});
