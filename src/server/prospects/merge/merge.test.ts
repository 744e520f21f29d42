import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildUrl } from '#shared/core/endpoint.ts';
import { postProspectCall } from '#shared/prospects/calls/calls.ts';
import {
  type ProspectChange,
  postProspectChange,
  postProspectFact,
  postProspectNote,
} from '#shared/prospects/changes.ts';
import { getProspectGroup } from '#shared/prospects/group.ts';
import { getProspectPage } from '#shared/prospects/list.ts';
import {
  getProspectPair,
  type ProspectMergeRequest,
  postProspectMerge,
  postProspectMergeUndo,
} from '#shared/prospects/merge.ts';
import { getProspectProfile } from '#shared/prospects/profile.ts';
import { postProspect } from '#shared/prospects/prospects.ts';
import type { ProspectStage } from '#shared/prospects/stages.ts';
import { postProspectTask } from '#shared/work/prospect-tasks.ts';
import type { NewTask } from '#shared/work/tasks.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution, insertPlace } from '#test/factories.ts';
import { importText } from '#test/imports.ts';
import { computeTableHashes } from '#test/table-hashes.ts';
import { prospectRowsReader } from '../list/rows.ts';

let test: TestApp;
const at = new Date('2026-11-18T18:00:00Z');

beforeEach(async () => {
  test = await buildTestApp({ now: at });
  await insertPlace(test.database, { place_id: 'oak', name: 'Oak Dental' });
  for (const id of [1, 2, 3])
    await test.database.foreground
      .insertInto('prospect')
      .values({
        prospect_id: id,
        place_id: id === 2 ? 'oak' : null,
        name: `Prospect ${id}`,
        address: `${id} Main St, Hartford, CT 06103`,
        business_type: 'Dentist',
        latitude: id === 1 ? null : 41 + id,
        longitude: id === 1 ? null : -72,
        phone: '860-321-0142',
        rating: null,
        total_ratings: null,
        source: 'fair',
        external_id: `L-${id}`,
        created_at: at,
      })
      .execute();
  const both = [1, 2].map((prospectId) => ({ prospectId, version: 0 }));
  await change(both, { action: 'setAmount', monthlyAmount: 100 });
  await change([{ prospectId: 2, version: 1 }], { action: 'suppress', reason: 'Asked us' });
  await note(2, 'Left a message');
  await task(2, { title: 'Call them', details: 'Ask for Ana', dueOn: '2026-11-20' });
  await test.database.foreground
    .insertInto('prospect_fact')
    .values({
      ...{ prospect_id: 2, field: 'ehr', value: 'Dentrix', checked_at: at },
      entered_by: await userId(),
    })
    .execute();
});
afterEach(() => test.close());

const userId = async () =>
  (
    await test.database.foreground
      .selectFrom('app_user')
      .select('user_id')
      .orderBy('user_id')
      .executeTakeFirstOrThrow()
  ).user_id;
const movedTables = [
  'prospect_note',
  'prospect_change',
  'prospect_task',
  'contact_suppression',
] as const;
const call = { version: 0, outcome: 'message', note: '', stage: null, lostReason: null };

const post = (url: string, payload: object) => test.inject({ method: 'POST', url, payload });
const change = (prospects: { prospectId: number; version: number }[], made: ProspectChange) =>
  post(postProspectChange.path, { changeId: randomUUID(), prospects, change: made });
const note = (prospectId: number, body: string) =>
  post(buildUrl(postProspectNote.path, { prospectId }), { noteId: randomUUID(), body });
const task = (prospectId: number, fields: Partial<NewTask>) =>
  post(buildUrl(postProspectTask.path, { prospectId }), {
    taskId: randomUUID(),
    title: 'Call them',
    ...fields,
  });
const versionOf = async (id: number) =>
  (
    await test.database.foreground
      .selectFrom('prospect_work')
      .select('version')
      .where('prospect_id', '=', id)
      .executeTakeFirst()
  )?.version ?? 0;
