import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BoardAnswer,
  boardLimits,
  boardSchema,
  exportBoard,
  getBoard,
  postBoard,
  type WidgetData,
} from '#shared/boards/boards.ts';
import { buildPinnedAnswerKey, findPinnedPlan } from '#shared/boards/pinned-answers.ts';
import {
  findWidget,
  readyMadeBoardDefinitions,
  resolveTableWidgetFilters,
  widgetKeys,
} from '#shared/boards/widgets.ts';
import { maxListQueryStringLength } from '#shared/core/endpoint.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import { filterAndSortRows } from '#shared/list/apply.ts';
import { intersectFilters } from '#shared/list/merge.ts';
import { emptyListState } from '#shared/list/state.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import { getInstitutionList, type ListedInstitution } from '#shared/portfolio/list.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { createScoreWeekRow } from '#test/score-week.ts';

let test: TestApp;
let other: string;

const weeks = ['2026-10-25', '2026-11-01', '2026-11-08'];
const closedAt = new Date('2026-11-18T18:00:00Z');
const today = '2026-11-18';
const states = ['CT', 'TX', 'TX', 'CA'];

let tickets = 0;
/** Inserts a ticket that was opened `opened` days ago and closed `closed` days ago. */
function ticket(institution_id: number, opened: number, closed: number | null) {
  const ago = (days: number) => new Date(closedAt.getTime() - days * 86_400_000);
  const about = {
    subject: '',
    body: '',
    pipeline_id: '',
    stage_id: '',
    priority: '',
    owner_id: null,
    product: null,
  };
  const closed_at = closed === null ? null : ago(closed);
  return {
    ...about,
    institution_id,
    ticket_id: ++tickets,
    created_at: ago(opened),
    updated_at: closed_at ?? ago(opened),
    closed_at,
  };
}

/**
 * Inserts twelve customers. Customers with an odd id are Critical, and at risk since the last week.
 * The fourth customer is not scored.
 */
beforeAll(async () => {
  test = await buildTestApp();
  const { foreground } = test.database;
  for (let id = 1; id <= 12; id++)
    await insertInstitution(
      test.database,
      { institution_id: id, churned_on: id === 12 ? '2026-11-01' : null },
      [{ location_id: id * 10, state: id === 11 ? null : (states[id % 4] ?? null) }],
    );
  await foreground
    .insertInto('rules_version')
    .values({
      rules_version_id: 1,
      rules: JSON.stringify(defaultHealthRules),
      note: '',
      created_at: new Date(),
    })
    .execute();
  for (const [index, week] of weeks.entries()) {
    await foreground
      .insertInto('official_week')
      .values({
        week_start: week,
        week_end: week.replace(/..$/, (day) => String(Number(day) + 6).padStart(2, '0')),
        rules_version_id: 1,
        closed_at: closedAt,
        institutions: 11,
      })
      .execute();
    const isLast = index === weeks.length - 1;
    await foreground
      .insertInto('score_version')
      .values(
        [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12].map((id) =>
          createScoreWeekRow({
            institution_id: id,
            week_start: week,
            adoption_score: isLast && id % 2 === 1 ? 40 : 80,
            health_tier: isLast && id % 2 === 1 ? 'Critical' : 'Healthy',
            previous_score: index === 0 ? null : 80,
            previous_health_tier: index === 0 ? null : 'Healthy',
            score_change: index === 0 ? null : isLast && id % 2 === 1 ? -40 : 0,
            tier_change: isLast && id % 2 === 1 ? 'down' : 'flat',
            at_risk: isLast && id % 2 === 1,
            weeks_at_risk: isLast && id % 2 === 1 ? 1 : 0,
          }),
        ),
      )
      .execute();
  }
  await foreground
    .insertInto('crm_ticket')
    .values([
      ticket(2, 0, null),
      ticket(2, 30, 2),
      ticket(5, 9, 6),
      ticket(12, 30, 2),
      ticket(6, 30, 8),
    ])
    .execute();
  other = await test.signIn('admin');
});
afterAll(() => test.close());

