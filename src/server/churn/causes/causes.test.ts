import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getRiskEpisodes } from '#shared/churn/causes/episodes.ts';
import { addDays } from '#shared/core/dates.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { createScoreWeekRow, insertOfficialWeeks } from '#test/score-week.ts';

let test: TestApp;
const now = new Date('2026-11-18T18:00:00Z');
const newest = '2026-11-08';
const weeksAgo = (count: number) => addDays(newest, -7 * count);
/** Weeks at risk by customer, as the number of weeks before the newest official week. */
const atRisk: Record<number, number[]> = {
  1: [40, 39, 38],
  2: [40, 36, 31],
  3: [2, 1, 0],
  4: [7, 6],
  5: [20, 19, 18],
  6: [30, 29],
  7: [12],
};

beforeAll(async () => {
  test = await buildTestApp({ now });
  const { foreground } = test.database;
  for (const id of Object.keys(atRisk).map(Number))
    await insertInstitution(test.database, {
      institution_id: id,
      name: `Customer ${id}`,
      go_live_on: '2024-03-01',
    });
  await insertOfficialWeeks(
    foreground,
    Array.from({ length: 41 }, (_, at) => weeksAgo(40 - at)),
  );
  await foreground
    .insertInto('score_version')
    .values(
      Object.entries(atRisk).flatMap(([id, weeks]) =>
        weeks.map((ago) =>
          createScoreWeekRow({
            institution_id: Number(id),
            week_start: weeksAgo(ago),
            at_risk: true,
            weeks_at_risk: 1,
          }),
        ),
      ),
    )
    .execute();
  const loss = (institution_id: number, noticed_on: string, takenBack = false) => ({
    institution_id,
    loss_id: randomUUID(),
    noticed_on,
    effective_on: addDays(noticed_on, 30),
    reason: 'Low use',
    ...(takenBack ? { taken_back_at: now, taken_back_reason: 'They stay' } : {}),
  });
  await foreground
    .insertInto('churn_event')
    .values([
      // 59 days after the end of the customer's risk episode, which therefore counts as lost.
      loss(5, addDays(weeksAgo(17), 59)),
      // 60 days after the end of the customer's risk episode, which therefore counts as saved.
      loss(6, addDays(weeksAgo(28), 60)),
      // Withdrawn, so the loss does not count.
      loss(1, weeksAgo(37), true),
      // Before the customer's first week at risk.
      loss(7, weeksAgo(13)),
    ])
    .execute();
  await test.inject({
    method: 'POST',
    url: '/api/institution/3/notes',
    payload: { noteId: randomUUID(), body: 'Called them' },
  });
});
afterAll(() => test.close());

it('classifies each risk episode as saved, lost, open or too early to tell', async () => {
  const { rows } = getRiskEpisodes.response.parse(
    (await test.inject({ method: 'GET', url: getRiskEpisodes.path })).json(),
  );
  const told = rows.map(({ institutionId, beganOn, endedOn, outcome, isTreated }) => [
    institutionId,
    beganOn,
    endedOn,
    outcome,
    isTreated,
  ]);
  expect(told).toEqual([
    [3, weeksAgo(1), null, 'Open', true],
    [4, weeksAgo(6), weeksAgo(5), 'Too early to tell', false],
    [5, weeksAgo(19), addDays(weeksAgo(17), 59), 'Lost', false],
    [6, weeksAgo(29), weeksAgo(28), 'Saved', false],
    // Weeks at risk that are five weeks apart belong to two episodes. Weeks that are four weeks
    // apart belong to one.
    [2, weeksAgo(30), weeksAgo(30), 'Saved', false],
    [1, weeksAgo(39), weeksAgo(37), 'Saved', false],
    [2, weeksAgo(39), weeksAgo(35), 'Saved', false],
  ]);
  expect(rows.find(({ outcome }) => outcome === 'Lost')?.noticedOn).toBe(addDays(weeksAgo(17), 59));
});

it('counts a note as treatment even when newer notes exist', async () => {
  const isTreated = async () =>
    getRiskEpisodes.response
      .parse((await test.inject({ method: 'GET', url: getRiskEpisodes.path })).json())
      .rows.find(({ institutionId }) => institutionId === 4)?.isTreated;
  expect(await isTreated()).toBe(false);
  await sql`insert into note (institution_id, note_id, author_id, body, created_at)
    select 4, gen_random_uuid(), user_id, 'Called them', ${addDays(weeksAgo(6), 2)}::date from app_user limit 1`.execute(
    test.database.foreground,
  );
  expect(await isTreated()).toBe(true);
});