const merge = async (
  keptId: number,
  otherId: number,
  fields: Partial<ProspectMergeRequest> = {},
) => {
  const request: ProspectMergeRequest = {
    mergeId: randomUUID(),
    kept: { prospectId: keptId, version: await versionOf(keptId) },
    other: { prospectId: otherId, version: await versionOf(otherId) },
    facts: { ehr: 'other', name: 'other' },
    work: { stage: 'kept', owner: 'kept', monthlyAmount: 'kept' },
    ...fields,
  };
  return { request, answer: await post(postProspectMerge.path, request) };
};
const undo = (mergeId: string) => post(buildUrl(postProspectMergeUndo.path, { mergeId }), {});
const rows = async () =>
  getProspectPage.response.parse(
    (await test.inject({ method: 'GET', url: getProspectPage.path })).json(),
  ).rows;
const profile = async (key: string) =>
  getProspectProfile.response.parse(
    (
      await test.inject({ method: 'GET', url: buildUrl(getProspectProfile.path, {}, { key }) })
    ).json(),
  );
const setStage = (prospectId: number, stage: ProspectStage) =>
  test.database.foreground
    .updateTable('prospect_work')
    .set({ stage })
    .where('prospect_id', '=', prospectId)
    .execute();
const insertConversion = async (prospectId: number) =>
  test.database.foreground
    .insertInto('prospect_conversion')
    .values({
      ...{ institution_id: 7, conversion_id: randomUUID(), prospect_id: prospectId },
      ...{ is_new: true, request: '{"a":1}', before: '{"b":1}', created: '{"c":1}' },
      ...{ converted_by: await userId(), converted_at: at },
    })
    .execute();
const ids = async () => (await rows()).map(({ prospectId }) => prospectId).toSorted();

/** Hashes of all tables except those that record that a merge was made and undone. */
const hashes = async () => {
  const without = [
    'prospect_merge',
    'prospect_change',
    'prospect_version',
    'list_version',
    'prospect_work',
  ];
  const work = await test.database.foreground
    .selectFrom('prospect_work')
    .select([
      'prospect_id',
      'stage',
      'stage_since',
      'owner_id',
      'lost_reason',
      'monthly_cents',
      'met_criteria',
    ])
    .orderBy('prospect_id')
    .execute();
  const { rows: changes } = await test.database.execute(
    "select * from prospect_change where change->>'action' not in ('merge', 'undoMerge') order by prospect_id, change_id",
  );
  return { tables: await computeTableHashes(test.database, without), work, changes };
};

