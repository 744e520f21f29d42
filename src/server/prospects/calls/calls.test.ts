import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUrl } from '#shared/core/endpoint.ts';
import {
  postCallList,
  postProspectCall,
  postProspectCallUndo,
} from '#shared/prospects/calls/calls.ts';
import { postProspectChange, postProspectNote } from '#shared/prospects/changes.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertProspect } from '#test/factories.ts';

let test: TestApp;

beforeAll(async () => {
  test = await buildTestApp();
  for (const id of [1, 2, 3, 4, 5, 6, 7])
    await insertProspect(test.database, {
      prospect_id: id,
      address: '1 Main St, Hartford, CT 06103',
      phone: `860-555-010${id}`,
    });
});
afterAll(() => test.close());

const loaded = async (...prospectIds: number[]) =>
  postCallList.response.parse(
    (
      await test.inject({ method: 'POST', url: postCallList.path, payload: { prospectIds } })
    ).json(),
  );
const stateOf = async (id: number) => {
  const [found] = (await loaded(id)).prospects;
  return {
    stage: found?.prospect.stage,
    lostReason: found?.prospect.lostReason,
    doNotContact: found?.prospect.doNotContact,
    note: found?.lastNote?.text,
    version: found?.prospect.version ?? Number.NaN,
  };
};
const nothing = { outcome: 'message', note: '', stage: null, lostReason: null };
const save = (id: number, made: Record<string, unknown> = {}, cookie?: string) =>
  test.inject({
    method: 'POST',
    url: buildUrl(postProspectCall.path, { prospectId: id }),
    payload: { callId: randomUUID(), version: 0, ...nothing, ...made },
    ...(cookie !== undefined && { headers: { cookie } }),
  });
const undo = (id: number, callId: string, version: number, cookie?: string) =>
  test.inject({
    method: 'POST',
    url: buildUrl(postProspectCallUndo.path, { prospectId: id, callId }),
    payload: { version },
    ...(cookie !== undefined && { headers: { cookie } }),
  });

describe('a call list', () => {
  it('keeps the order of the request, and counts prospects that no longer exist', async () => {
    const { prospects, missing } = await loaded(3, 99, 1);
    expect(prospects.map(({ prospect }) => prospect.prospectId)).toEqual([3, 1]);
    expect(missing).toBe(1);
    const twice = { prospectIds: [1, 1] };
    const refused = await test.inject({ method: 'POST', url: postCallList.path, payload: twice });
    expect(refused.statusCode).toBe(422);
  });
});

