import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunTransaction } from '#server/core/db/batches.ts';
import {
  exportPredictions,
  getPredictions,
  getSimilarFlaggedCustomers,
  postVerdicts,
  postVerdictUndo,
} from '#shared/churn/predictions/list.ts';
import { exportFlags, getFlags } from '#shared/churn/quality/flags.ts';
import { exportCustomerOutcomes, getCustomerOutcomes } from '#shared/churn/quality/outcomes.ts';
import {
  getPredictionQuality,
  postModelVersionChoice,
  postPatternMute,
} from '#shared/churn/quality/quality.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { getKeyFigures } from '#shared/portfolio/key-figures.ts';
import { getInstitutionList } from '#shared/portfolio/list.ts';
import { getTimeline } from '#shared/timeline/timeline.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { type InsertedChurnWorld, insertChurnWorld } from '#test/churn-world.ts';
import { createRecordingJobQueue } from '#test/recording-jobs.ts';
import { createScoreWeekRow } from '#test/score-week.ts';
import { queuedStepsJobName } from '../pipeline/jobs.ts';
import { runPipelineStep } from '../pipeline/pipeline.ts';
import { StepStopped } from '../steps/step.ts';
import { findActiveModel } from './model-queries.ts';
import { findFlaggedCustomers } from './predictions-queries.ts';
import { retrainModel } from './retrain.ts';

const today: Day = '2026-11-15';
const now = new Date('2026-11-15T14:00:00Z');
const watch = { progress: async () => undefined, signal: new AbortController().signal };

const asked: string[] = [];
let test: TestApp;
let world: InsertedChurnWorld;
beforeAll(async () => {
  test = await buildTestApp({
    now,
    dependencies: { jobs: createRecordingJobQueue(asked, now) },
  });
  world = await insertChurnWorld(test.database, { until: today });
  await pretendReady(test, today);
  await runPipelineStep(test.dependencies, 'score', today, watch);
}, 120_000);
afterAll(() => test.close());

/** Marks the steps before the predictions as succeeded for a day. */
async function pretendReady(app: TestApp, day: Day): Promise<void> {
  const at = app.dependencies.clock();
  await app.database.background
    .insertInto('churn_run')
    .values({
      run_id: randomUUID(),
      step: 'features',
      day,
      asked_at: at,
      started_at: at,
      ended_at: at,
      status: 'succeeded',
      checks: '[]',
    })
    .execute();
}

const list = async () =>
  getPredictions.response.parse(
    (await test.inject({ method: 'GET', url: getPredictions.path })).json(),
  );
const quality = async (past = 'all') =>
  getPredictionQuality.response.parse(
    (await test.inject({ method: 'GET', url: `${getPredictionQuality.path}?past=${past}` })).json(),
  );
const predictionRows = () =>
  test.database.background
    .selectFrom('churn_prediction')
    .selectAll()
    .where('day', '=', today)
    .orderBy('institution_id')
    .execute();