const ask = (board: string, query: Record<string, string> = {}, cookie?: string) =>
  test.inject({
    method: 'GET',
    url: `/api/boards/${board}`,
    query,
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  });
async function board(id: string, query: Record<string, string> = {}): Promise<BoardAnswer> {
  const answer = await ask(id, query);
  expect(answer.statusCode, answer.body).toBe(200);
  return getBoard.response.parse(answer.json());
}
function widget<Kind extends WidgetData['kind']>(
  { widgets }: BoardAnswer,
  key: string,
  kind: Kind,
): Extract<WidgetData, { kind: Kind }> {
  const found = widgets.find((each) => each.key === key);
  if (found?.kind !== kind) throw new Error(`${key} is ${found?.kind}`);
  return found as Extract<WidgetData, { kind: Kind }>;
}
const copy = (payload: object, cookie?: string) =>
  test.inject({
    method: 'POST',
    url: postBoard.path,
    payload,
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  });
async function copied(name: string, copyOf = 'health') {
  const answer = await copy({ boardId: randomUUID(), name, copyOf });
  expect(answer.statusCode, answer.body).toBe(200);
  return boardSchema.parse(answer.json());
}
const patch = (id: string, payload: object, cookie?: string) =>
  test.inject({
    method: 'PATCH',
    url: `/api/boards/${id}`,
    payload,
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  });

