import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeCompleteWeeks } from '#server/scoring/weeks.ts';
import { addDays, listWeekStartsUntil } from '#shared/core/dates.ts';
import { getInsights } from '#shared/insights/insights.ts';
import {
  getCreatorLinks,
  getInsightLinks,
  type WorkingInsightLink,
} from '#shared/insights/links.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createWorldInstitution, insertWorld, type WorldLocation } from '#test/health-world.ts';

const weeks = listWeekStartsUntil('2026-11-08', 17);
const newest = weeks.at(-1) ?? '';
let test: TestApp;

/** Creates a location whose connection reports every week, with `forms` uses of forms per week. */
const place = (id: number, forms: number): WorldLocation => ({
  id,
  openedOn: '2020-01-01',
  closedOn: null,
  feed: Object.fromEntries(weeks.map((week) => [week, addDays(week, 6)])),
  usage: weeks.map((week) => ({ product: 'forms' as const, week, value: forms })),
});

const now = new Date('2026-11-18T18:00:00Z');

// The tests share the customers, because every test creates its own links.
beforeAll(async () => {
  test = await buildTestApp({ now, env: { SEED: 'none' } });
  // Peers with 10, 20, … 240 uses of forms and 0 to 23 reviews per week.
  const peers = Array.from({ length: 24 }, (_, at) =>
    createWorldInstitution(101 + at, weeks, { forms: 10 * (at + 1), reviews: at }),
  );
  const own = createWorldInstitution(1, weeks, {
    forms: weeks.map((_, at) => (at < 13 ? 30 : 40)),
    reviews: 0,
  });
  const group = createWorldInstitution(
    2,
    weeks,
    {},
    {
      locations: [place(21, 50), place(22, 0)],
      entitlements: [{ product: 'forms', from: '2020-01-01', to: null }],
    },
  );
  const young = createWorldInstitution(3, weeks, { forms: 100 }, { goLiveOn: '2026-10-20' });
  const gone = createWorldInstitution(4, weeks, { forms: 100 }, { churnedOn: '2026-11-10' });
  const silent = createWorldInstitution(6, weeks, { messaging: 30 });
  const silentWeeks = [addDays(newest, -28), addDays(newest, -21)];
  for (const { feed } of silent.locations) for (const week of silentWeeks) delete feed[week];
  silent.entitlements.push({ product: 'insurance', from: newest, to: null });
  const recent = createWorldInstitution(
    7,
    weeks.slice(-3),
    { messaging: 10 },
    { createdOn: addDays(newest, -14) },
  );
  await insertWorld(test.database.background, {
    institutions: [...peers, own, group, young, gone, silent, recent],
  });
  await closeCompleteWeeks(
    test.database.background,
    '2026-11-15',
    () => new Date('2026-11-15T10:00:00Z'),
  );
  await insertWorld(test.database.background, {
    institutions: [createWorldInstitution(5, [], {})],
  });
  await test.database.execute(
    `update institution set name = '<b>Oak & "Elm"</b>' where institution_id = 1`,
  );
});
afterAll(() => test.close());

/** Sends a request without a session, like a practice. */
const stranger = (url: string) => test.app.inject({ url });
const query = (token?: string) => (token === undefined ? '' : `?token=${token}`);
const api = (id: number | string, token?: string) =>
  stranger(`/api/insights/public/${id}${query(token)}`);
const mail = (id: number | string, token?: string) => stranger(`/insights/${id}${query(token)}`);
const post = (url: string, payload: object, cookie?: string) =>
  test.inject({
    method: 'POST',
    url,
    payload,
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  });
const links = async (id = 1) =>
  getInsightLinks.response.parse(
    (await test.inject({ url: `/api/institution/${id}/insights/links` })).json(),
  );
async function makeLink(id = 1, facts: { linkId?: string; days?: number } = {}) {
  const linkId = facts.linkId ?? randomUUID();
  const answer = await post(`/api/institution/${id}/insights/links`, {
    linkId,
    label: 'Dr. Lee',
    days: facts.days ?? 30,
  });
  return {
    linkId,
    answer,
    token: answer.statusCode === 200 ? answer.json<{ token: string }>().token : '',
  };
}
/** Makes a link expired by the database's clock. */
const expire = (linkId: string) =>
  test.database.execute(
    `update insight_link set expires_at = now() - interval '1 second' where link_id = '${linkId}'`,
  );