describe('the predictions of a day', () => {
  it('find customers in trouble, with evidence', async () => {
    const answer = await list();
    expect(answer).toMatchObject({ day: today, madeAt: now.toISOString(), hidden: null });
    expect(answer.rows.length).toBeGreaterThanOrEqual(2);
    for (const row of answer.rows) {
      expect(world.inTrouble).toContain(row.institutionId);
      expect(row.evidence.length).toBeGreaterThanOrEqual(3);
      expect(row.chance30 <= row.chance45 && row.chance45 <= row.chance60).toBe(true);
      expect(row.chanceLow <= row.chance60 && row.chance60 <= row.chanceHigh).toBe(true);
      expect(row.daysLow <= row.daysLeft && row.daysLeft <= (row.daysHigh ?? 61)).toBe(true);
    }
  });

  it('show since when the score has been below 50', async () => {
    const [first] = (await list()).rows;
    const id = first?.institutionId ?? 0;
    const { background } = test.database;
    const score = (week_start: string, adoption_score: number | null) =>
      background
        .insertInto('score_version')
        .values(createScoreWeekRow({ institution_id: id, week_start, adoption_score }))
        .onConflict((conflict) =>
          conflict
            .columns(['week_start', 'version', 'institution_id'])
            .doUpdateSet({ adoption_score }),
        )
        .execute();
    for (const [week, value] of [
      ['2026-10-11', 20],
      ['2026-10-18', 50],
      ['2026-10-25', 49],
      ['2026-11-01', 30],
      ['2026-11-08', 10],
    ] as const)
      await score(week, value);
    const [flagged] = (await findFlaggedCustomers(background, today)).filter(
      (row) => row.institution_id === id,
    );
    expect(flagged?.low_since).toBe('2026-10-31');
    await score('2026-11-08', null);
    const [unknown] = (await findFlaggedCustomers(background, today)).filter(
      (row) => row.institution_id === id,
    );
    expect(unknown?.low_since).toBeNull();
    for (const week of ['2026-10-11', '2026-10-18', '2026-10-25', '2026-11-01'])
      await background
        .deleteFrom('score_version')
        .where('institution_id', '=', id)
        .where('week_start', '=', week)
        .execute();
    await score('2026-11-08', 80);
  });

  it('show how often flags came true', async () => {
    const { past } = await list();
    expect(past?.flagged).toBeGreaterThan(5);
    expect(past?.until).toBe('2026-09-13');
  });

  it('are the same when recomputed', async () => {
    const before = await predictionRows();
    await runPipelineStep(test.dependencies, 'score', today, watch);
    expect(await predictionRows()).toEqual(before);
  });

  it('list customers that entered or left a tier since the previous day', async () => {
    const [first, ...others] = (await list()).rows;
    const flagged = new Set((await list()).rows.map((row) => row.institutionId));
    const calm = (await predictionRows()).find((row) => !flagged.has(row.institution_id));
    if (first === undefined || calm === undefined)
      throw new Error('Expected one flagged and one unflagged customer');
    const yesterday = addDays(today, -1);
    const { background } = test.database;
    await background
      .insertInto('churn_prediction')
      .values(
        (await predictionRows())
          .filter((row) => row.institution_id !== first.institutionId)
          .map((row) => ({
            ...row,
            day: yesterday,
            ...(row.institution_id === calm.institution_id ? { tier: 'HIGH' as const } : {}),
          })),
      )
      .execute();
    // The list is cached until a run ends later than all earlier runs, so the clock advances before
    // this run.
    test.setClock(new Date(now.getTime() + 1000));
    await runPipelineStep(test.dependencies, 'score', today, watch);
    const answer = await list();
    expect(answer.gone).toEqual([
      { institutionId: calm.institution_id, institutionName: `Institution ${calm.institution_id}` },
    ]);
    expect(
      answer.rows.filter(({ isNew }) => isNew).map(({ institutionId }) => institutionId),
    ).toEqual([first.institutionId]);
    const stayed = answer.rows.filter(({ institutionId }) => institutionId !== first.institutionId);
    expect(stayed).toHaveLength(others.length);
    expect(stayed.every(({ flaggedSince }) => flaggedSince <= yesterday)).toBe(true);
    await background.deleteFrom('churn_prediction').where('day', '=', yesterday).execute();
    await background.deleteFrom('churn_run').where('ended_at', '>', now).execute();
    test.setClock(now);
  });

  it('remain when a step for another day fails', async () => {
    const tomorrow = addDays(today, 1);
    await expect(runPipelineStep(test.dependencies, 'score', tomorrow, watch)).rejects.toThrow(
      StepStopped,
    );
    await pretendReady(test, tomorrow);
    await expect(runPipelineStep(test.dependencies, 'score', tomorrow, watch)).rejects.toThrow(
      'No customer has features on that day.',
    );
    expect((await list()).day).toBe(today);
  });

  it('list similar past cases', async () => {
    const [first] = (await list()).rows;
    const answer = await test.inject({
      method: 'GET',
      url: buildUrl(getSimilarFlaggedCustomers.path, { id: first?.institutionId }),
    });
    const { lost, stayed } = getSimilarFlaggedCustomers.response.parse(answer.json());
    expect(lost).toHaveLength(3);
    expect(stayed.length).toBeLessThanOrEqual(3);
    for (const each of lost) expect(each).toMatchObject({ reason: 'Price or terms' });
    expect(
      (
        await test.inject({
          method: 'GET',
          url: buildUrl(getSimilarFlaggedCustomers.path, { id: 999 }),
        })
      ).statusCode,
    ).toBe(404);
  });

  it('appear in the customer list until they are outdated', async () => {
    const tiers = async (app: TestApp) => {
      const answer = await app.inject({
        method: 'GET',
        url: getInstitutionList.path,
        headers: { cookie: await app.signIn('member') },
      });
      const { rows } = getInstitutionList.response.parse(answer.json());
      return new Map(
        rows.flatMap(({ institutionId, churnTier }) =>
          churnTier === null ? [] : [[institutionId, churnTier]],
        ),
      );
    };
    const shown = new Map(
      (await list()).rows.map(({ institutionId, tier }) => [institutionId, tier]),
    );
    expect(await tiers(test)).toEqual(shown);
    test.setClock(new Date(now.getTime() + 49 * 3_600_000));
    expect((await tiers(test)).size).toBe(0);
    test.setClock(new Date(now.getTime() + 1000));
    expect(await tiers(test)).toEqual(shown);
    test.setClock(now);
  });

  it('are counted with their weekly change, using the verdicts of that time', async () => {
    const { background } = test.database;
    const change = async () =>
      getKeyFigures.response.parse(
        (await test.inject({ method: 'GET', url: getKeyFigures.path })).json(),
      ).predictedChange;
    expect(await change()).toBeNull();
    const flagged = (await list()).rows.map(({ institutionId }) => institutionId);
    const calm = (await predictionRows())
      .map((row) => row.institution_id)
      .filter((id) => !flagged.includes(id));
    const before = addDays(today, -7);
    const ofBefore = background
      .selectFrom('churn_prediction')
      .selectAll()
      .where('day', '=', before);
    // Predictions that a later model makes for an earlier day are backtest predictions, because
    // users never saw them.
    const backTested = await ofBefore.execute();
    expect(backTested.every((row) => row.is_backtest)).toBe(true);
    await background.deleteFrom('churn_prediction').where('day', '=', before).execute();
    await background
      .insertInto('churn_prediction')
      .values(
        (await predictionRows()).map((row) => ({
          ...row,
          day: before,
          tier: calm.slice(0, 5).includes(row.institution_id) ? ('HIGH' as const) : null,
        })),
      )
      .execute();
    // Sets the end of the last run. The cached list is rebuilt when this time changes.
    const ranAt = async (at: Date) => {
      test.setClock(at);
      await background
        .updateTable('churn_run')
        .set({ ended_at: at })
        .where('step', '=', 'score')
        .execute();
    };
    await ranAt(new Date(now.getTime() + 1000));
    expect(await change()).toBe(flagged.length - 5);
    await background.deleteFrom('churn_prediction').where('day', '=', before).execute();
    await background.insertInto('churn_prediction').values(backTested).execute();
    await ranAt(now);
  });

  it('are exported as CSV', async () => {
    const answer = await test.inject({
      method: 'GET',
      url: `${exportPredictions.path}?cols=institutionName,tier,chance60`,
    });
    const rows: unknown[] = parse(answer.body, { bom: true, columns: true });
    expect(rows).toHaveLength((await list()).rows.length);
  });
});

