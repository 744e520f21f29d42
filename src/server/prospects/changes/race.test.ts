import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { postProspectChange } from '#shared/prospects/changes.ts';
import { getProspectPage } from '#shared/prospects/list.ts';
import { activeProspectStages } from '#shared/prospects/stages.ts';
import { buildTestApp } from '#test/app.ts';
import { insertProspect } from '#test/factories.ts';

/** Number of moves by each user. */
const moves = 200;
const cards = [1, 2, 3];

it('two users move the same cards 200 times each, and no move is lost', async () => {
  const test = await buildTestApp();
  for (const id of cards) await insertProspect(test.database, { prospect_id: id });
  const cookies = [await test.signIn('member'), await test.signIn('member')];
  const accepted = new Map<number, { changeId: string; version: number; stage: string }[]>(
    cards.map((id) => [id, []]),
  );
  let refused = 0;
  // The version of each card that a user last saw, as on the user's board.
  const seen = cookies.map(() => new Map(cards.map((id) => [id, 0])));

  async function move(user: number, turn: number): Promise<void> {
    const prospectId = cards[turn % cards.length] ?? 1;
    const version = seen[user]?.get(prospectId) ?? 0;
    const stage = activeProspectStages[(turn + user) % activeProspectStages.length] ?? 'New';
    const changeId = randomUUID();
    const { statusCode, body } = await test.app.inject({
      method: 'POST',
      url: postProspectChange.path,
      headers: { cookie: cookies[user], 'sec-fetch-site': 'same-origin' },
      payload: {
        changeId,
        prospects: [{ prospectId, version }],
        change: { action: 'move', stage, lostReason: null },
      },
    });
    if (statusCode === 409) {
      refused += 1;
      // The refused user's board shows the newest version after its refetch.
      const newest = accepted.get(prospectId)?.at(-1)?.version ?? version;
      seen[user]?.set(prospectId, newest);
      return;
    }
    expect(statusCode, body).toBe(200);
    accepted.get(prospectId)?.push({ changeId, version: version + 1, stage });
    seen[user]?.set(prospectId, version + 1);
  }
  await Promise.all(
    cookies.map(async (_, user) => {
      for (let turn = 0; turn < moves; turn++) await move(user, turn);
    }),
  );

  const { rows } = getProspectPage.response.parse(
    (await test.inject({ method: 'GET', url: `${getProspectPage.path}?list=` })).json(),
  );
  const history = await test.database.foreground
    .selectFrom('prospect_change')
    .select(['prospect_id', 'change_id'])
    .execute();
  for (const [id, made] of accepted) {
    const byVersion = made.toSorted((one, other) => one.version - other.version);
    // Each version was accepted once, without a gap.
    expect(byVersion.map(({ version }) => version)).toEqual(byVersion.map((_, at) => at + 1));
    expect(rows.find(({ prospectId }) => prospectId === id)).toMatchObject({
      stage: byVersion.at(-1)?.stage,
      version: byVersion.length,
    });
    expect(
      history
        .filter(({ prospect_id }) => prospect_id === id)
        .map(({ change_id }) => change_id)
        .sort(),
    ).toEqual(byVersion.map(({ changeId }) => changeId).sort());
  }
  expect(history.length + refused).toBe(cookies.length * moves);
  expect(refused).toBeGreaterThan(0);
  await test.close();
});