describe('a merge', () => {
  it('is refused when its request is repeated after the undo, or has the id of another change', async () => {
    const { request } = await merge(1, 2);
    expect((await undo(request.mergeId)).statusCode).toBe(200);
    expect((await post(postProspectMerge.path, request)).statusCode).toBe(409);
    expect(await ids()).toEqual([1, 2, 3]);
    const { change_id } = await test.database.foreground
      .selectFrom('prospect_change')
      .select('change_id')
      .where('prospect_id', '=', 1)
      .executeTakeFirstOrThrow();
    expect((await merge(1, 2, { mergeId: change_id })).answer.statusCode).toBe(409);
    expect(await ids()).toEqual([1, 2, 3]);
  });

  it('moves all rows, keeps do-not-contact, and an undo restores everything', async () => {
    await rows();
    const before = await hashes();
    const { request, answer } = await merge(1, 2);
    expect(answer.json()).toMatchObject({ prospectId: 1, key: 'prospect-1' });
    expect(await ids()).toEqual([1, 3]);
    const merged = await profile('oak');
    expect(merged).toMatchObject({
      mergedName: 'Prospect 2',
      prospect: {
        ...{ prospectId: 1, name: 'Prospect 2', ehr: 'Dentrix', latitude: 43 },
        doNotContact: 'Asked us',
        nextTask: { title: 'Call them', dueOn: '2026-11-20' },
      },
    });
    // The name is still that of the file.
    expect(merged.facts.filter(({ field }) => field === 'name' || field === 'ehr')).toMatchObject([
      { field: 'name', source: 'fair', isEntered: false },
      { field: 'ehr', isEntered: true },
    ]);
    expect(merged.activity.filter(({ isNote }) => isNote)).toMatchObject([
      { text: 'Left a message' },
    ]);
    // Both prospects had the change of the amount, which is shown once.
    expect(merged.activity.filter(({ text }) => text.startsWith('Expected'))).toHaveLength(1);
    expect(merged.activity.filter(({ mergeId }) => mergeId !== undefined)).toMatchObject([
      { text: 'Merged Prospect 2 into Prospect 1', mergeId: request.mergeId },
    ]);
    for (const table of movedTables)
      expect(
        await test.database.foreground
          .selectFrom(table)
          .where('prospect_id', '=', 2)
          .selectAll()
          .execute(),
      ).toEqual([]);
    expect((await undo(request.mergeId)).json()).toEqual({ retained: [] });
    expect(await hashes()).toEqual(before);
    expect((await undo(request.mergeId)).json()).toEqual({ retained: [] });
    expect(await ids()).toEqual([1, 2, 3]);
  });

  it('stays in one row when the file is imported or the place is found again', async () => {
    await merge(1, 2);
    const file = 'Lead ID,Name\nL-2,Oak Dental Renamed\nL-3,Prospect 3\n';
    expect(
      await importText(test.database, 'prospects', file, { externalSource: 'fair' }),
    ).toMatchObject({
      added: 0,
    });
    expect((await post(postProspect.path, { placeId: 'oak' })).json()).toMatchObject({
      prospectId: 1,
    });
    expect(await ids()).toEqual([1, 3]);
  });

  it('is made once for concurrent requests, and of two opposite merges one is refused', async () => {
    const { request } = await merge(1, 2);
    const repeated = await Promise.all(
      Array.from({ length: 8 }, () => post(postProspectMerge.path, request)),
    );
    expect(repeated.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    expect((await post(postProspectMerge.path, { ...request, facts: {} })).statusCode).toBe(409);
    await undo(request.mergeId);
    const opposite = await Promise.all([merge(1, 2), merge(2, 1)]);
    expect(opposite.map(({ answer }) => answer.statusCode).toSorted()).toEqual([200, 409]);
  });

  it('refuses a prospect that changed, and changes of a merged prospect', async () => {
    const stale = { kept: { prospectId: 1, version: 0 } };
    expect((await merge(1, 2, stale)).answer.statusCode).toBe(409);
    expect((await merge(1, 99)).answer.statusCode).toBe(404);
    expect((await merge(1, 1)).answer.statusCode).toBe(422);
    await merge(1, 2);
    const late = await note(2, 'Too late');
    expect([late.statusCode, late.body]).toEqual([
      409,
      'Prospect 2 was merged into another prospect. Reload the page to see it.',
    ]);
    const moved = await change([{ prospectId: 2, version: await versionOf(2) }], {
      ...{ action: 'move', stage: 'Demo', lostReason: null },
    });
    expect(moved.statusCode).toBe(409);
  });

  it('leaves no row behind when users work on the merged prospect at the same time', async () => {
    const work = async (id: number) => [
      note(id, 'At the same time'),
      task(id, { title: 'At the same time' }),
      post(buildUrl(postProspectCall.path, { prospectId: id }), { callId: randomUUID(), ...call }),
      change([{ prospectId: id, version: await versionOf(id) }], {
        action: 'suppress',
        reason: 'x',
      }),
      change([{ prospectId: 3, version: await versionOf(3) }], {
        ...{ action: 'liftSuppression', reason: 'x' },
      }),
    ];
    for (let round = 0; round < 5; round += 1) {
      const [first, ...answers] = await Promise.all([
        merge(1, 2),
        ...(await work(2)).map(async (answer) => ({ answer: await answer })),
        ...(await work(1)).map(async (answer) => ({ answer: await answer })),
      ]);
      // A change that came first raised the version.
      const { request, answer } = first?.answer.statusCode === 200 ? first : await merge(1, 2);
      expect(answer.statusCode).toBe(200);
      for (const each of answers) expect([200, 409]).toContain(each.answer.statusCode);
      for (const table of movedTables)
        expect(
          await test.database.foreground
            .selectFrom(table)
            .where('prospect_id', '=', 2)
            .selectAll()
            .execute(),
        ).toEqual([]);
      const late = await Promise.all([
        task(2, {}),
        post(buildUrl(postProspectCall.path, { prospectId: 2 }), { callId: randomUUID(), ...call }),
        post(buildUrl(postProspectFact.path, { prospectId: 2 }), {
          ...{ changeId: randomUUID(), version: 3, field: 'ehr', value: 'Denticon' },
        }),
      ]);
      expect(late.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409]);
      expect((await undo(request.mergeId)).statusCode).toBe(200);
    }
  });

  it('keeps a won prospect and its customer, and moves conversions with all columns', async () => {
    await insertInstitution(test.database, { institution_id: 7 });
    await setStage(1, 'Won');
    await insertConversion(1);
    const { answer } = await merge(2, 1);
    expect([answer.statusCode, answer.body]).toEqual([
      409,
      'Prospect 1 is a customer now. Keep it, and merge Prospect 2 into it.',
    ]);
    const before = await hashes();
    const won = await merge(1, 2, {
      work: { stage: 'other', owner: 'kept', monthlyAmount: 'kept' },
    });
    expect((await profile('oak')).prospect).toMatchObject({
      ...{ stage: 'Won', customer: { institutionId: 7 } },
    });
    await undo(won.request.mergeId);
    expect(await hashes()).toEqual(before);

    await setStage(1, 'New');
    const moved = await merge(3, 1);
    expect((await profile('prospect-3')).prospect.customer).toMatchObject({ institutionId: 7 });
    await undo(moved.request.mergeId);
    expect((await hashes()).tables).toEqual(before.tables);
  });

  it('is undone after later merges only, and keeps later changes', async () => {
    const before = await hashes();
    const first = await merge(1, 2);
    const second = await merge(3, 1, {
      work: { stage: 'kept', owner: 'kept', monthlyAmount: 'other' },
    });
    expect(await ids()).toEqual([3]);
    expect((await profile('oak')).prospect).toMatchObject({ prospectId: 3, monthlyAmount: 100 });
    const refused = await undo(first.request.mergeId);
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'Undo the later merge of Prospect 2 into Prospect 3 first.',
    ]);
    await undo(second.request.mergeId);
    await undo(first.request.mergeId);
    expect({ ...(await hashes()), work: before.work }).toEqual(before);
    const third = await merge(3, 1, {
      work: { stage: 'kept', owner: 'kept', monthlyAmount: 'other' },
    });
    await change([{ prospectId: 3, version: await versionOf(3) }], {
      action: 'setAmount',
      monthlyAmount: 7,
    });
    expect((await undo(third.request.mergeId)).json()).toEqual({ retained: ['Expected amount'] });
    expect((await rows()).find(({ prospectId }) => prospectId === 3)?.monthlyAmount).toBe(7);
  });

  it('changes nothing when it fails midway', async () => {
    await rows();
    const before = await hashes();
    await test.database.execute(
      "create function fail() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$",
    );
    await test.database.execute(
      'create trigger fail before insert on prospect_merge for each row execute function fail()',
    );
    expect((await merge(1, 2)).answer.statusCode).toBe(500);
    expect(await hashes()).toEqual(before);
  });
});

