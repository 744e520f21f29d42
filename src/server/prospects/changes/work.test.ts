import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Schema } from '#server/core/db/schema.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import {
  type ProspectChange,
  postProspectChange,
  postProspectFact,
  postProspectNote,
} from '#shared/prospects/changes.ts';
import {
  exportProspects,
  getProspectBoard,
  getProspectColumnOptions,
  getProspectPage,
  getProspectPoints,
} from '#shared/prospects/list.ts';
import { getLostReasons } from '#shared/prospects/lost-reasons.ts';
import { getProspectProfile } from '#shared/prospects/profile.ts';
import { getProspects } from '#shared/prospects/prospects.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution, insertProspect } from '#test/factories.ts';

let test: TestApp;

const addProspect = (id: number, fields: Partial<Insertable<Schema['prospect']>> = {}) =>
  insertProspect(test.database, {
    address: `${id} Main St, Hartford, CT 06103`,
    latitude: 41.77,
    longitude: -72.68,
    phone: `860-555-${String(id).padStart(4, '0')}`,
    ...fields,
    prospect_id: id,
  });

beforeAll(async () => {
  test = await buildTestApp();
  await insertInstitution(test.database, { institution_id: 1, name: 'Elm Dental' });
  for (const id of [1, 2, 3, 4, 5, 6]) await addProspect(id);
  await addProspect(7, {
    place_id: 'ChIJ/odd?id=#1.😀',
    name: 'Zoë’s Dental',
    address: 'somewhere',
    latitude: null,
    longitude: null,
  });
});
afterAll(() => test.close());

const page = async (list = '', offset = 0) =>
  getProspectPage.response.parse(
    (
      await test.inject({
        method: 'GET',
        url: buildUrl(getProspectPage.path, {}, { list, offset }),
      })
    ).json(),
  );
const profile = (key: string) =>
  test.inject({ method: 'GET', url: buildUrl(getProspectProfile.path, {}, { key }) });
const profileOf = async (key: string) =>
  getProspectProfile.response.parse((await profile(key)).json());
const change = (
  prospects: { prospectId: number; version: number }[],
  made: ProspectChange,
  changeId: string = randomUUID(),
) =>
  test.inject({
    method: 'POST',
    url: postProspectChange.path,
    payload: { changeId, prospects, change: made },
  });
const versionOf = async (id: number) =>
  (await page()).rows.find(({ prospectId }) => prospectId === id)?.version ?? Number.NaN;

const toDemo = { action: 'move', stage: 'Demo', lostReason: null } as const;

describe('the list', () => {
  it('filters, sorts and pages on the server', async () => {
    const { rows, total, matching } = await page('q=prospect&sort=-name', 2);
    expect([total, matching]).toEqual([7, 6]);
    expect(rows.map(({ name }) => name)).toEqual([
      'Prospect 4',
      'Prospect 3',
      'Prospect 2',
      'Prospect 1',
    ]);
    expect(rows[0]).toMatchObject({ city: 'Hartford', state: 'CT', zip: '06103', stage: 'New' });
  });

  it('counts the values of the option columns under the filters', async () => {
    const url = buildUrl(getProspectColumnOptions.path, {}, { list: 'q=zoe' });
    const { columns } = getProspectColumnOptions.response.parse(
      (await test.inject({ method: 'GET', url })).json(),
    );
    expect(columns.find(({ column }) => column === 'state')).toEqual({
      column: 'state',
      values: [{ value: 'CT', rows: 0 }],
    });
    expect(columns.map(({ column }) => column)).not.toContain('name');
  });

  it.each(['f.nothing=1', 'sort=nothing', 'f.score=abc'])('refuses %s', async (list) => {
    const url = buildUrl(getProspectPage.path, {}, { list });
    expect((await test.inject({ method: 'GET', url })).statusCode).toBe(422);
  });

  it('exports the rows of the filters', async () => {
    const csv = await test.inject({
      method: 'GET',
      url: `${exportProspects.path}?q=zoe&cols=name,stage`,
    });
    expect(csv.body.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      'Prospect,Stage',
      'Zoë’s Dental,New',
    ]);
  });

  it('shows a prospect that was renamed in the database, and drops a deleted one', async () => {
    await addProspect(50, { name: 'First name' });
    expect((await page('q=first+name')).matching).toBe(1);
    await test.database.foreground
      .updateTable('prospect')
      .set({ name: 'Second name' })
      .where('prospect_id', '=', 50)
      .execute();
    expect([(await page('q=first+name')).matching, (await page('q=second+name')).matching]).toEqual(
      [0, 1],
    );
    await test.database.foreground.deleteFrom('prospect').where('prospect_id', '=', 50).execute();
    expect((await page()).total).toBe(7);
  });

  it.each([
    ['phone', { phone: '+1 (860) 555-0001' }],
    ['name', { name: 'PROSPECT 1, D.D.S.' }],
    ['street', { address: '1 Main Street Suite 4, Hartford, CT 06103-1234' }],
  ])('names the other prospect with the same %s', async (reason, fields) => {
    await addProspect(51, fields);
    const twin = (await page()).rows.find(({ prospectId }) => prospectId === 51);
    expect(twin?.duplicateOf).toEqual({
      reason,
      name: 'Prospect 1',
      prospectId: 1,
      institutionId: null,
    });
    await test.database.foreground.deleteFrom('prospect').where('prospect_id', '=', 51).execute();
    expect((await page('q=prospect+1')).rows[0]?.duplicateOf).toBeNull();
  });

  it('names the customer before another prospect', async () => {
    await addProspect(51, {
      name: 'Elm Dental PLLC',
      address: '9 Elm St, Greenwich, CT 06831',
      phone: '860-555-0001',
    });
    expect((await page('q=elm')).rows[0]?.duplicateOf).toEqual({
      reason: 'name',
      name: 'Elm Dental',
      prospectId: null,
      institutionId: 1,
    });
    await test.database.foreground.deleteFrom('prospect').where('prospect_id', '=', 51).execute();
  });
});

