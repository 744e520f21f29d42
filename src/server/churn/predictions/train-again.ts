import { setImmediate as otherWork } from 'node:timers/promises';
import { churnFeatures, modelFeatures } from '#shared/churn/patterns/features.ts';
import { churnWarning } from '#shared/churn/pipeline.ts';
import type { ModelReport } from '#shared/churn/quality/quality.ts';
import { type Day, daysBetween } from '#shared/core/dates.ts';
import { usualConfidence, wilson } from '#shared/core/statistics/intervals.ts';
import { spreadOf } from '#shared/core/statistics/means.ts';
import { mutedPatterns } from '../patterns/mutes-queries.ts';
import { countPatterns, silentPatterns } from '../patterns/records.ts';
import { binsOf } from '../pipeline/checks.ts';
import type { StepContext } from '../pipeline/step.ts';
import { bounded, repeats, type Training } from './learner/train.ts';
import { trainAside } from './learner.ts';
import { draftModel, type KeptModel, putInUse } from './model-queries.ts';
import { horizonDays, type Panel, type PanelRow, readPanel } from './panel.ts';
import { predictionOf } from './prediction.ts';
import { clearBacktest, insertPredictions, lowScore, type Prediction } from './predictions-queries.ts';

/** Of each past Sunday those with the highest chances are kept, and whoever was in a tier or left. */
const keptOfSunday = 100;

/**
 * Trains a model on all that is known before a day, and predicts the past with models that did not know it. It comes into use once all
 * of that is kept. Undefined with too few losses.
 */
export async function trainAgain({ queries, day, transact, clock, progress, signal }: StepContext): Promise<KeptModel | undefined> {
  await progress(0, 3, 'reading past weeks');
  const counts = countPatterns(day);
  const known: (number | null)[][] = [];
  const panel = await readPanel(queries, day, (row: PanelRow) => {
    counts.see(row);
    known.push(row.known);
  });
  const [first] = panel.days;
  if (first === undefined) return undefined;
  await progress(1, 3, 'training');
  await otherWork();
  const daysSince = panel.days.map((each) => daysBetween(first, each));
  const score = churnFeatures.findIndex(({ key }) => key === 'score');
  const training = await trainAside(
    {
      columns: modelFeatures.map(({ key, sign }) => ({ name: key, sign })),
      rows: panel.rows,
      values: panel.values,
      day: Float64Array.from(panel.week, (week) => daysSince[week] ?? 0),
      today: daysBetween(first, day),
      institution: panel.institution,
      noticeInDays: panel.noticeInDays,
      rule: Float64Array.from(known, (row) => ((row[score] ?? Number.NaN) < lowScore ? 1 : 0)),
      alertShare: churnWarning.alertShare,
    },
    signal,
  );
  if (training === undefined) return undefined;
  await progress(2, 3, 'keeping what it found');
  const report = await reportOf(training, panel, known, day, counts.records());
  const silent = silentPatterns(await mutedPatterns(queries), report.patterns);
  const kept = await transact(async (transaction) => {
    const version = await draftModel(transaction, { model: training.model, report, trainedOn: day }, clock());
    await clearBacktest(transaction);
    return version;
  });
  const model = { version: kept, trainedOn: day, model: training.model, report };
  for (const part of backtest(training, panel, known, model, silent))
    await transact((transaction) => insertPredictions(transaction, part, true));
  await transact((transaction) => putInUse(transaction, kept));
  return model;
}

/** The past Sundays as the model would have seen them, one after the other. */
function* backtest(
  { backtest: { row: rows, chances } }: Training,
  panel: Panel,
  known: readonly (readonly (number | null)[])[],
  model: KeptModel,
  silent: ReadonlySet<string>,
): Generator<Prediction[]> {
  const byWeek = Map.groupBy(rows.keys(), (at) => panel.week[rows[at] ?? 0] ?? 0);
  const chance = (horizon: number, at: number) => chances[horizon]?.[at] ?? 0;
  for (const [week, places] of byWeek) {
    const day = panel.days[week];
    if (day === undefined) continue;
    const sorted = places.toSorted((one, other) => chance(2, other) - chance(2, one));
    yield sorted.flatMap((at, rank) => {
      const row = rows[at] ?? 0;
      const chances = bounded(model.model, [chance(0, at), chance(1, at), chance(2, at)]);
      const found = { institution_id: panel.institution[row] ?? 0, known: known[row] ?? [] };
      const left = (panel.noticeInDays[row] ?? Number.NaN) < horizonDays;
      if (rank >= keptOfSunday && !left && chances.chance60 < model.report.level) return [];
      return [predictionOf(found, day, chances, model, silent)];
    });
  }
}

async function reportOf(
  training: Training,
  panel: Panel,
  known: readonly (readonly (number | null)[])[],
  day: Day,
  patterns: ModelReport['patterns'],
): Promise<ModelReport> {
  const { compared, reliability, trained, winner, aheadOfRule, baseRate, level, drivers } = training;
  const chosen = compared.find(({ name }) => name === winner);
  if (chosen === undefined) throw new Error('The training compared nothing.');
  const last = known.slice(-Math.ceil(known.length / panel.days.length) * 4);
  const column = (at: number) => last.map((row) => row[at] ?? null);
  const bins: ModelReport['bins'] = [];
  for (const at of churnFeatures.keys()) {
    bins.push(binsOf(column(at)));
    await otherWork();
  }
  const deviations: number[] = [];
  for (const { key } of modelFeatures) {
    deviations.push(deviationOf(column(churnFeatures.findIndex((feature) => feature.key === key))));
    await otherWork();
  }
  return {
    ...trained,
    from: panel.days[0] ?? day,
    until: day,
    baseRate,
    candidates: compared.map((each) => ({
      ...each,
      ...(each.name === 'rule' ? { brier: null, calibrationError: null } : {}),
      isChosen: each.name === winner,
    })),
    beatsChance: chosen.auc.low > 0.5,
    beatsRule: aheadOfRule.low > 0,
    reliability: reliability.map(({ cases, meanChance, observed }) => ({
      predicted: meanChance,
      observed,
      count: cases,
      // A customer stands in some nine Sundays with the same outcome, which count as one.
      ...(wilson((observed * cases) / repeats, cases / repeats, usualConfidence) ?? { low: 0, high: 1 }),
    })),
    level,
    drivers: drivers.flatMap(({ column, kind, step, oddsRatio, low, high }) => {
      const feature = modelFeatures[column]?.key;
      return feature === undefined ? [] : [{ feature, isUnknown: kind === 'missing', step, oddsRatio, low, high }];
    }),
    patterns,
    bins,
    deviations,
  };
}

function deviationOf(values: readonly (number | null)[]): number {
  const spread = spreadOf(values.filter((value) => value !== null));
  return spread === undefined ? 0 : Math.sqrt(spread.variance);
}