const backTested = () =>
  test.database.background
    .selectFrom('churn_prediction')
    .select(['institution_id', 'day', 'chance60', 'tier'])
    .where('is_backtest', '=', true)
    .orderBy('day')
    .orderBy('institution_id')
    .execute();
const write: RunTransaction = (work) => test.database.background.transaction().execute(work);
const train = (transact: RunTransaction = write) =>
  retrainModel({
    queries: test.database.background,
    day: today,
    timeZone: 'America/Los_Angeles',
    clock: () => now,
    transact,
    ...watch,
  });

describe('a model', () => {
  const models = () =>
    test.database.background
      .selectFrom('churn_model')
      .select(['version', 'state'])
      .orderBy('version')
      .execute();
  const inWeeks = (weeks: number) => addDays(today, 7 * weeks);

  it('is the same when trained again, and becomes active once its back-tests are saved', async () => {
    const [before, past, used] = [
      await predictionRows(),
      await backTested(),
      await findActiveModel(test.database.background),
    ];
    let writes = 0;
    const cutOff: RunTransaction = (work) => {
      writes += 1;
      return writes > 3 ? Promise.reject(new Error('Cut off.')) : write(work);
    };
    await expect(train(cutOff)).rejects.toThrow('Cut off.');
    const staged = () =>
      test.database.background.selectFrom('churn_prediction_staging').select('day').execute();
    expect((await staged()).length).toBeGreaterThan(0);
    expect(await backTested()).toEqual(past);
    expect((await quality()).backtestedVersion).toBe(1);
    expect((await findActiveModel(test.database.background))?.version).toBe(1);
    expect(await models()).toHaveLength(2);

    const again: unknown = JSON.parse(JSON.stringify(await train()));
    expect(again).toMatchObject({ version: 2, model: used?.model, report: used?.report });
    expect(await models()).toEqual([
      { version: 1, state: 'replaced' },
      { version: 2, state: 'current' },
    ]);
    expect(await backTested()).toEqual(past);
    expect(await staged()).toEqual([]);
    await runPipelineStep(test.dependencies, 'score', today, watch);
    expect((await predictionRows()).map((row) => ({ ...row, model_version: 1 }))).toEqual(before);
  }, 120_000);

  it('never predicts a day before its training', async () => {
    const [then, before] = [inWeeks(-3), inWeeks(-6)];
    await test.database.background
      .updateTable('churn_model')
      .set({ trained_on: then })
      .where('version', '=', 1)
      .execute();
    for (const day of [then, before]) await pretendReady(test, day);
    await runPipelineStep(test.dependencies, 'score', then, watch);
    const used = await test.database.background
      .selectFrom('churn_prediction')
      .select(({ fn }) => [fn.min('model_version').as('least'), fn.max('model_version').as('most')])
      .where('day', '=', then)
      .executeTakeFirstOrThrow();
    expect(used).toEqual({ least: 1, most: 1 });
    await expect(runPipelineStep(test.dependencies, 'score', before, watch)).rejects.toThrow(
      'No model had been trained by that day',
    );
    expect((await findActiveModel(test.database.background))?.version).toBe(2);
    expect((await list()).day).toBe(today);
  });
});

