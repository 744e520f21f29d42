// Measures the list, the board and the pages of 200,000 prospects beside 100,000 customers on the
// embedded database. A prospect changes before every tenth request.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { buildCustomerIndex } from '#server/prospects/customer-index.ts';
import { buildReferenceIndex } from '#server/prospects/evidence/reference-index.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import { getPractices } from '#shared/institutions/institutions.ts';
import { planRoute } from '#shared/map/route/planner.ts';
import { postProspectChange } from '#shared/prospects/changes.ts';
import { getProspectEvidence } from '#shared/prospects/evidence/evidence.ts';
import { getProspectBoard, getProspectPage } from '#shared/prospects/list.ts';
import { getProspectProfile } from '#shared/prospects/profile.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { openNewFolderDatabase } from './folder-database.ts';
import type { Bench, BenchRow } from './types.ts';

const customers = 100_000;
const prospects = 200_000;
const requests = 200;
const requestsBetweenChanges = 10;
/** Maximum 95th percentile of each measure in milliseconds. */
const promises = { list: 100, board: 150, profile: 150, evidence: 150, nearest: 20, route: 200 };

const listTexts = [
  '',
  'sort=-score',
  'f.state=TX&sort=-score',
  'q=dental&sort=name',
  'f.stage=Contacted&sort=-daysInStage',
  'f.nearestMiles=..10&sort=nearestMiles',
  'f.score=40..&f.state=CA&sort=-score,name',
  'q=practice+17&sort=-addedOn',
];

export const prospectsBench: Bench = {
  name: 'prospects',
  async run() {
    const database = await openNewFolderDatabase();
    await loadProspects(database.database.background);
    const test = await buildTestApp({ database });
    try {
      // The first request reads and scores all prospects.
      await get(test, buildUrl(getProspectPage.path));
      const list = await measure(test, (at) =>
        buildUrl(
          getProspectPage.path,
          {},
          { list: listTexts[at % listTexts.length], offset: at % 3 === 0 ? 200 : 0 },
        ),
      );
      const board = await measure(test, (at) =>
        buildUrl(getProspectBoard.path, {}, { list: at % 2 === 0 ? '' : 'f.state=TX' }),
      );
      const profile = await measure(test, (at) =>
        buildUrl(
          getProspectProfile.path,
          {},
          { key: `prospect-${1 + ((at * 7_919) % prospects)}` },
        ),
      );
      const evidence = await measure(test, (at) =>
        buildUrl(
          getProspectEvidence.path,
          {},
          { key: `prospect-${1 + ((at * 7_919) % prospects)}` },
        ),
      );
      return [
        row('list', list, promises.list),
        row('board', board, promises.board),
        row('page of a prospect', profile, promises.profile),
        row('evidence of a prospect', evidence, promises.evidence),
        row('three references of a prospect', await measureReferences(test), promises.nearest),
        row('nearest three customers', await measureNearest(test), promises.nearest),
        row('route of a day from 500 candidates', measureRoute(), promises.route),
      ];
    } finally {
      await test.close();
    }
  },
};

async function loadProspects(database: Queries): Promise<void> {
  const states = sql`(array['CA', 'TX', 'NY', 'OR', 'WA'])[1 + i % 5]`;
  await sql`insert into institution (institution_id, name, practice_type, created_on, go_live_on, source, updated_at)
    select i, 'Practice ' || i, 'General Dentistry', '2020-01-01', '2020-01-01', 'import', now()
    from generate_series(1, ${customers}::int) i`.execute(database);
  await sql`insert into location (institution_id, location_id, name, city, state, ehr, latitude, longitude, opened_on, updated_at)
    select i, i, 'Location ' || i, 'City ' || i % 300, ${states}, 'Dentrix', 26 + (i * 7919::bigint % 22000) / 1000.0, -122 + (i * 104729::bigint % 50000) / 1000.0, '2020-01-01', now()
    from generate_series(1, ${customers}::int) i`.execute(database);
  await sql`insert into prospect (name, address, business_type, latitude, longitude, phone, source, created_at)
    select (array['Oak', 'Elm', 'Lake', 'Hill'])[1 + i % 4] || ' Dental Practice ' || i, i || ' Main St, City ' || i % 300 || ', ' || ${states} || ' ' || lpad((i % 90000 + 10000)::text, 5, '0'),
      'Dentist', 26 + (i * 6271::bigint % 22000) / 1000.0, -122 + (i * 15485863::bigint % 50000) / 1000.0, '5' || lpad(i::text, 9, '0'), 'import', now() - i % 300 * interval '1 day'
    from generate_series(1, ${prospects}::int) i`.execute(database);
  await sql`insert into prospect_work (prospect_id, stage, stage_since)
    select i, (array['New', 'Researching', 'Contacted', 'Demo', 'Proposal', 'Nurture'])[1 + i % 6], now() - i % 60 * interval '1 day'
    from generate_series(1, ${prospects}::int, 2) i`.execute(database);
  await sql`analyze`.execute(database);
}