describe('a call', () => {
  it('adds one note and one move, however often and simultaneously it is sent', async () => {
    const made = {
      callId: randomUUID(),
      outcome: 'reached',
      note: '  Wants a demo 😀 ',
      stage: 'Contacted',
    };
    const answers = await Promise.all([1, 2, 3, 4].map(() => save(1, made)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(await stateOf(1)).toMatchObject({
      stage: 'Contacted',
      note: 'Called: reached. Wants a demo 😀',
      version: 1,
    });
    const notes = await test.database.foreground
      .selectFrom('prospect_note')
      .select('note_id')
      .where('prospect_id', '=', 1)
      .execute();
    expect(notes).toEqual([{ note_id: made.callId }]);
    expect((await save(1, { ...made, note: 'Another text' })).statusCode).toBe(409);
  });

  it('can be undone with its move, once, and only by its caller', async () => {
    const callId = randomUUID();
    const lost = { callId, outcome: 'notInterested', lostReason: 'Price' };
    expect((await save(2, lost)).json()).toEqual({ version: 1 });
    expect(await stateOf(2)).toMatchObject({ stage: 'Lost', lostReason: 'Price' });
    const other = await test.signIn('member');
    expect((await undo(2, callId, 1, other)).statusCode).toBe(403);
    expect((await undo(2, callId, 1)).json()).toEqual({ version: 2 });
    expect(await stateOf(2)).toMatchObject({ stage: 'New', lostReason: null, note: undefined });
    expect((await undo(2, callId, 1)).json()).toEqual({ version: 2 });
  });

  it('is refused with the id of another change', async () => {
    await insertProspect(test.database, { prospect_id: 22 });
    const changeId = randomUUID();
    await test.inject({
      method: 'POST',
      url: postProspectChange.path,
      payload: {
        changeId,
        prospects: [{ prospectId: 22, version: 0 }],
        change: { action: 'setAmount', monthlyAmount: 5 },
      },
    });
    const reached = { outcome: 'reached', stage: 'Demo', version: 1, callId: changeId };
    expect((await save(22, reached)).statusCode).toBe(409);
    expect((await stateOf(22)).note).toBeUndefined();
  });

  it('can suppress contact, which its undo lifts', async () => {
    const callId = randomUUID();
    await save(3, { callId, outcome: 'doNotContact', note: 'Never again' });
    expect((await stateOf(3)).doNotContact).toBe('Never again');
    await undo(3, callId, 1);
    expect((await stateOf(3)).doNotContact).toBeNull();
  });

  it('leaves the suppression of another prospect with the phone number when it is undone', async () => {
    const phone = '860-321-0177';
    await insertProspect(test.database, { prospect_id: 8, phone });
    await insertProspect(test.database, { prospect_id: 9, phone: `${phone} x12` });
    const callId = randomUUID();
    await save(8, { callId, outcome: 'doNotContact', note: 'Never again' });
    await save(9, { outcome: 'doNotContact', note: 'Asked in writing' });
    expect((await undo(8, callId, 1)).statusCode).toBe(200);
    expect((await stateOf(8)).doNotContact).toBe('Asked in writing');
    expect((await stateOf(9)).doNotContact).toBe('Asked in writing');
  });

  it('is refused, with its note, when it would move a prospect that someone else moved', async () => {
    const moved = { action: 'move', stage: 'Demo', lostReason: null };
    await test.inject({
      method: 'POST',
      url: postProspectChange.path,
      payload: {
        changeId: randomUUID(),
        prospects: [{ prospectId: 4, version: 0 }],
        change: moved,
      },
    });
    const reached = { outcome: 'reached', stage: 'Contacted' };
    expect((await save(4, reached)).statusCode).toBe(409);
    expect(await stateOf(4)).toMatchObject({ stage: 'Demo', note: undefined });
    // An outcome that changes nothing needs no version.
    expect((await save(4)).statusCode).toBe(200);
    expect((await stateOf(4)).note).toBe('Called: left a message.');
  });

  it('is not undone after someone else moved the prospect', async () => {
    const callId = randomUUID();
    await save(5, { callId, outcome: 'reached', stage: 'Contacted' });
    test.setClock(new Date('2026-11-18T18:00:01Z'));
    await save(5, { version: 1, outcome: 'reached', stage: 'Demo' });
    expect((await undo(5, callId, 1)).statusCode).toBe(409);
    expect((await undo(5, callId, 2)).statusCode).toBe(409);
    expect(await stateOf(5)).toMatchObject({ stage: 'Demo' });
  });

  it.each([
    [{ outcome: 'notInterested' }, 422],
    [{ lostReason: 'Price' }, 422],
    [{ outcome: 'noAnswer', stage: 'Demo' }, 422],
    [{ outcome: 'reached', stage: 'Won' }, 422],
    [{ note: 'a\u0000b' }, 422],
  ])('with %j is refused', async (made, status) => {
    expect((await save(6, made)).statusCode).toBe(status);
    expect((await stateOf(6)).note).toBeUndefined();
  });

  it('needs a prospect', async () => {
    expect((await save(99)).statusCode).toBe(404);
    expect((await undo(99, randomUUID(), 0)).statusCode).toBe(404);
  });

  it('is undone once by simultaneous requests, and not saved again by a late repeat', async () => {
    await insertProspect(test.database, { prospect_id: 10 });
    const made = { callId: randomUUID(), outcome: 'reached', stage: 'Contacted' };
    await save(10, made);
    const answers = await Promise.all([1, 2, 3, 4].map(() => undo(10, made.callId, 1)));
    expect(answers.map((answer) => answer.json())).toEqual(answers.map(() => ({ version: 2 })));
    const { change } = await test.database.foreground
      .selectFrom('prospect_change')
      .select(({ fn }) => fn.countAll<number>().as('change'))
      .where('prospect_id', '=', 10)
      .executeTakeFirstOrThrow();
    expect(change).toBe(2);
    expect(await stateOf(10)).toMatchObject({ stage: 'New', note: undefined });
    expect((await save(10, made)).statusCode).toBe(409);
    expect(await stateOf(10)).toMatchObject({ stage: 'New', note: undefined, version: 2 });
  });

  it('differs from a note by its kind, not by its text', async () => {
    await insertProspect(test.database, { prospect_id: 11 });
    expect((await undo(11, randomUUID(), 0)).statusCode).toBe(404);
    const note = { noteId: randomUUID(), body: 'Called: reached. Typed by hand.' };
    await test.inject({
      method: 'POST',
      url: buildUrl(postProspectNote.path, { prospectId: 11 }),
      payload: note,
    });
    expect((await undo(11, note.noteId, 0)).statusCode).toBe(404);
    expect((await stateOf(11)).note).toBe(note.body);
  });
});