describe('outcomes of flags and customers', () => {
  const get = async (url: string) => test.inject({ method: 'GET', url });
  const outcomes = async (past = 'all') =>
    getCustomerOutcomes.response.parse(
      (await get(`${getCustomerOutcomes.path}?past=${past}`)).json(),
    ).rows;

  it('match the headline, flag by flag', async () => {
    const { rows } = getFlags.response.parse((await get(getFlags.path)).json());
    const { past } = await list();
    const inHeadline = rows.filter((row) => row.isInHeadline);
    expect(inHeadline).toHaveLength(past?.flagged ?? 0);
    expect(inHeadline.filter(({ outcome }) => outcome === 'Left')).toHaveLength(past?.left ?? 0);
    expect(
      inHeadline.every(
        ({ flaggedOn, outcome }) => flaggedOn <= '2026-09-13' && outcome !== 'Too early to tell',
      ),
    ).toBe(true);
    for (const { outcome, flaggedOn, noticedOn, daysToNotice } of rows) {
      expect(noticedOn !== null).toBe(outcome === 'Left');
      if (outcome === 'Too early to tell') expect(flaggedOn > '2026-09-16').toBe(true);
      if (daysToNotice !== null) expect(daysToNotice >= 0 && daysToNotice < 60).toBe(true);
    }
  });

  it.each(['all', '13'])('add up to the figures of %s weeks', async (past) => {
    const found = await quality(past);
    const { rows } = getFlags.response.parse((await get(getFlags.path)).json());
    const inWeeks = rows.filter(
      ({ flaggedOn }) =>
        flaggedOn >= (found.maturedFrom ?? '') && flaggedOn <= (found.maturedUntil ?? ''),
    );
    expect(inWeeks).toHaveLength(found.flagged.of);
    expect(inWeeks.filter(({ outcome }) => outcome === 'Left')).toHaveLength(found.flagged.hits);
    const counts = Object.fromEntries(
      [...Map.groupBy(await outcomes(past), ({ outcome }) => outcome)].map(([key, own]) => [
        key,
        own.length,
      ]),
    );
    expect(counts['Flagged, left'] ?? 0).toBe(found.losses.hits);
    expect(counts['Not flagged, left'] ?? 0).toBe(found.losses.of - found.losses.hits);
    expect(counts['Flagged, stayed'] ?? 0).toBe(found.stayed.hits);
    expect(counts['Not flagged, stayed'] ?? 0).toBe(found.stayed.of - found.stayed.hits);
    expect(found.stayed.hits).toBeGreaterThan(0);
  });

  it('are exported as CSV, and refused for other weeks', async () => {
    const flags: unknown[] = parse(
      (await get(`${exportFlags.path}?cols=institutionName,outcome`)).body,
      { bom: true, columns: true },
    );
    expect(flags).toHaveLength(
      getFlags.response.parse((await get(getFlags.path)).json()).rows.length,
    );
    const rows: unknown[] = parse(
      (await get(`${exportCustomerOutcomes.path}?past=13&cols=institutionName,outcome`)).body,
      {
        bom: true,
        columns: true,
      },
    );
    expect(rows).toHaveLength((await outcomes('13')).length);
    expect((await get(`${getCustomerOutcomes.path}?past=7`)).statusCode).toBe(422);
  });
});

