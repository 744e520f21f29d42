import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectCustomerTables } from '#server/institutions/customer-table-rules.ts';
import { findCustomerTables } from '#server/institutions/customer-tables-queries.ts';
import { rooms } from '#server/rooms.ts';
import { getMergeComparison } from '#shared/data-quality/merge.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { importText } from '#test/imports.ts';
import { findMovingTables } from './tables-queries.ts';

const declared = collectCustomerTables(rooms);

let test: TestApp;
let admin: string;
beforeEach(async () => {
  test = await buildTestApp();
  admin = await test.signIn('admin');
  const twin = { street_address: '12 Elm St', phone: '203-555-7777' };
  await insertInstitution(test.database, { institution_id: 1, name: 'Elm Dental' }, [
    { location_id: 10, name: 'Elm', ...twin, ehr: null },
  ]);
  await insertInstitution(
    test.database,
    { institution_id: 2, name: 'Elm Dentistry LLC', go_live_on: '2023-01-01' },
    [
      { location_id: 20, name: 'Elm office', ...twin, phone: '2035557777' },
      { location_id: 21, name: 'Elm West', street_address: '99 West Rd' },
    ],
  );
});
afterEach(() => test.close());

const post = (url: string, payload: object, cookie = admin) =>
  test.inject({ method: 'POST', url, payload, headers: { cookie } });
const order = (facts: object = {}) => ({
  fixId: randomUUID(),
  keptId: 1,
  otherId: 2,
  fields: {},
  places: [],
  ...facts,
});
const merge = (facts: object = {}) => post('/api/data-quality/merges', order(facts));
const undo = (fixId: string) => post(`/api/data-quality/fixes/${fixId}/undo`, {});