async function get(test: TestApp, url: string): Promise<void> {
  const answer = await test.inject({ method: 'GET', url });
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
}

/** Requests URLs one after another and returns their durations in milliseconds. */
async function measure(test: TestApp, urlOf: (at: number) => string): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < requests; at++) {
    if (at % requestsBetweenChanges === 0) await moveProspect(test, 2 + 2 * at);
    const begin = performance.now();
    await get(test, urlOf(at));
    times.push(performance.now() - begin);
  }
  return times;
}

async function moveProspect(test: TestApp, prospectId: number): Promise<void> {
  const known = await test.database.background
    .selectFrom('prospect_work')
    .select('version')
    .where('prospect_id', '=', prospectId)
    .executeTakeFirst();
  const answer = await test.inject({
    method: 'POST',
    url: postProspectChange.path,
    payload: {
      changeId: randomUUID(),
      prospects: [{ prospectId, version: known?.version ?? 0 }],
      change: { action: 'move', stage: 'Demo', lostReason: null },
    },
  });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
}

async function measureNearest(test: TestApp): Promise<number[]> {
  const answer = await test.inject({ method: 'GET', url: getPractices.path });
  const { practices } = getPractices.response.parse(answer.json());
  const index = buildCustomerIndex(practices, new Set());
  return Array.from({ length: 1_000 }, (_, at) => {
    const begin = performance.now();
    index.findNearest(-122 + ((at * 37) % 50), 26 + ((at * 11) % 22), 3);
    return performance.now() - begin;
  });
}

async function measureReferences(test: TestApp): Promise<number[]> {
  const answer = await test.inject({ method: 'GET', url: getPractices.path });
  const { practices } = getPractices.response.parse(answer.json());
  // No week is scored here, so all customers count as Healthy, with different facts.
  const varied = practices.map((practice, at) => ({
    ...practice,
    healthTier: 'Healthy' as const,
    ehr: at % 1_000 === 0 ? 'Epic' : 'Dentrix',
    practiceType: at % 3 === 0 ? 'Orthodontics' : 'General Dentistry',
    numLocations: at % 50 === 0 ? 30 : 1,
  }));
  const index = buildReferenceIndex(varied, defaultHealthRules.sizeTierFrom);
  return Array.from({ length: 1_000 }, (_, at) => {
    const begin = performance.now();
    index.findReferences(
      {
        sizeTier: at % 4 === 0 ? 'Enterprise' : 'Small',
        locations: null,
        practiceType: at % 3 === 0 ? 'Orthodontics' : 'General Dentistry',
        ehr: at % 2 === 0 ? 'Dentrix' : 'Epic',
      },
      { longitude: -122 + ((at * 37) % 50), latitude: 26 + ((at * 11) % 22) },
      new Set(),
      3,
    );
    return performance.now() - begin;
  });
}

function measureRoute(): number[] {
  const start = { latitude: 30.27, longitude: -97.74 };
  const candidates = Array.from({ length: 500 }, (_, at) => ({
    key: `candidate-${at}`,
    latitude: start.latitude + Math.sin(at * 12.9898) * 0.5,
    longitude: start.longitude + Math.cos(at * 78.233) * 0.6,
    value: (at * 37) % 90,
  }));
  return Array.from({ length: 50 }, () => {
    const begin = performance.now();
    planRoute(candidates, new Set(), {
      start,
      isRoundTrip: false,
      minutes: 480,
      visitMinutes: 30,
      travel: { detourFactor: 1.3, milesPerHour: 35 },
    });
    return performance.now() - begin;
  });
}

function row(measured: string, times: readonly number[], promised: number): BenchRow {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return {
    bench: 'prospects',
    measure: `${measured}, p95`,
    ours: at(0.95),
    anchor: promised,
    ratio: at(0.95) / promised,
    limit: { atMost: 1 },
    unit: 'ms',
    note: `${times.length.toLocaleString('en-US')} times; p50 ${at(0.5).toFixed(1)}, p99 ${at(0.99).toFixed(1)}`,
  };
}