describe('a version chosen by an admin', () => {
  const choose = async (body: object, role: 'admin' | 'member' = 'admin') =>
    test.inject({
      method: 'POST',
      url: postModelVersionChoice.path,
      payload: body,
      headers: { cookie: await test.signIn(role) },
    });
  const inUse = async () => (await findActiveModel(test.database.background))?.version;
  const back = { modelVersion: 1, versionInUse: 2, reason: 'Flags too many' };

  it.each([
    [{ reason: '  ' }, 422],
    [{ modelVersion: 99 }, 404],
    [{ modelVersion: 0 }, 422],
    [{ versionInUse: 1 }, 409],
    [{ reason: 'x'.repeat(501) }, 422],
  ])('is refused with %o', async (part, status) => {
    expect((await choose({ ...back, ...part })).statusCode).toBe(status);
    expect(await inUse()).toBe(2);
  });

  it('becomes active once, is logged, and recomputes the latest predictions', async () => {
    expect((await choose(back, 'member')).statusCode).toBe(403);
    for (const _ of [1, 2]) expect((await choose(back)).statusCode).toBe(200);
    expect(await inUse()).toBe(1);
    const { background } = test.database;
    const audit = await background
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'churn.model.choose')
      .execute();
    expect(audit).toEqual([{ detail: { before: 2, reason: 'Flags too many' } }]);
    const waiting = await background
      .selectFrom('churn_run')
      .select(['step', 'day'])
      .where('status', '=', 'queued')
      .execute();
    expect(waiting).toEqual([{ step: 'score', day: today }]);
    expect(asked).toContain(queuedStepsJobName);
    const found = await quality();
    expect(
      found.versions.map(({ version, isCurrent, chosen }) => [version, isCurrent, chosen?.reason]),
    ).toEqual([
      [2, false, undefined],
      [1, true, 'Flags too many'],
    ]);
    expect(found).toMatchObject({ model: { version: 1 }, backtestedVersion: 2 });
  });

  it('stays active after a later training, which is also saved', async () => {
    const past = await backTested();
    await train();
    expect(await inUse()).toBe(1);
    expect(
      (await quality()).versions.map(({ version, isCurrent }) => [version, isCurrent]),
    ).toEqual([
      [3, false],
      [2, false],
      [1, true],
    ]);
    expect(await backTested()).toEqual(past);
    await runPipelineStep(test.dependencies, 'score', today, watch);
    expect(new Set((await predictionRows()).map((row) => row.model_version))).toEqual(new Set([1]));
  }, 120_000);

  it('is the only active version', async () => {
    const second = test.database.background
      .updateTable('churn_model')
      .set({ state: 'current' })
      .where('version', '=', 2)
      .execute();
    await expect(second).rejects.toThrow('churn_model_in_use');
  });

  it('is replaced once the newest is chosen, and then by each training', async () => {
    expect(
      (await choose({ modelVersion: 3, versionInUse: 1, reason: 'Better by now' })).statusCode,
    ).toBe(200);
    expect((await quality()).versions.find(({ isCurrent }) => isCurrent)).toMatchObject({
      version: 3,
      chosen: null,
    });
    await train();
    expect(await inUse()).toBe(4);
    expect((await quality()).backtestedVersion).toBe(4);
    await runPipelineStep(test.dependencies, 'score', today, watch);
  }, 120_000);
});