/** Returns a hash of the rows of each customer table. */
async function fingerprint(): Promise<Record<string, string>> {
  const queries = test.database.background;
  const names = [
    'institution',
    ...(await findMovingTables(queries, declared)).map(({ name }) => name),
  ];
  const hashes: Record<string, string> = {};
  for (const name of names) {
    const { rows } = await sql<{ hash: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as hash from ${sql.table(name)} t`.execute(
      queries,
    );
    hashes[name] = rows[0]?.hash ?? '';
  }
  return hashes;
}

/** Writes rows of both customers to nearly all tables. Some of the rows collide in a merge. */
async function fill(): Promise<void> {
  const { rows } = await sql<{ id: string }>`select user_id as id from app_user limit 1`.execute(
    test.database.background,
  );
  const by = rows[0]?.id;
  await test.database.execute(`
    insert into usage_daily select i, l, 'forms', d::date, 3.25 from (values (1, 10), (2, 20), (2, 21)) p(i, l), generate_series('2026-10-01'::date, '2026-10-28', '1 day') d;
    insert into usage_week select i, l, 'forms', '2026-10-04', 20.1 from (values (1, 10), (2, 20), (2, 21)) p(i, l);
    insert into feed_week (institution_id, location_id, week_start, last_report_on) values (1, 10, '2026-10-04', '2026-10-09'), (2, 20, '2026-10-04', '2026-10-08');
    insert into entitlement values (1, 'messaging', '2024-03-01', '2026-02-01'), (2, 'messaging', '2024-03-01', null), (1, 'forms', '2024-03-01', null), (2, 'forms', '2024-03-01', '2026-01-01'), (2, 'reviews', '-infinity', null);
    insert into contact values (1, 1, 'Ana', 'Owner', 'ana@elm.example', null), (2, 2, 'Ben', 'Owner', 'ben@elm.example', null);
    insert into contact (institution_id, name, role, email, external_source, external_id) values (1, 'Cy', null, 'cy@elm.example', 'crm', 'c'), (2, 'Cyrus', 'Owner', null, 'crm', 'c');
    insert into practice_key values ('|elm|', 1, 10), ('|elm office|', 2, 20);
    insert into note (institution_id, note_id, author_id, body, created_at) select i, gen_random_uuid(), '${by}', 'Called them', '2026-11-01 10:00:00.123456+00' from generate_series(1, 2) i;
    insert into task (institution_id, task_id, title, created_by, created_at, updated_by, updated_at) values (2, gen_random_uuid(), 'Call', '${by}', now(), '${by}', now());
    insert into risk_case (institution_id, version, updated_by, updated_at) values (1, 1, '${by}', now()), (2, 4, '${by}', now());
    insert into onboarding_case (institution_id, contract_on) values (2, '2024-01-01');
    insert into crm_deal (institution_id, deal_id, name, pipeline, stage, closed, updated_at) values (2, 5, 'Renewal', 'Renewals', 'open', false, now());
    insert into renewal (institution_id, deal_id, call) values (2, 5, 'renew');
    insert into contract values (2, 'import', 'C1', null, '2024-01-01', null, 12000), (1, 'import', 'C1', null, '2025-01-01', null, 5000),
      (1, 'import', 'C2', null, '2024-01-01', null, 700), (2, 'import', 'C2', null, '2024-01-01', null, 800);
    insert into crm_ticket_pipeline values ('p', 'Support', 1);
    insert into crm_ticket (institution_id, ticket_id, subject, body, pipeline_id, stage_id, priority, created_at, updated_at, external_key)
      values (2, 77, 'Help', '', 'p', 's', 'LOW', now(), now(), 'key');
    insert into churn_event (institution_id, loss_id, noticed_on, effective_on, reason, taken_back_at, taken_back_reason)
      values (2, '00000000-0000-4000-8000-000000000001', '2025-01-01', '2025-02-01', 'price', now(), 'stayed');
    insert into churn_retro values (2, '00000000-0000-4000-8000-000000000001', 'a', 'b', 'c', 'at_least', 0.1, 'd', 'e', '${by}', now());
    insert into alert_rule values ('00000000-0000-4000-8000-0000000000aa', 1, 'Rule', 'risk', 'x', 'high', 3, 15, true, '${by}', now());
    insert into call_to_action (institution_id, call_id, kind, title, details, priority, due_on, minutes, created_at, updated_at, closed_at, outcome)
      values (1, '00000000-0000-4000-8000-0000000000c1', 'risk', 'Rule', '', 'high', '2026-11-20', 15, now(), now(), null, null),
             (2, '00000000-0000-4000-8000-0000000000c2', 'risk', 'RULE', '', 'high', '2026-11-20', 15, now(), now(), null, null),
             (2, '00000000-0000-4000-8000-0000000000c3', 'risk', 'Other', '', 'high', '2026-11-20', 15, now(), now(), now(), 'acted');
    insert into call_firing select 2, '00000000-0000-4000-8000-0000000000aa', ('2026-11-0' || n)::date, ('00000000-0000-4000-8000-0000000000c' || n)::uuid, 'saw' from generate_series(2, 3) n;
    insert into call_firing select i, '00000000-0000-4000-8000-0000000000aa', '2026-11-09', ('00000000-0000-4000-8000-0000000000c' || i)::uuid, 'both' from generate_series(1, 2) i;
    insert into call_change (institution_id, call_id, change_id, changed_by, changed_at, told, before, version)
      select 2, ('00000000-0000-4000-8000-0000000000c' || n)::uuid, gen_random_uuid(), '${by}', now(), '{}', '{"score": 0.1}', 1 from generate_series(2, 3) n;
    insert into playbook values ('00000000-0000-4000-8000-0000000000bb', 1, 'Book', null, true, null, '${by}', now());
    insert into playbook_version values ('00000000-0000-4000-8000-0000000000bb', 1, true, '{}', '${by}', now());
    insert into playbook_run (institution_id, run_id, playbook_id, version, state, started_on, started_at, start_score)
      select i, ('00000000-0000-4000-8000-0000000000d' || i)::uuid, '00000000-0000-4000-8000-0000000000bb', 1, 'active', '2026-11-01', now(), 33.333333333333336 from generate_series(1, 2) i;
    insert into task (institution_id, task_id, title, created_by, created_at, updated_by, updated_at)
      select i, ('00000000-0000-4000-8000-0000000000e' || i)::uuid, 'Step', '${by}', now(), '${by}', now() from generate_series(1, 2) i;
    insert into playbook_step (institution_id, run_id, step_id, place, kind, title, started_at, task_id)
      select i, ('00000000-0000-4000-8000-0000000000d' || i)::uuid, ('00000000-0000-4000-8000-0000000000f' || i)::uuid, 1, 'task', 'Call', now(),
        ('00000000-0000-4000-8000-0000000000e' || i)::uuid from generate_series(1, 2) i;
    update playbook_run r set step_id = s.step_id from playbook_step s where s.run_id = r.run_id;
    insert into playbook_firing values (1, '00000000-0000-4000-8000-0000000000bb', '00000000-0000-4000-8000-0000000000aa', '2026-11-09', now(), '00000000-0000-4000-8000-0000000000d1', null),
      (2, '00000000-0000-4000-8000-0000000000bb', '00000000-0000-4000-8000-0000000000aa', '2026-11-09', now(), '00000000-0000-4000-8000-0000000000d2', null);
    insert into onboarding_case (institution_id, contract_on) values (1, '2024-02-01');
    insert into onboarding_milestone (institution_id, milestone, product, side, due_day, done_on, evidence)
      values (1, 'first_login', '', 'customer', 10, null, null), (2, 'first_login', '', 'customer', 12, '2024-02-02', 'Logged in');
    update risk_case set assignee_id = '${by}' where institution_id = 2;`);
}

const rowsOf = async (table: string, institutionId: number) => {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from ${sql.table(table)} where institution_id = ${institutionId}`.execute(
    test.database.background,
  );
  return rows[0]?.count;
};

describe('a merge', () => {
  it('moves everything and is undone exactly', async () => {
    await fill();
    const before = await fingerprint();
    const { fixId, ...sent } = order({
      fields: { name: 'other', go_live_on: 'other' },
      places: [
        {
          keptLocationId: 10,
          otherLocationId: 20,
          stays: 'other',
          fields: { name: 'kept', phone: 'kept', ehr: 'other' },
        },
      ],
    });
    const made = await post('/api/data-quality/merges', { fixId, ...sent });
    expect([made.statusCode, made.json()]).toMatchObject([
      200,
      {
        kind: 'merge',
        summary: 'Merged Elm Dentistry LLC into Elm Dental. 1 location of both combined.',
      },
    ]);
    const { rows: kept } =
      await sql`select name, go_live_on::text, practice_type from institution`.execute(
        test.database.background,
      );
    expect(kept).toEqual([
      { name: 'Elm Dentistry LLC', go_live_on: '2023-01-01', practice_type: 'General dentistry' },
    ]);
    const { rows: places } = await sql`
      select location_id, name, phone, ehr, closed_on::text from location where institution_id = 1 order by location_id`.execute(
      test.database.background,
    );
    expect(places).toEqual([
      { location_id: 10, name: 'Elm', phone: '203-555-7777', ehr: null, closed_on: '2026-11-18' },
      { location_id: 20, name: 'Elm', phone: '203-555-7777', ehr: 'Dentrix', closed_on: null },
      {
        location_id: 21,
        name: 'Elm West',
        phone: '(203) 555-0101',
        ehr: 'Dentrix',
        closed_on: null,
      },
    ]);
    for (const { name } of await findMovingTables(test.database.background, declared))
      expect([name, await rowsOf(name, 2)]).toEqual([name, 0]);
    expect(await rowsOf('usage_daily', 1)).toBe(84);
    // Rows of both customers stay when other rows refer to them. A customer has only one risk case,
    // which gets the values of the merged customer's case.
    const counts = [
      'call_to_action',
      'call_change',
      'call_firing',
      'playbook_run',
      'playbook_step',
      'contract',
      'risk_case',
    ];
    expect(await Promise.all(counts.map((table) => rowsOf(table, 1)))).toEqual([
      3, 2, 4, 2, 2, 3, 1,
    ]);
    const texts = async (query: RawBuilder<unknown>) =>
      (await query.execute(test.database.background)).rows;
    expect(
      await texts(
        sql`select title, outcome, note from call_to_action where closed_at is not null order by title`,
      ),
    ).toEqual([
      { title: 'Other', outcome: 'acted', note: null },
      {
        title: 'RULE',
        outcome: 'lapsed',
        note: 'Merged with the open item of the other customer.',
      },
    ]);
    expect(
      await texts(sql`select r.state, r.end_reason, t.status from playbook_run r join playbook_step s using (institution_id, run_id)
        join task t using (institution_id, task_id) order by r.run_id`),
    ).toEqual([
      { state: 'active', end_reason: null, status: 'open' },
      {
        state: 'stopped',
        end_reason:
          'The customer was merged with a customer that has an active run of this playbook.',
        status: 'open',
      },
    ]);
    expect(
      await texts(sql`select contract_id, monthly_cents from contract order by contract_id`),
    ).toEqual([
      { contract_id: 'C1', monthly_cents: 5000 },
      { contract_id: 'C1 (2)', monthly_cents: 12000 },
      { contract_id: 'C2', monthly_cents: 700 },
    ]);
    expect(await texts(sql`select valid_to from entitlement where product = 'messaging'`)).toEqual([
      { valid_to: null },
    ]);
    expect(await texts(sql`select name, role, email from contact where external_id = 'c'`)).toEqual(
      [{ name: 'Cy', role: 'Owner', email: 'cy@elm.example' }],
    );
    expect(
      await texts(sql`select due_day, done_on::text, evidence from onboarding_milestone`),
    ).toEqual([{ due_day: 10, done_on: '2024-02-02', evidence: 'Logged in' }]);
    expect(
      await texts(sql`select assignee_id is not null as assigned, version from risk_case`),
    ).toEqual([{ assigned: true, version: 2 }]);

    expect((await undo(fixId)).json()).toMatchObject({ undoneBy: 'Avery Admin' });
    expect(await fingerprint()).toEqual(before);
    expect((await undo(fixId)).statusCode).toBe(200);
    const { rows: audit } = await sql`select action from audit_log order by position`.execute(
      test.database.background,
    );
    expect(audit).toEqual([{ action: 'data_quality.merge' }, { action: 'data_quality.undo' }]);
  });

  it('keeps later work when it is undone', async () => {
    await fill();
    const { fixId, ...sent } = order();
    await post('/api/data-quality/merges', { fixId, ...sent });
    await test.database.execute(`
      update call_to_action set version = 2, title = 'Renamed' where call_id = '00000000-0000-4000-8000-0000000000c3';
      insert into call_change (institution_id, call_id, change_id, changed_by, changed_at, told, before, version)
        select 1, '00000000-0000-4000-8000-0000000000c3', gen_random_uuid(), user_id, now(), '{}', '{}', 2 from app_user limit 1;
      insert into usage_daily values (1, 21, 'forms', '2026-11-17', 9);
      update institution set name = 'Elm of Greenwich';`);
    expect((await undo(fixId)).statusCode).toBe(200);
    expect([
      await rowsOf('call_change', 1),
      await rowsOf('call_change', 2),
      await rowsOf('usage_daily', 2),
    ]).toEqual([0, 3, 57]);
    const { rows } = await sql`select name from institution order by institution_id`.execute(
      test.database.background,
    );
    expect(rows).toEqual([{ name: 'Elm of Greenwich' }, { name: 'Elm Dentistry LLC' }]);
  });

  it('requested by two administrators at once is made once', async () => {
    const other = await test.signIn('admin');
    const answers = await Promise.all([
      merge(),
      post('/api/data-quality/merges', order({ keptId: 2, otherId: 1 }), other),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const again = await merge();
    expect([again.statusCode, again.body]).toEqual([
      409,
      'One of these customers no longer exists. It may have been merged.',
    ]);
    const same = order();
    await insertInstitution(test.database, { institution_id: 5 }, []);
    const twice = await Promise.all(
      [1, 2].map(() =>
        post('/api/data-quality/merges', {
          ...same,
          keptId: 5,
          otherId: answers[0]?.statusCode === 200 ? 1 : 2,
        }),
      ),
    );
    expect(twice.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  it('of two customers with one name shows their ids', async () => {
    for (const institution_id of [3, 4])
      await insertInstitution(test.database, { institution_id, name: 'Third' });
    const made = await post('/api/data-quality/merges', order({ keptId: 3, otherId: 4 }));
    expect(made.json()).toMatchObject({ summary: 'Merged Third (ID 4) into Third (ID 3).' });
  });

  it('that was followed by a merge of its kept customer is undone after that one', async () => {
    await insertInstitution(test.database, { institution_id: 3, name: 'Third' });
    await fill();
    const before = await fingerprint();
    const [first, second] = [order(), order({ keptId: 3, otherId: 1 })];
    await post('/api/data-quality/merges', first);
    await post('/api/data-quality/merges', second);
    const refused = await undo(first.fixId);
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'Undo this later change first: Merged Elm Dental into Third.',
    ]);
    await undo(second.fixId);
    expect((await undo(first.fixId)).statusCode).toBe(200);
    expect(await fingerprint()).toEqual(before);
  });

  it('refuses invalid requests and changes nothing', async () => {
    const before = await fingerprint();
    const pair = (keptLocationId: number, otherLocationId: number) => ({
      keptLocationId,
      otherLocationId,
      stays: 'kept',
      fields: {},
    });
    for (const [facts, status] of [
      [{ otherId: 1 }, 422],
      [{ otherId: 9 }, 409],
      [{ places: [pair(20, 10)] }, 422],
      [{ places: [pair(10, 20), pair(10, 21)] }, 422],
      [{ fields: { churned_on: 'other' } }, 422],
    ] as const)
      expect([facts, (await merge(facts)).statusCode]).toEqual([facts, status]);
    expect(await fingerprint()).toEqual(before);
  });

  it('waits for imports, and refuses lost customers and equal location ids', async () => {
    await test.database.execute(`insert into import_run (import_id, kind, source, state, started_at, seen_at)
      values (gen_random_uuid(), 'usage', 'usage.csv', 'running', now(), now())`);
    expect((await merge()).body).toBe('“usage.csv” is being imported. Try again afterwards.');
    await test.database.execute(
      `delete from import_run; update location set external_id = '10' where location_id = 20`,
    );
    expect((await merge()).body).toBe(
      "Both customers have a location with the id 10. Later imports couldn't tell the two locations apart, so these customers can't be merged.",
    );
    await test.database.execute(
      `update institution set churned_on = '2026-01-01' where institution_id = 1`,
    );
    expect((await merge()).body).toBe(
      'One of these customers has left. Only current customers can be merged.',
    );
  });
});

it('files with the merged customer load into the kept one without changing its fields', async () => {
  await merge();
  const file =
    'institution id,location id,institution name,location name,go live date\n2,20,Elm Dentistry LLC,Elm office,2020-01-01\n2,22,Elm Dentistry LLC,Elm North,2020-01-01\n';
  const report = await importText(test.database, 'practices', file);
  expect(report).toMatchObject({ added: 1, rejected: 0 });
  await importText(
    test.database,
    'usage',
    'institution id,location id,product,day,value\n2,22,forms,2026-11-16,4\n',
  );
  const { rows } =
    await sql`select name, go_live_on::text, (select string_agg(external_id, ',' order by external_id) from location where institution_id = 1) as places
    from institution`.execute(test.database.background);
  expect(rows).toEqual([{ name: 'Elm Dental', go_live_on: '2024-03-01', places: '10,20,21,22' }]);
  expect([await rowsOf('usage_daily', 1), await rowsOf('usage_daily', 2)]).toEqual([1, 0]);
});

it('two customers are compared', async () => {
  await fill();
  const answer = await test.inject({
    url: '/api/data-quality/pairs/2/1',
    headers: { cookie: admin },
  });
  expect(getMergeComparison.response.parse(answer.json())).toMatchObject({
    one: {
      institutionId: 2,
      fields: { name: 'Elm Dentistry LLC', go_live_on: '2023-01-01' },
      attached: { notes: 1, tasks: 2, deals: 1 },
      openLocations: 2,
    },
    other: { institutionId: 1, attached: { notes: 1, tasks: 1 }, openLocations: 1 },
    likeness: 'Phone, street and name',
    places: [
      {
        one: { locationId: 20, fields: { coordinates: '41.0200, -73.6300' } },
        other: { locationId: 10 },
      },
    ],
  });
  const member = await test.signIn('member');
  expect(
    (await test.inject({ url: '/api/data-quality/pairs/2/1', headers: { cookie: member } }))
      .statusCode,
  ).toBe(403);
  expect((await post('/api/data-quality/merges', order(), member)).statusCode).toBe(403);
});

it('every moved table has a key', async () => {
  const tables = await findMovingTables(test.database.background, declared);
  expect(tables.length).toBeGreaterThan(30);
  expect(tables.filter(({ uniques }) => uniques.length === 0).map(({ name }) => name)).toEqual([
    'practice_key',
  ]);
});

it('every table keyed by a customer is declared by one room', async () => {
  const names = rooms.flatMap(({ customerTables: tables = {} }) => Object.keys(tables));
  expect(names.toSorted()).toEqual(await findCustomerTables(test.database.background));
});

it('every moved table whose rows can collide has a rule for them', async () => {
  const tables = await findMovingTables(test.database.background, declared);
  // A location belongs to one customer, so rows with a location never collide.
  const colliding = tables.filter(
    ({ name, uniques }) =>
      name !== 'location' && uniques.some(({ columns }) => !columns.includes('location_id')),
  );
  const withRules = tables.filter(({ rules }) => rules.some(({ is }) => is !== 'moving'));
  expect(withRules.map(({ name }) => name)).toEqual(colliding.map(({ name }) => name));
  for (const { name, columns, rules } of tables)
    for (const rule of rules)
      if ('columns' in rule)
        expect([name, ...columns]).toEqual(expect.arrayContaining(Object.keys(rule.columns)));
});