describe('a board', () => {
  it('answers all of its widgets at once', async () => {
    const health = await board('health');
    expect(health.board).toMatchObject({ name: 'Health', isOwn: false, version: 0 });
    expect(health).toMatchObject({ weekEndDate: '2026-11-14', institutions: 11, matching: 11 });
    expect(health.widgets.map(({ key }) => key)).toEqual(readyMadeBoardDefinitions.health.widgets);
    expect(widget(health, 'customers', 'figure')).toMatchObject({ value: 11, rows: 11, change: 0 });
    expect(widget(health, 'atRisk', 'figure')).toMatchObject({ value: 6, rows: 6, change: 6 });
    expect(widget(health, 'averageScore', 'figure')).toMatchObject({
      value: 56,
      rows: 10,
      change: -24,
    });
    expect(widget(health, 'biggestFalls', 'table')).toMatchObject({ total: 6 });
    expect(widget(health, 'biggestFalls', 'table').rows[0]).toEqual({
      institutionId: 1,
      institutionName: 'Institution 1',
      cells: ['Critical', 40, -40],
    });
    // The former customer is in none of the weeks.
    expect(
      widget(health, 'tierTrend', 'trend').points.map(({ weekEndDate, institutions, values }) => [
        weekEndDate,
        institutions,
        values.critical,
      ]),
    ).toEqual([
      ['2026-10-31', 10, 0],
      ['2026-11-07', 10, 0],
      ['2026-11-14', 10, 6],
    ]);
    expect(widget(await board('watch'), 'openTickets', 'figure')).toMatchObject({
      value: 1,
      rows: 1,
      change: -1,
    });
    expect(
      widget(await board('watch', { filters: 'f.healthTier=Healthy' }), 'openTickets', 'figure'),
    ).toMatchObject({
      value: 1,
      change: 0,
    });
  });

  it('hides averages and shares of fewer than five', async () => {
    const { states: here, elsewhere } = widget(await board('health'), 'scoreMap', 'map');
    expect(here.map(({ state, institutions, value }) => [state, institutions, value])).toEqual([
      ['TX', 6, 60],
      ['CA', 2, null],
      ['CT', 2, null],
    ]);
    expect(elsewhere).toBe(1);
    const few = await board('health', { filters: 'f.state=CT' });
    expect(widget(few, 'averageScore', 'figure')).toMatchObject({ value: null, rows: 1 });
    expect(
      widget(few, 'averageScoreTrend', 'trend').points.every(
        ({ values }) => values.averageScore === null,
      ),
    ).toBe(true);
  });

  it('assigns an average to a tier by the rules of the last official week', async () => {
    const tiers = async () =>
      widget(await board('health'), 'scoreMap', 'map').states.map(({ state, tier }) => [
        state,
        tier,
      ]);
    const { foreground } = test.database;
    await foreground
      .insertInto('rules_version')
      .values({
        rules_version_id: 2,
        rules: JSON.stringify({ ...defaultHealthRules, healthyFrom: 60 }),
        note: '',
        created_at: closedAt,
      })
      .execute();
    async function judgeBy(rules_version_id: number, secondsLater: number): Promise<void> {
      const closed_at = new Date(closedAt.getTime() + secondsLater * 1000);
      await foreground
        .updateTable('official_week')
        .set({ rules_version_id, closed_at })
        .where('week_start', '=', '2026-11-08')
        .execute();
      test.setClock(closed_at);
    }
    const others = [
      ['CA', null],
      ['CT', null],
    ];
    await judgeBy(2, 5);
    expect(await tiers()).toEqual([['TX', 'Healthy'], ...others]);
    await judgeBy(1, 10);
    expect(await tiers()).toEqual([['TX', 'Medium'], ...others]);
  });

  it('applies its filters to every widget', async () => {
    const answer = await board('health', { filters: 'f.healthTier=Critical', weeks: '13' });
    expect(answer).toMatchObject({ institutions: 11, matching: 6 });
    expect(widget(answer, 'customers', 'figure').value).toBe(6);
    expect(widget(answer, 'biggestFalls', 'table').total).toBe(6);
    expect(
      widget(answer, 'tierTrend', 'trend').points.map(({ institutions }) => institutions),
    ).toEqual([6, 6, 6]);
    const nobody = await board('health', { filters: 'q=nobody' });
    expect(nobody.matching).toBe(0);
    expect(widget(nobody, 'averageScore', 'figure')).toMatchObject({
      value: null,
      rows: 0,
      change: null,
    });
    expect(widget(nobody, 'tierTrend', 'trend').points).toEqual([]);
  });

  it('reports filters that it could not apply', async () => {
    const { statusCode, body } = await ask('health', {
      filters: 'f.mood=good&f.healthTier=Splendid&f.__proto__=x',
    });
    expect(statusCode).toBe(422);
    expect(body.split('\n')).toHaveLength(3);
    expect(body).toContain('“mood”');
  });

  it('counts exactly the linked customers in every figure, with and without filters', async () => {
    const mine = await copied('Everything');
    await patch(mine.boardId, { version: 1, widgets: widgetKeys.slice(0, boardLimits.widgets) });
    const { rows: institutions } = getInstitutionList.response.parse(
      (await test.inject({ method: 'GET', url: getInstitutionList.path })).json(),
    );
    const rowsOf = (rows: readonly ListedInstitution[], filters: readonly { column: string }[]) =>
      filterAndSortRows(rows, institutionColumns, { ...emptyListState, filters: filters as never });
    for (const [filters, asked] of [
      ['', []],
      ['f.atRisk=yes', [{ column: 'atRisk', kind: 'is', value: true }]],
      ['f.healthTier=Healthy', [{ column: 'healthTier', kind: 'one-of', values: ['Healthy'] }]],
    ] as const) {
      const answer = await board(mine.boardId, { filters });
      for (const data of answer.widgets) {
        const known = findWidget(data.key);
        if (known?.kind !== 'figure' && known?.kind !== 'table') continue;
        const merged = intersectFilters(
          asked,
          known.kind === 'table' ? resolveTableWidgetFilters(known, today) : known.filters,
        );
        if (merged === 'inexpressible') throw new Error(`${data.key} cannot be opened`);
        const opened = merged === 'nothing' ? 0 : rowsOf(institutions, merged).length;
        if (data.kind === 'table') expect([data.key, data.total]).toEqual([data.key, opened]);
        if (data.kind === 'figure') expect([data.key, data.rows]).toEqual([data.key, opened]);
        if (data.kind === 'figure' && known.kind === 'figure' && known.value === 'rows')
          expect(data.value).toBe(data.rows);
      }
    }
  });

  it('lists customers whose grace ends next, not those whose grace ended since the week was closed', async () => {
    const { foreground } = test.database;
    const live = (id: number, go_live_on: string) =>
      foreground
        .updateTable('institution')
        .set({ go_live_on })
        .where('institution_id', '=', id)
        .execute();
    await foreground
      .updateTable('score_version')
      .set({ in_grace: true })
      .where('institution_id', 'in', [2, 6])
      .execute();
    // A grace period of 90 days ended yesterday; another ends today.
    await live(2, '2026-08-19');
    await live(6, '2026-08-20');
    await foreground
      .updateTable('official_week')
      .set({ closed_at: new Date(`${today}T18:30:00Z`) })
      .execute();
    test.setClock(new Date(`${today}T19:00:00Z`));
    const { rows } = widget(await board('watch'), 'graceEnding', 'table');
    expect(rows.map(({ institutionId, cells }) => [institutionId, cells.at(-1)])).toEqual([
      [6, '2026-11-18'],
    ]);
  });

  it.each([
    ['no session', 'health', {}, 'sid=x', 401],
    ['an unknown board', randomUUID(), {}, undefined, 404],
    ['an invalid key', 'executive', {}, undefined, 422],
    ['a property of every object', '__proto__', {}, undefined, 422],
    ['too many weeks', 'health', { weeks: '1000000' }, undefined, 422],
    ['filters with a NUL', 'health', { filters: 'q=\0' }, undefined, 422],
    ['too long filters', 'health', { filters: 'f.city=a&'.repeat(1000) }, undefined, 422],
  ])('refuses %s', async (_, id, query, cookie, status) => {
    expect((await ask(id, query, cookie)).statusCode).toBe(status);
  });
});