describe('the quality', () => {
  it('counts known outcomes and compares with the rule', async () => {
    const found = await quality();
    expect(found.model?.candidates.map(({ name }) => name)).toEqual([
      'logistic',
      'boosted',
      'rule',
    ]);
    expect(found.model).toMatchObject({ beatsChance: true, beatsRule: true });
    expect(found.maturedUntil).toBe('2026-09-13');
    expect(found.flagged.of).toBeGreaterThan(found.flagged.hits);
    expect(found.revenue).toEqual({ of: 0, hits: 0, unpriced: found.losses.of });
    expect(found.misses.length).toBe(found.losses.of - found.losses.hits);
    expect(found.falseAlarms.length).toBe(found.flagged.of - found.flagged.hits);
    expect(found.leadDays.length).toBe(found.flagged.hits);
    const newest = await quality('13');
    expect(newest).toMatchObject({ weeks: 13, maturedUntil: '2026-09-13' });
    expect(newest.flagged.of).toBeLessThan(found.flagged.of);
    expect(found.weeks).toBeGreaterThan(13);
    expect(
      (await test.inject({ method: 'GET', url: `${getPredictionQuality.path}?past=7` })).statusCode,
    ).toBe(422);
    const low = found.model?.patterns.find(({ pattern }) => pattern === 'declining');
    expect(low?.left).toBeGreaterThan((low?.customers ?? 0) / 3);
  });
});

describe('a verdict', () => {
  it('removes the customer for 60 days, is counted, and appears on the timeline', async () => {
    const before = (await quality()).verdicts;
    const [, second] = (await list()).rows;
    const id = second?.institutionId ?? 0;
    const body = {
      verdictId: randomUUID(),
      institutionIds: [id],
      verdict: 'rejected',
      reason: 'Known season',
    };
    for (const _ of [1, 2]) {
      const answer = await test.inject({
        method: 'POST',
        url: postVerdicts.path,
        payload: body,
      });
      expect(answer.statusCode).toBe(200);
    }
    expect((await list()).rows.find((row) => row.institutionId === id)?.verdict).toMatchObject({
      verdict: 'rejected',
      reason: 'Known season',
    });
    expect((await quality()).verdicts).toEqual({ ...before, rejected: before.rejected + 1 });
    const timeline = await test.inject({ method: 'GET', url: buildUrl(getTimeline.path, { id }) });
    expect(timeline.body.split('Rejected the churn prediction')).toHaveLength(2);

    test.setClock(new Date(now.getTime() + 60_000));
    const back = { ...body, verdictId: randomUUID(), verdict: 'withdrawn', reason: 'A mistake' };
    expect(
      (await test.inject({ method: 'POST', url: postVerdicts.path, payload: back })).statusCode,
    ).toBe(200);
    const verdictOf = async () =>
      (await list()).rows.find((row) => row.institutionId === id)?.verdict;
    expect(await verdictOf()).toBeNull();

    const undo = (headers = {}) =>
      test.inject({
        method: 'POST',
        url: buildUrl(postVerdictUndo.path, { verdictId: back.verdictId }),
        payload: {},
        headers,
      });
    expect((await undo({ cookie: await test.signIn('member') })).statusCode).toBe(403);
    for (const institutionIds of [[id], []])
      expect((await undo()).json()).toEqual({ institutionIds });
    expect(await verdictOf()).toMatchObject({ verdict: 'rejected' });
    const repeated = { ...back, verdictId: randomUUID() };
    await test.inject({ method: 'POST', url: postVerdicts.path, payload: repeated });
    test.setClock(now);
  });

  it('is undone only for its author when two users saved the same id', async () => {
    const verdictId = randomUUID();
    const [one, other] = (await predictionRows()).flatMap(({ institution_id, tier }) =>
      tier === null ? [] : [institution_id],
    );
    const cookies = [await test.signIn('member'), await test.signIn('admin')];
    const send = (url: string, payload: object, cookie = '') =>
      test.inject({ method: 'POST', url, payload, headers: { cookie } });
    for (const [at, id] of [one, other].entries()) {
      const body = { verdictId, institutionIds: [id], verdict: 'accepted', reason: 'Right' };
      expect((await send(postVerdicts.path, body, cookies[at])).statusCode).toBe(200);
    }
    const undo = buildUrl(postVerdictUndo.path, { verdictId });
    expect((await send(undo, {}, cookies[1])).json()).toEqual({ institutionIds: [other] });
    expect((await send(undo, {}, cookies[1])).statusCode).toBe(403);
    expect((await send(undo, {}, cookies[0])).json()).toEqual({ institutionIds: [one] });
  });

  it.each([
    [{ reason: '   ' }, 422],
    [{ institutionIds: [99_999] }, 404],
    [{ institutionIds: [] }, 422],
    [{ verdict: 'perhaps' }, 422],
  ])('is refused with %o', async (part, status) => {
    const [first] = (await list()).rows;
    const body = {
      verdictId: randomUUID(),
      institutionIds: [first?.institutionId],
      verdict: 'accepted',
      reason: 'Right',
      ...part,
    };
    expect(
      (await test.inject({ method: 'POST', url: postVerdicts.path, payload: body })).statusCode,
    ).toBe(status);
  });

  it('is refused for a customer in no tier', async () => {
    const flagged = new Set((await list()).rows.map((row) => row.institutionId));
    const other = Array.from({ length: world.institutions }, (_, at) => at + 1).find(
      (id) => !flagged.has(id),
    );
    const body = {
      verdictId: randomUUID(),
      institutionIds: [other],
      verdict: 'accepted',
      reason: 'Right',
    };
    expect(
      (await test.inject({ method: 'POST', url: postVerdicts.path, payload: body })).statusCode,
    ).toBe(422);
  });
});