describe('changes', () => {
  it('moves a prospect once for a repeated request', async () => {
    const id = randomUUID();
    const before = [{ prospectId: 1, version: 0 }];
    const saved = { prospects: [{ prospectId: 1, version: 1 }] };
    expect((await change(before, toDemo, id)).json()).toEqual(saved);
    expect((await change(before, toDemo, id)).json()).toEqual(saved);
    const other = await change(before, { ...toDemo, stage: 'Proposal' }, id);
    expect(other.statusCode).toBe(409);
    expect((await page('f.stage=Demo')).rows).toMatchObject([
      { prospectId: 1, stage: 'Demo', daysInStage: 0, version: 1 },
    ]);
  });

  it('refuses a change of an older version, and both accepted moves are in the history', async () => {
    const version = await versionOf(2);
    await change([{ prospectId: 2, version }], { ...toDemo, stage: 'Contacted' });
    const late = await change([{ prospectId: 2, version }], toDemo);
    expect([late.statusCode, late.body]).toEqual([
      409,
      'Prospect 2 has changed in the meantime. Review it, then repeat your change.',
    ]);
    await change([{ prospectId: 2, version: version + 1 }], toDemo);
    const { activity } = await profileOf('prospect-2');
    expect(activity.map(({ text }) => text).toSorted()).toEqual([
      'Moved from Contacted to Demo with 3 open criteria',
      'Moved from New to Contacted with 2 open criteria',
    ]);
  });

  it('changes all prospects of a request or none', async () => {
    const stale = await change(
      [
        { prospectId: 3, version: 0 },
        { prospectId: 4, version: 5 },
      ],
      toDemo,
    );
    expect(stale.statusCode).toBe(409);
    expect((await change([{ prospectId: 99, version: 0 }], toDemo)).statusCode).toBe(404);
    const twice = [
      { prospectId: 3, version: 0 },
      { prospectId: 3, version: 0 },
    ];
    expect((await change(twice, toDemo)).statusCode).toBe(422);
    expect(await versionOf(3)).toBe(0);
  });

  it('needs a reason for Lost, and only for Lost', async () => {
    const lost = { action: 'move', stage: 'Lost', lostReason: null } as const;
    expect((await change([{ prospectId: 3, version: 0 }], lost)).statusCode).toBe(422);
    const reason = { ...toDemo, lostReason: 'Price' } as const;
    expect((await change([{ prospectId: 3, version: 0 }], reason)).statusCode).toBe(422);
    await change([{ prospectId: 3, version: 0 }], { ...lost, lostReason: 'Price' });
    expect((await page('f.lostReason=Price')).rows).toMatchObject([
      { prospectId: 3, stage: 'Lost' },
    ]);
  });

  it('suppresses contact with a reason until it is lifted', async () => {
    const version = await versionOf(4);
    await change([{ prospectId: 4, version }], {
      action: 'suppress',
      reason: 'Asked not to be called',
    });
    expect((await page('f.doNotContact=yes')).rows).toMatchObject([
      { prospectId: 4, doNotContact: 'Asked not to be called' },
    ]);
    const all = await test.inject({ method: 'GET', url: getProspects.path });
    const suppressed = getProspects.response
      .parse(all.json())
      .filter(({ doNotContact }) => doNotContact !== null);
    expect(suppressed).toMatchObject([{ prospectId: 4, doNotContact: 'Asked not to be called' }]);
    await change([{ prospectId: 4, version: version + 1 }], {
      action: 'liftSuppression',
      reason: 'Called us',
    });
    expect((await page('f.doNotContact=yes')).rows).toEqual([]);
    expect(
      await test.database.foreground.selectFrom('contact_suppression').selectAll().execute(),
    ).toMatchObject([{ prospect_id: 4, phone_digits: '8605550004' }]);
  });

  it('assigns only active users', async () => {
    const nobody = { action: 'assign', ownerId: randomUUID() } as const;
    expect((await change([{ prospectId: 5, version: 0 }], nobody)).statusCode).toBe(422);
    const { user_id: ownerId } = await test.database.foreground
      .selectFrom('app_user')
      .select('user_id')
      .executeTakeFirstOrThrow();
    await change([{ prospectId: 5, version: 0 }], { action: 'assign', ownerId });
    expect((await page('f.owner=Morgan Member'.replace(' ', '%20'))).rows).toMatchObject([
      { prospectId: 5, owner: { id: ownerId } },
    ]);
  });

  it('loses no move when two users move a card at the same time', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        change([{ prospectId: 6, version: 0 }], {
          ...toDemo,
          stage: at % 2 === 0 ? 'Contacted' : 'Demo',
        }),
      ),
    );
    const accepted = results.filter(({ statusCode }) => statusCode === 200);
    expect(accepted).toHaveLength(1);
    expect(results.filter(({ statusCode }) => statusCode === 409)).toHaveLength(19);
    expect((await profileOf('prospect-6')).activity).toHaveLength(1);
  });
});