const read = async (id: number) =>
  getInsights.response.parse((await test.inject({ url: `/api/insights/public/${id}` })).json());

describe('a practice’s insights', () => {
  it('cover its last four weeks, the four weeks before and the last 13 weeks', async () => {
    const { weekEndDate, isNew, figures, locations } = await read(1);
    expect([weekEndDate, isNew, locations]).toEqual([addDays(newest, 6), false, []]);
    expect(
      figures.map(({ product, usage, previousUsage }) => [product, usage, previousUsage]),
    ).toEqual([
      ['forms', 160, 120],
      ['reviews', 0, 0],
    ]);
    expect(figures[0]?.weeks.map(({ usage }) => usage)).toEqual([
      ...Array(9).fill(120),
      130,
      140,
      150,
      160,
    ]);
  });

  it('compare it with similar practices and suggest the product with the smallest gap', async () => {
    const { figures, step } = await read(1);
    // The customer uses forms 160 times in 28 days, its 24 peers 40, 80, … 960 times. Only three
    // peers have less usage than the customer, which is too few for a rank.
    expect(figures[0]?.peers).toMatchObject({
      isPerLocation: true,
      usage: 160,
      institutions: 25,
      ahead: null,
    });
    const median = figures.find(({ product }) => product === 'reviews')?.peers?.median ?? 0;
    expect(step).toEqual({
      product: 'reviews',
      extraPer28Days: Math.ceil(median),
      extraPerOpenDay: Math.ceil(median) / 20,
      isFirstUse: true,
    });
    const strong = await read(120);
    expect(strong.figures[0]?.peers).toMatchObject({ usage: 800, institutions: 25, ahead: 20 });
    expect(strong.step).toBeNull();
  });

  it('list the usage of each location of a group', async () => {
    expect((await read(2)).locations).toEqual([
      { locationName: 'Location 21', city: null, state: null, usage: { forms: 200 } },
      { locationName: 'Location 22', city: null, state: null, usage: {} },
    ]);
  });

  it('compare no practice in grace and are empty before the first week', async () => {
    const young = await read(3);
    expect([
      young.isNew,
      young.step,
      young.figures[0]?.peers,
      young.figures[0]?.weeks.at(-1),
    ]).toEqual([
      true,
      null,
      null,
      { weekStartDate: newest, usage: 400, low: null, median: null, high: null },
    ]);
    expect(await read(5)).toMatchObject({
      weekEndDate: null,
      isNew: true,
      figures: [],
      step: null,
    });
  });

  it('say why weeks have no data', async () => {
    const reasonsOf = async (id: number) =>
      (await read(id)).figures.map(({ product, gaps }) => [
        product,
        gaps.map(({ reason }) => reason),
      ]);
    expect(await reasonsOf(6)).toEqual([
      ['messaging', ['silent', 'silent']],
      [
        'insurance',
        [...Array(8).fill('not_entitled'), 'silent', 'silent', 'not_entitled', 'not_entitled'],
      ],
    ]);
    expect(await reasonsOf(7)).toEqual([['messaging', Array(10).fill('not_started')]]);
  });

  it('contain only fields that a practice may read', async () => {
    const names = (value: unknown): string[] =>
      Array.isArray(value)
        ? value.flatMap(names)
        : typeof value === 'object' && value !== null
          ? Object.entries(value).flatMap(([name, part]) => [name, ...names(part)])
          : [];
    const fields = [1, 2, 3, 6].map(async (id) =>
      names((await test.inject({ url: `/api/insights/public/${id}` })).json()),
    );
    expect([...new Set((await Promise.all(fields)).flat())].sort()).toEqual(
      [
        ...[
          'address',
          'ahead',
          'bookingLink',
          'city',
          'company',
          'extraPer28Days',
          'extraPerOpenDay',
          'figures',
          'forms',
          'gaps',
          'high',
        ],
        ...[
          'institutions',
          'isFirstUse',
          'isNew',
          'isPerLocation',
          'isPreview',
          'level',
          'locationName',
          'locations',
          'low',
          'median',
        ],
        ...['reason'],
        ...[
          'name',
          'peers',
          'practiceName',
          'previousUsage',
          'product',
          'state',
          'step',
          'usage',
          'weekEndDate',
          'weekStartDate',
          'weeks',
        ],
      ].sort(),
    );
  });

  it('are rendered as an email without scripts, with the practice name escaped', async () => {
    const { token } = await makeLink();
    const { headers, body, statusCode } = await mail(1, token);
    expect([
      statusCode,
      headers['content-type'],
      headers['referrer-policy'],
      headers['cache-control'],
    ]).toEqual([200, 'text/html; charset=utf-8', 'no-referrer', 'private, no-store']);
    expect(body).toContain(
      'Your practice received 160 forms in the four weeks to Nov 14, 2026, 40 more than in the four weeks before.',
    );
    expect(body).toContain('&lt;b&gt;Oak &amp; &quot;Elm&quot;&lt;/b&gt;');
    expect(body).not.toMatch(/<script|<b>Oak|javascript:|Critical/);
    expect(Buffer.byteLength(body)).toBeLessThan(100_000);
    expect((await test.inject({ url: '/insights/5' })).body).toContain(
      'Your first figures appear here after your first full week.',
    );
  });
});