describe('a muted pattern', () => {
  it('is ignored from the next predictions on, and only admins can mute', async () => {
    const body = { pattern: 'declining', isMuted: true, reason: 'Too many' };
    expect(
      (await test.inject({ method: 'POST', url: postPatternMute.path, payload: body })).statusCode,
    ).toBe(403);
    const cookie = await test.signIn('admin');
    const mute = (payload: object) =>
      test.inject({ method: 'POST', url: postPatternMute.path, payload, headers: { cookie } });
    expect((await mute({ ...body, reason: '' })).statusCode).toBe(422);
    expect((await mute(body)).statusCode).toBe(200);
    expect((await quality()).mutes).toEqual([
      { pattern: 'declining', reason: 'Too many', by: expect.stringMatching(/^Avery Admin/) },
    ]);
    await runPipelineStep(test.dependencies, 'score', today, watch);
    expect((await predictionRows()).some(({ patterns }) => patterns.includes('declining'))).toBe(
      false,
    );
    expect((await mute({ pattern: 'declining', isMuted: false })).statusCode).toBe(200);
    await runPipelineStep(test.dependencies, 'score', today, watch);
    expect((await predictionRows()).some(({ patterns }) => patterns.includes('declining'))).toBe(
      true,
    );
  });
});

it('older than 48 hours are not shown as tiers', async () => {
  const at = async (later: number) => {
    test.setClock(new Date(now.getTime() + later));
    const headers = { cookie: await test.signIn('member') };
    return getPredictions.response.parse(
      (await test.inject({ method: 'GET', url: getPredictions.path, headers })).json(),
    );
  };
  expect((await at(48 * 3_600_000)).hidden).toBeNull();
  expect(await at(48 * 3_600_000 + 1)).toMatchObject({ hidden: 'stale', rows: [], day: today });
  // Predictions for `today` that are recomputed three days later still use only data from before the
  // end of `today`: midnight in Los Angeles, 08:00 UTC.
  test.setClock(new Date(now.getTime() + 72 * 3_600_000));
  await runPipelineStep(test.dependencies, 'score', today, watch);
  expect(await at(72 * 3_600_000)).toMatchObject({
    hidden: 'stale',
    madeAt: '2026-11-16T08:00:00.000Z',
  });
  test.setClock(now);
});

describe('without information', () => {
  it('flags no customer when the features carry no information', async () => {
    const other = await buildTestApp({ now });
    await insertChurnWorld(other.database, { until: today, isLearnable: false });
    await pretendReady(other, today);
    await runPipelineStep(other.dependencies, 'score', today, watch);
    const answer = getPredictions.response.parse(
      (await other.inject({ method: 'GET', url: getPredictions.path })).json(),
    );
    expect(answer.rows).toEqual([]);
    expect(['chance', 'not_better']).toContain(answer.hidden);
    await other.close();
  }, 120_000);

  it('trains no model with too few losses, and the page explains it', async () => {
    const other = await buildTestApp({ now });
    await insertChurnWorld(other.database, { until: today, institutions: 20 });
    await pretendReady(other, today);
    await expect(runPipelineStep(other.dependencies, 'score', today, watch)).rejects.toThrow(
      'too few recorded losses',
    );
    const answer = getPredictions.response.parse(
      (await other.inject({ method: 'GET', url: getPredictions.path })).json(),
    );
    expect(answer).toMatchObject({ hidden: 'no_predictions', day: null, rows: [] });
    const found = getPredictionQuality.response.parse(
      (await other.inject({ method: 'GET', url: getPredictionQuality.path })).json(),
    );
    expect(found).toMatchObject({ model: null, maturedUntil: null });
    await other.close();
  });
});