describe('a profile', () => {
  it('opens by a place id with any characters', async () => {
    const { prospect } = await profileOf('ChIJ/odd?id=#1.😀');
    expect(prospect).toMatchObject({ prospectId: 7, nearestMiles: null, city: null });
  });

  it.each(['nothing', 'prospect-999', 'prospect-0', 'prospect-1e3'])(
    'answers 404 to %s',
    async (key) => {
      expect((await profile(key)).statusCode).toBe(404);
    },
  );

  it('explains the score by its parts, and a fact that a user enters changes it', async () => {
    const before = await profileOf('prospect-1');
    const sum = before.scoreParts.reduce((total, { points }) => total + (points ?? 0), 0);
    expect(before.prospect.score).toBe(sum);
    expect(before.scoreParts.find(({ key }) => key === 'size')).toMatchObject({ points: null });
    const payload = {
      changeId: randomUUID(),
      version: before.prospect.version,
      field: 'locationCount',
      value: '3',
    };
    const saved = await test.inject({
      method: 'POST',
      url: buildUrl(postProspectFact.path, { prospectId: 1 }),
      payload,
    });
    expect(saved.json()).toEqual({ version: before.prospect.version + 1 });
    const after = await profileOf('prospect-1');
    expect(after.prospect).toMatchObject({ locationCount: 3, score: sum + 10 });
    expect(after.facts.find(({ field }) => field === 'locationCount')).toMatchObject({
      value: '3',
      source: 'Morgan Member',
      isEntered: true,
    });
    expect(after.facts.find(({ field }) => field === 'phone')).toMatchObject({
      source: 'referral',
      isEntered: false,
    });
  });

  it.each([
    ['npi', '1234567892'],
    ['locationCount', '0'],
    ['onlineBooking', 'Sometimes'],
  ])('refuses the fact %s “%s”', async (field, value) => {
    const { prospect } = await profileOf('prospect-2');
    const payload = { changeId: randomUUID(), version: prospect.version, field, value };
    const url = buildUrl(postProspectFact.path, { prospectId: 2 });
    const answer = await test.inject({ method: 'POST', url, payload });
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('value')]);
    expect((await profileOf('prospect-2')).prospect.version).toBe(prospect.version);
  });

  it('measures from the ZIP code of an entered address, because the coordinates belong to the former one', async () => {
    const before = (await profileOf('prospect-1')).prospect;
    expect(before).toMatchObject({ isPlacedByZip: false });
    const enter = async (value: string) => {
      const { version } = (await profileOf('prospect-1')).prospect;
      return test.inject({
        method: 'POST',
        url: buildUrl(postProspectFact.path, { prospectId: 1 }),
        payload: { changeId: randomUUID(), version, field: 'address', value },
      });
    };
    const onMap = async () => {
      const answer = await test.inject({ method: 'GET', url: getProspects.path });
      return getProspects.response.parse(answer.json()).find(({ prospectId }) => prospectId === 1);
    };
    expect((await onMap())?.latitude).toBeCloseTo(Number(before.latitude), 4);
    await enter('1 Main St, Anchorage, AK 99501');
    // The map shows no estimated positions.
    expect(await onMap()).toMatchObject({ latitude: null, longitude: null });
    const moved = (await profileOf('prospect-1')).prospect;
    expect(moved).toMatchObject({ state: 'AK', isPlacedByZip: true });
    expect(Number(moved.latitude)).toBeCloseTo(61.2, 0);
    await enter('1 Main St, Nowhere');
    expect((await profileOf('prospect-1')).prospect).toMatchObject({
      latitude: null,
      nearestMiles: null,
    });
    await enter('');
    expect((await profileOf('prospect-1')).prospect).toMatchObject({
      latitude: before.latitude,
      isPlacedByZip: false,
    });
  });

  it('keeps a note once', async () => {
    const request = {
      method: 'POST' as const,
      url: buildUrl(postProspectNote.path, { prospectId: 2 }),
      payload: { noteId: randomUUID(), body: 'Left a message' },
    };
    await test.inject(request);
    expect((await test.inject(request)).statusCode).toBe(200);
    const { activity, prospect } = await profileOf('prospect-2');
    expect(activity.filter(({ isNote }) => isNote)).toMatchObject([{ text: 'Left a message' }]);
    expect(prospect.lastTouchOn).toBe('2026-11-18');
  });
});