describe('access to insights', () => {
  it('is refused with the same answer for every reason', async () => {
    const works = await makeLink();
    const foreign = await makeLink(2);
    const expired = await makeLink(1, { days: 1 });
    const revoked = await makeLink();
    const gone = await makeLink(4, { days: 300 });
    await expire(expired.linkId);
    await post(`/api/institution/1/insights/links/${revoked.linkId}/revoke`, {});
    const tries: [number, string | undefined][] = [
      [1, undefined],
      [1, 'x'],
      [1, 'A'.repeat(43)],
      [1, foreign.token],
      [1, expired.token],
      [1, revoked.token],
      [4, gone.token],
      [99, undefined],
      [99, works.token],
    ];
    for (const [request, refusal] of [
      [api, 'This page was not found.'],
      [mail, expect.stringContaining('This page is not available')],
    ] as const) {
      const answers = await Promise.all(
        tries.map(async ([id, token]) => {
          const { statusCode, body, headers } = await request(id, token);
          const stable = Object.entries(headers).filter(
            ([name]) => !/^(x-ratelimit|date$|keep-alive|connection)/.test(name),
          );
          return JSON.stringify([statusCode, body, stable]);
        }),
      );
      expect(new Set(answers).size).toBe(1);
      expect(await request(1)).toMatchObject({ statusCode: 404, body: refusal });
      expect(await request(1, works.token)).toMatchObject({ statusCode: 200 });
    }
  });

  it('depends on the database clock, not on the server clock', async () => {
    const [works, expired] = [await makeLink(), await makeLink()];
    await expire(expired.linkId);
    for (const at of ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z']) {
      test.setClock(new Date(at));
      expect([
        (await mail(1, works.token)).statusCode,
        (await mail(1, expired.token)).statusCode,
      ]).toEqual([200, 404]);
    }
    test.setClock(now);
  });

  it('never sends the address to another site', async () => {
    const { token } = await makeLink();
    const addresses = [
      ...[
        `/insights/1?token=${token}`,
        `/insights/1?token=x`,
        `/insights/%31?token=${token}`,
        '/insights/1/x?token=1',
        `/%69nsights/1?token=${token}`,
      ],
      ...[
        '/customer-insights/1?token=1',
        '/public/insights/1?token=1',
        '/customer-insights-desktop/1',
        '/customer-insights-ios/1/',
      ],
      ...[
        `/api/insights/public/1?token=${token}`,
        '/api/insights/public/1?token=x',
        '/api/insights/public/x?token=1',
      ],
    ];
    for (const address of addresses)
      expect([address, (await stranger(address)).headers['referrer-policy']]).toEqual([
        address,
        'no-referrer',
      ]);
    expect((await stranger('/institution/1/overview')).headers['referrer-policy']).toBe(
      'strict-origin-when-cross-origin',
    );
  });

  it('is refused at a malformed address', async () => {
    for (const id of ['0', '-1', '1e3', '01', 'x', '%00', '9007199254740993'])
      expect([
        id,
        (await mail(id)).statusCode,
        [404, 422].includes((await api(id)).statusCode),
      ]).toEqual([id, 404, true]);
  });

  it('is granted to a signed-in colleague as a preview that is not counted', async () => {
    const { linkId, token } = await makeLink();
    expect((await read(1)).isPreview).toBe(true);
    const asColleague = await test.inject({ url: `/api/insights/public/1?token=${token}` });
    expect(asColleague.json()).toMatchObject({ isPreview: false });
    const asPractice = await Promise.all([api(1, token), mail(1, token), api(1, token)]);
    expect(asPractice.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const opened = (await links()).rows.find((link) => link.linkId === linkId);
    expect(opened).toMatchObject({
      label: 'Dr. Lee',
      madeBy: expect.any(String),
      views: 3,
      lastViewedAt: now.toISOString(),
    });
    expect((await test.inject({ url: '/insights/1' })).body).toContain(
      'Only signed-in colleagues can open this address',
    );
  });
});

describe('a link', () => {
  it('is created once by a double click, and its key is not stored', async () => {
    const { linkId, token } = await makeLink();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect((await makeLink(1, { linkId })).answer.statusCode).toBe(409);
    expect(JSON.stringify(await links())).not.toContain(token);
    const stored = await test.database.foreground
      .selectFrom('insight_link')
      .selectAll()
      .where('link_id', '=', linkId)
      .execute();
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('is revoked once, and the audit log records its creation and revocation', async () => {
    const { linkId } = await makeLink();
    const revoke = () => post(`/api/institution/1/insights/links/${linkId}/revoke`, {});
    expect([(await revoke()).json(), (await revoke()).statusCode]).toMatchObject([
      { revokedAt: expect.any(String) },
      200,
    ]);
    expect((await post(`/api/institution/2/insights/links/${linkId}/revoke`, {})).statusCode).toBe(
      404,
    );
    const log = await test.database.foreground
      .selectFrom('audit_log')
      .select('action')
      .where('object_id', '=', linkId)
      .orderBy('position')
      .execute();
    expect(log.map(({ action }) => action)).toEqual(['insight_link.make', 'insight_link.revoke']);
  });

  it('needs a recipient and expires within a year', async () => {
    const wrong = [
      { label: ' ' },
      { label: 'x'.repeat(81) },
      { label: 'a\0b' },
      { days: 0 },
      { days: 366 },
      { days: 1.5 },
      { linkId: 'x' },
    ];
    for (const facts of wrong) {
      const answer = await post('/api/institution/3/insights/links', {
        linkId: randomUUID(),
        label: 'Dr. Lee',
        days: 30,
        ...facts,
      });
      expect([facts, answer.statusCode]).toEqual([facts, 422]);
    }
    expect((await links(3)).rows).toEqual([]);
  });

  it('needs an existing customer and a signed-in user', async () => {
    expect((await makeLink(99)).answer.statusCode).toBe(404);
    expect((await stranger('/api/institution/1/insights/links')).statusCode).toBe(401);
  });
});

describe('links of a disabled account', () => {
  const listLinks = async (cookie: string, query = '') => {
    const answer = await test.inject({ url: `/api/insights/links${query}`, headers: { cookie } });
    expect(answer.statusCode).toBe(200);
    return getCreatorLinks.response.parse(answer.json()).rows;
  };
  const decide = (cookie: string, rows: readonly WorkingInsightLink[], keeps: boolean) =>
    post(
      '/api/insights/links/decisions',
      { links: rows.map(({ institutionId, linkId }) => ({ institutionId, linkId })), keeps },
      cookie,
    );

  it('are listed until an admin keeps or revokes them', async () => {
    const [admin, creator] = [await test.signIn('admin'), await test.signIn('member')];
    const { id } = (
      await test.inject({ url: '/api/auth/user', headers: { cookie: creator } })
    ).json<{ id: string }>();
    const made = [];
    for (const label of ['Kept', 'Revoked', 'Expired']) {
      const linkId = randomUUID();
      const answer = await post(
        '/api/institution/1/insights/links',
        { linkId, label, days: 30 },
        creator,
      );
      made.push({ linkId, token: answer.json<{ token: string }>().token });
    }
    await expire(made[2]?.linkId ?? '');
    expect((await listLinks(admin, `?madeBy=${id}`)).map(({ label }) => label).sort()).toEqual([
      'Kept',
      'Revoked',
    ]);
    expect(await listLinks(admin)).toEqual([]);

    await test.database.foreground
      .updateTable('app_user')
      .set({ status: 'disabled' })
      .where('user_id', '=', id)
      .execute();
    const listed = await listLinks(admin);
    expect(listed.map(({ label }) => label).sort()).toEqual(['Kept', 'Revoked']);
    const named = (label: string) => listed.filter((link) => link.label === label);
    expect((await decide(admin, named('Kept'), true)).json()).toEqual({ changed: 1 });
    expect((await decide(admin, named('Revoked'), false)).json()).toEqual({ changed: 1 });
    expect((await decide(admin, listed, true)).json()).toEqual({ changed: 0 });
    expect(await listLinks(admin)).toEqual([]);
    expect((await mail(1, made[0]?.token)).statusCode).toBe(200);
    expect((await mail(1, made[1]?.token)).statusCode).toBe(404);
    const audits = await test.database.foreground
      .selectFrom('audit_log')
      .select(['action', 'object_id'])
      .orderBy('position', 'desc')
      .limit(2)
      .execute();
    expect(audits).toEqual([
      { action: 'insight_link.revoke', object_id: made[1]?.linkId },
      { action: 'insight_link.keep', object_id: made[0]?.linkId },
    ]);
  });

  it('are listed only for admins', async () => {
    const member = await test.signIn('member');
    expect(
      (await test.inject({ url: '/api/insights/links', headers: { cookie: member } })).statusCode,
    ).toBe(403);
    expect(
      (
        await post(
          '/api/insights/links/decisions',
          { links: [{ institutionId: 1, linkId: randomUUID() }], keeps: true },
          member,
        )
      ).statusCode,
    ).toBe(403);
  });
});

describe('open access', () => {
  let other: TestApp;
  const begin = async (env: Record<string, string>) => {
    other = await buildTestApp({ now, env });
    await insertWorld(other.database.background, {
      institutions: [createWorldInstitution(1, [], {})],
    });
  };
  afterEach(() => other.close());
  const statusOf = async (url: string) => (await other.app.inject({ url })).statusCode;
  const save = async (insightsAccess: string) => {
    const headers = { cookie: await other.signIn('admin') };
    const { version, settings } = (
      await other.inject({ url: '/api/admin/settings', headers })
    ).json<{
      version: number;
      settings: object;
    }>();
    const payload = { changeId: randomUUID(), version, settings: { ...settings, insightsAccess } };
    return other.inject({ method: 'POST', url: '/api/admin/settings', payload, headers });
  };

  it('lets any visitor read the page of an existing customer after an admin allows it', async () => {
    await begin({ SEED: 'none' });
    expect([await statusOf('/api/insights/public/1'), await statusOf('/insights/1')]).toEqual([
      404, 404,
    ]);
    expect((await save('anybody')).statusCode).toBe(422);
    expect((await save('open')).json()).toMatchObject({
      settings: { insightsAccess: 'open' },
      whileUnset: { insightsAccess: 'signed' },
    });
    expect((await other.app.inject({ url: '/api/insights/public/1' })).json()).toMatchObject({
      isPreview: false,
    });
    expect([
      await statusOf('/insights/1'),
      await statusOf('/insights/2'),
      await statusOf('/api/insights/public/2'),
    ]).toEqual([200, 404, 404]);
  });

  it('is the default of the demo', async () => {
    await begin({ SEED: 'demo' });
    expect(await statusOf('/insights/1')).toBe(200);
    expect((await other.inject({ url: '/api/institution/1/insights/links' })).json()).toEqual({
      rows: [],
      access: 'open',
    });
  });

  it('is overridden by the environment', async () => {
    await begin({ SEED: 'demo', INSIGHTS_ACCESS: 'signed' });
    expect(await statusOf('/insights/1')).toBe(404);
    const refused = await save('open');
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      expect.stringContaining('INSIGHTS_ACCESS'),
    ]);
  });

  it('is rate limited', async () => {
    await begin({ SEED: 'none' });
    const answers = await Promise.all(
      Array.from({ length: 125 }, () => statusOf(`/api/insights/public/1?token=${'A'.repeat(43)}`)),
    );
    expect(answers.filter((status) => status === 429)).toHaveLength(5);
  });
});