it('compares two prospects, and shows what both have in common', async () => {
  const pair = getProspectPair.response.parse(
    (
      await test.inject({
        method: 'GET',
        url: buildUrl(getProspectPair.path, { one: 1, other: 2 }),
      })
    ).json(),
  );
  expect(pair).toMatchObject({
    reasons: ['phone'],
    other: {
      attached: { note: 1, change: 2, task: 1, 'do-not-contact mark': 1 },
      doNotContact: 'Asked us',
    },
  });
  const group = getProspectGroup.response.parse(
    (
      await test.inject({ method: 'GET', url: buildUrl(getProspectGroup.path, { prospectId: 1 }) })
    ).json(),
  );
  expect(group).toMatchObject({
    ...{ duplicates: 2, sisterLocations: 0 },
    shared: [{ column: 'phone', prospects: 3, values: ['860-321-0142'] }],
  });
});

it('keeps the rows of the list as a new reader computes them', async () => {
  const { request } = await merge(1, 2);
  for (const step of ['merged', 'undone']) {
    if (step === 'undone') await undo(request.mergeId);
    const kept = await prospectRowsReader(test.dependencies)();
    const fresh = await prospectRowsReader({ ...test.dependencies })();
    const byId = (all: typeof kept.rows) =>
      all.toSorted((one, other) => one.prospectId - other.prospectId);
    expect(byId(kept.rows)).toEqual(byId(fresh.rows));
  }
});