it('sums the board by stage, and filters it', async () => {
  const board = async (list = '') => {
    const url = buildUrl(getProspectBoard.path, {}, { list });
    const { columns } = getProspectBoard.response.parse(
      (await test.inject({ method: 'GET', url })).json(),
    );
    return new Map(columns.map((column) => [column.stage, column]));
  };
  await change([{ prospectId: 1, version: await versionOf(1) }], {
    action: 'setAmount',
    monthlyAmount: 450.5,
  });
  const all = await board();
  expect([...all.values()].reduce((sum, { count }) => sum + count, 0)).toBe(7);
  expect(all.get('Demo')).toMatchObject({ locations: 3, monthlyAmount: 450.5 });
  expect((await board('q=zoe')).get('New')).toMatchObject({ count: 1 });
});

it('sends the positions of the matching prospects for the map, and counts the others', async () => {
  const read = async (list: string) => {
    const url = buildUrl(getProspectPoints.path, {}, { list });
    return getProspectPoints.response.parse((await test.inject({ method: 'GET', url })).json());
  };
  const { points, withoutPosition } = await read('');
  expect(points.prospectId.length + withoutPosition).toBe(7);
  const [id] = points.prospectId;
  const { prospect } = await profileOf(`prospect-${id}`);
  expect(points.latitude[0]).toBeCloseTo(Number(prospect.latitude), 4);
  expect(points.stage[0]).toBe(prospect.stage);
  expect((await read('f.stage=Demo')).points.stage).toEqual(
    points.stage.filter((stage) => stage === 'Demo'),
  );
});

it('counts lost prospects by reason beside the customers that gave notice for the same reason', async () => {
  const read = async () => {
    const { rows } = getLostReasons.response.parse(
      (await test.inject({ method: 'GET', url: getLostReasons.path })).json(),
    );
    return new Map(rows.map((row) => [row.reason, row]));
  };
  const before = (await read()).get('Price');
  const move = async (stage: 'Lost' | 'Nurture') =>
    change([{ prospectId: 1, version: await versionOf(1) }], {
      action: 'move',
      stage,
      lostReason: stage === 'Lost' ? 'Price' : null,
    });
  await move('Lost');
  expect((await read()).get('Price')).toEqual({
    reason: 'Price',
    prospects: (before?.prospects ?? 0) + 1,
    lossReason: 'Price or terms',
    customers: before?.customers,
  });
  expect((await read()).get('Bad timing')).toMatchObject({ lossReason: null, customers: null });
  await move('Nurture');
  expect((await read()).get('Price')).toEqual(before);
});

it('continues the days in a stage when a move is undone', async () => {
  const move = async (stage: 'Demo' | 'Nurture') => {
    const version = await versionOf(6);
    await change([{ prospectId: 6, version }], { action: 'move', stage, lostReason: null });
    return (await profileOf('prospect-6')).prospect;
  };
  await test.database.foreground
    .insertInto('prospect_work')
    .values({ prospect_id: 6, stage: 'Demo', stage_since: new Date('2026-09-01T12:00:00Z') })
    .onConflict((row) =>
      row
        .column('prospect_id')
        .doUpdateSet({ stage: 'Demo', stage_since: new Date('2026-09-01T12:00:00Z') }),
    )
    .execute();
  test.setClock(new Date('2026-11-18T18:10:00Z'));
  expect((await move('Nurture')).stageSince).toBe('2026-11-18T18:10:00.000Z');
  expect((await move('Demo')).stageSince).toBe('2026-09-01T12:00:00.000Z');
});