describe('an own board', () => {
  it('is a copy that only its owner can see, change and delete', async () => {
    const mine = await copied('Mine', 'growth');
    expect(mine).toMatchObject({
      name: 'Mine',
      isOwn: true,
      version: 1,
      widgets: readyMadeBoardDefinitions.growth.widgets,
    });
    expect((await board('health')).boards).toContainEqual({
      boardId: mine.boardId,
      name: 'Mine',
      isOwn: true,
    });
    for (const answer of [
      await ask(mine.boardId, {}, other),
      await patch(mine.boardId, { version: 1, name: 'Ours' }, other),
      await copy({ boardId: randomUUID(), name: 'Theirs', copyOf: mine.boardId }, other),
      await test.inject({
        method: 'DELETE',
        url: `/api/boards/${mine.boardId}`,
        payload: { version: 1 },
        headers: { cookie: other },
      }),
    ])
      expect([answer.statusCode, answer.body]).toEqual([404, 'This board was not found.']);
    expect(
      (await copy({ boardId: mine.boardId, name: 'Mine', copyOf: 'health' }, other)).statusCode,
    ).toBe(409);

    const changed = await patch(mine.boardId, {
      version: 1,
      name: ' My growth ',
      widgets: ['atRisk', 'customers'],
    });
    expect(boardSchema.parse(changed.json())).toMatchObject({
      name: 'My growth',
      version: 2,
      widgets: ['atRisk', 'customers'],
    });
    expect((await board(mine.boardId)).widgets.map(({ key }) => key)).toEqual([
      'atRisk',
      'customers',
    ]);
    const gone = await test.inject({
      method: 'DELETE',
      url: `/api/boards/${mine.boardId}`,
      payload: { version: 2 },
    });
    expect(gone.statusCode).toBe(200);
    expect((await ask(mine.boardId)).statusCode).toBe(404);
  });

  it('is open to other users while it is shared, read-only, and exported safe against formulas', async () => {
    const { boardId } = await copied('Mine', 'health');
    await patch(boardId, { version: 1, isShared: true });
    const shared = getBoard.response.parse((await ask(boardId, {}, other)).json());
    expect(shared.board).toMatchObject({
      ...{ name: 'Mine', isOwn: false, isShared: true, ownerName: 'Morgan Member' },
    });
    expect(shared.boards.some((each) => each.boardId === boardId)).toBe(false);
    expect((await patch(boardId, { version: 2, name: 'Ours' }, other)).statusCode).toBe(404);
    expect(
      (await copy({ boardId: randomUUID(), name: 'Theirs', copyOf: boardId }, other)).statusCode,
    ).toBe(200);
    await patch(boardId, { version: 2, widgets: ['atRisk', 'biggestFalls'] });
    const csv = await test.inject({
      method: 'GET',
      url: `${exportBoard.path}?boardId=${boardId}`,
      headers: { cookie: other },
    });
    expect(csv.body).toMatch(/^\uFEFF?Widget,"?Week, customer or state"?,Figure,Value/);
    expect(csv.body).toContain('At risk');
    await patch(boardId, { version: 3, isShared: false });
    for (const id of [boardId, randomUUID()]) {
      const answer = await ask(id, {}, other);
      expect([answer.statusCode, answer.body]).toEqual([404, 'This board was not found.']);
    }
  });

  it('is created once for repeated clicks', async () => {
    const payload = { boardId: randomUUID(), name: 'Twice', copyOf: 'watch' };
    const answers = await Promise.all([copy(payload), copy(payload), copy(payload)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await board('health')).boards.filter(({ name }) => name === 'Twice')).toHaveLength(1);
  });

  it('can start with widgets instead of a copy', async () => {
    const payload = { boardId: randomUUID(), name: 'Own widgets', widgets: ['atRisk'] };
    for (const answer of [await copy(payload), await copy(payload)])
      expect(boardSchema.parse(answer.json())).toMatchObject({ version: 1, widgets: ['atRisk'] });
    for (const facts of [{ copyOf: 'health' }, { widgets: undefined }, { widgets: ['gone'] }])
      expect((await copy({ ...payload, boardId: randomUUID(), ...facts })).statusCode).toBe(422);
  });

  it('answers 409 to the second of two changes and loses nothing', async () => {
    const mine = await copied('Race');
    const [one, another] = await Promise.all([
      patch(mine.boardId, { version: 1, widgets: ['customers'] }),
      patch(mine.boardId, { version: 1, widgets: ['atRisk'] }),
    ]);
    expect([one.statusCode, another.statusCode].sort()).toEqual([200, 409]);
    expect((one.statusCode === 409 ? one : another).body).toMatch(/has changed in the meantime/);
    const kept = (await board(mine.boardId)).board;
    expect(kept).toMatchObject({
      version: 2,
      widgets: one.statusCode === 200 ? ['customers'] : ['atRisk'],
    });
    const late = await test.inject({
      method: 'DELETE',
      url: `/api/boards/${mine.boardId}`,
      payload: { version: 1 },
    });
    expect(late.statusCode).toBe(409);
  });

  it('has a unique name, ignoring case', async () => {
    await copied('Named');
    const mine = await copied('Another');
    for (const answer of [
      await copy({ boardId: randomUUID(), name: 'NAMED', copyOf: 'health' }),
      await patch(mine.boardId, { version: 1, name: 'named' }),
    ]) {
      expect(answer.statusCode).toBe(409);
      expect(answer.body).toMatch(/You already have a board called/);
    }
  });

  it('keeps a discontinued widget in place until it is removed', async () => {
    const mine = await copied('Old');
    const store = (widgets: unknown) =>
      test.database.foreground
        .updateTable('board')
        .set({ widgets: JSON.stringify(widgets) })
        .where('board_id', '=', mine.boardId)
        .execute();
    await store([
      'customers',
      'horoscope',
      'toString',
      7,
      null,
      { kind: 'figure' },
      'customers',
      'atRisk',
    ]);
    const old = await board(mine.boardId);
    expect(old.widgets.map(({ key, kind }) => [key, kind])).toEqual([
      ['customers', 'figure'],
      ['horoscope', 'gone'],
      ['toString', 'gone'],
      ['atRisk', 'figure'],
    ]);
    const moved = await patch(mine.boardId, {
      version: 1,
      widgets: ['horoscope', 'atRisk', 'customers'],
    });
    expect(moved.statusCode, moved.body).toBe(200);
    const added = await patch(mine.boardId, { version: 2, widgets: ['horoscope', 'tarot'] });
    expect([added.statusCode, added.body]).toEqual([
      422,
      'There is no widget “tarot”. Reload the page to see the available widgets.',
    ]);
    for (const rubbish of [null, 'customers', { customers: 1 }, 5]) {
      await store(rubbish);
      expect((await board(mine.boardId)).widgets).toEqual([]);
    }
  });

  it('keeps pinned answers, and refuses keys without a valid plan', async () => {
    const mine = await copied('Answers');
    const plan = {
      list: 'customers',
      state: 'f.healthTier=Critical',
      aggregate: { kind: 'count' as const },
      groups: [{ column: 'ownerName', unit: 'value' as const }],
      groupOrder: null,
      shown: [],
      view: 'auto' as const,
    };
    const key = buildPinnedAnswerKey(plan);
    expect((await patch(mine.boardId, { version: 1, widgets: [key, 'atRisk'] })).statusCode).toBe(
      200,
    );
    const { widgets } = await board(mine.boardId);
    expect(widgets.map(({ kind }) => kind)).toEqual(['answer', 'figure']);
    expect(findPinnedPlan(widgets[0]?.key ?? '')).toEqual(plan);
    const address = `q=${'"'.repeat(maxListQueryStringLength - 2)}`;
    const longest = buildPinnedAnswerKey({
      ...{ ...plan, list: `a${'b'.repeat(39)}`, state: address, groupOrder: null },
      aggregate: { kind: 'share', filters: address },
      groups: ['a', 'b'].map((letter) => ({ column: letter.repeat(60), unit: 'month' })),
      shown: Array.from({ length: 10 }, () => 'c'.repeat(60)),
    });
    const long = await patch(mine.boardId, { version: 2, widgets: [longest] });
    expect([long.statusCode, long.json().widgets]).toEqual([200, [longest]]);
    for (const bad of [
      'answer:',
      'answer:{}',
      `answer:${JSON.stringify({ ...plan, list: 'A B' })}`,
      `answer: ${JSON.stringify(plan)}`,
    ])
      expect((await patch(mine.boardId, { version: 3, widgets: [bad] })).statusCode).toBe(422);
  });

  it.each([
    ['no name', { name: '  ' }],
    ['a long name', { name: 'x'.repeat(61) }],
    ['a name with a NUL', { name: 'a\0b' }],
    ['an invalid id', { boardId: 'health' }],
    ['nothing to copy', { copyOf: 'executive' }],
    ['something else besides', { owner: 'me' }],
  ])('refuses %s', async (_, facts) => {
    expect(
      (await copy({ boardId: randomUUID(), name: 'Bad', copyOf: 'health', ...facts })).statusCode,
    ).toBe(422);
  });

  it('refuses too many, duplicate or unknown widgets, and changes to ready-made boards', async () => {
    const mine = await copied('Strict');
    for (const widgets of [
      Array.from({ length: 25 }, (_, index) => `w${index}`),
      ['atRisk', 'atRisk'],
      ['x'.repeat(61)],
      [''],
      'atRisk',
      [null],
    ])
      expect((await patch(mine.boardId, { version: 1, widgets })).statusCode).toBe(422);
    expect((await patch('health', { version: 1, name: 'Mine' })).statusCode).toBe(422);
    expect((await patch(mine.boardId, { version: 1, widgets: [] })).statusCode).toBe(200);
    expect((await board(mine.boardId)).widgets).toEqual([]);
  });

  it('is limited to thirty per user', async () => {
    const cookie = await test.signIn('member');
    for (let index = 0; index < boardLimits.boards; index++)
      expect(
        (await copy({ boardId: randomUUID(), name: `Board ${index}`, copyOf: 'health' }, cookie))
          .statusCode,
      ).toBe(200);
    const answer = await copy(
      { boardId: randomUUID(), name: 'One more', copyOf: 'health' },
      cookie,
    );
    expect([answer.statusCode, answer.body]).toEqual([
      422,
      'You have 30 boards. Delete one before you add another.',
    ]);
  });
});
