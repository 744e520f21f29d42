import { churnWarning } from '#shared/churn/pipeline.ts';
import { churnFeatures, modelFeatures } from '#shared/churn/patterns/features.ts';
import type { ModelReport } from '#shared/churn/quality/quality.ts';
import { wilsonInterval } from '#shared/churn/quality/share.ts';
import { daysBetween, type Day } from '#shared/core/dates.ts';
import { countPatterns } from '../patterns/records.ts';
import { mutedPatterns } from '../patterns/mutes-queries.ts';
import { binsOf } from '../pipeline/checks.ts';
import type { StepContext } from '../pipeline/step.ts';
import { bandOf, trainAside } from './learner.ts';
import type { Training } from './learner/train.ts';
import { type KeptModel, keepModel } from './model-queries.ts';
import { horizonDays, type Panel, type PanelRow, readPanel } from './panel.ts';
import { clearBacktest, insertPredictions, type Prediction } from './predictions-queries.ts';
import { predictionOf } from './prediction.ts';

/** Of each past Sunday those with the highest chances are kept, and whoever was in a tier or left. */
const keptOfSunday = 100;

/** Trains a model on all that is known before a day, and predicts the past with models that did not know it. Undefined with too few losses. */
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
  const training = await trainAside(
    {
      dayOfWeek: panel.days.map((each) => daysBetween(first, each)),
      today: daysBetween(first, day),
      width: modelFeatures.length,
      signs: modelFeatures.map(({ sign }) => sign),
      score: modelFeatures.findIndex(({ key }) => key === 'score'),
      rows: panel.rows,
      week: panel.week,
      institution: panel.institution,
      values: panel.values,
      noticeInDays: panel.noticeInDays,
    },
    signal,
  );
  if (training === undefined) return undefined;
  await progress(2, 3, 'keeping what it found');
  const report = reportOf(training, panel, known, day, counts.records());
  const muted = await mutedPatterns(queries);
  const kept = await transact(async (transaction) => {
    const version = await keepModel(transaction, { model: training.model, report, trainedOn: day }, clock());
    await clearBacktest(transaction);
    return version;
  });
  const model = { version: kept, trainedOn: day, model: training.model, report };
  for (const part of backtest(training, panel, known, model, muted))
    await transact((transaction) => insertPredictions(transaction, part, true));
  return model;
}

/** The past Sundays as the model would have seen them, one after the other. */
function* backtest(
  { backtest: { row: rows, chances } }: Training,
  panel: Panel,
  known: readonly (readonly (number | null)[])[],
  model: KeptModel,
  muted: ReadonlySet<string>,
): Generator<Prediction[]> {
  const byWeek = Map.groupBy(rows.keys(), (at) => panel.week[rows[at] ?? 0] ?? 0);
  const chance = (horizon: number, at: number) => chances[horizon]?.[at] ?? 0;
  for (const [week, places] of byWeek) {
    const day = panel.days[week];
    if (day === undefined) continue;
    const sorted = places.toSorted((one, other) => chance(2, other) - chance(2, one));
    yield sorted.flatMap((at, rank) => {
      const row = rows[at] ?? 0;
      const chances = { chance30: chance(0, at), chance45: chance(1, at), chance60: chance(2, at), ...bandOf(model.model, chance(2, at)) };
      const found = { institution_id: panel.institution[row] ?? 0, known: known[row] ?? [] };
      const left = (panel.noticeInDays[row] ?? Number.NaN) < horizonDays;
      if (rank >= keptOfSunday && !left && chances.chance60 < model.report.level) return [];
      return [predictionOf(found, day, chances, model, muted)];
    });
  }
}

function reportOf(
  training: Training,
  panel: Panel,
  known: readonly (readonly (number | null)[])[],
  day: Day,
  patterns: ModelReport['patterns'],
): ModelReport {
  const { compared, reliability, drivers, trained, lift, backtest } = training;
  const [logistic, rule] = compared;
  if (logistic === undefined || rule === undefined) throw new Error('The training compared nothing.');
  const falling = Float64Array.from(backtest.chances[2] ?? []).sort();
  const last = known.slice(-Math.ceil(known.length / panel.days.length) * 4);
  const column = (at: number) => last.map((row) => row[at] ?? null);
  const spread = modelFeatures.map(({ key }) => spreadOf(column(churnFeatures.findIndex((feature) => feature.key === key))));
  const total = reliability.reduce((sum, { count }) => sum + count, 0);
  return {
    ...trained,
    from: panel.days[0] ?? day,
    until: day,
    baseRate: reliability.reduce((sum, { observed, count }) => sum + observed * count, 0) / Math.max(1, total),
    candidates: [
      candidate('logistic', logistic, lift[0] ?? null, true),
      { ...candidate('rule', rule, lift[1] ?? null, false), brier: null, calibrationError: null },
    ],
    beatsChance: logistic.auc.low > 0.5,
    beatsRule: logistic.aheadOfRule.low > 0,
    reliability: reliability.map(({ predicted, observed, count, effective }) => ({
      predicted,
      observed,
      count,
      ...wilsonInterval(observed * effective, Math.max(1, effective)),
    })),
    drivers: drivers.map(({ column: at, weight }) => ({ feature: modelFeatures[at]?.name ?? '', weight })),
    level: falling[Math.floor(falling.length * (1 - churnWarning.alertShare))] ?? 1,
    patterns,
    bins: churnFeatures.map((_, at) => binsOf(column(at))),
    means: spread.map(({ mean }) => mean),
    deviations: spread.map(({ deviation }) => deviation),
  };
}

const candidate = (name: 'logistic' | 'rule', { aheadOfRule: _, ...measures }: Training['compared'][number], lift: number | null, isChosen: boolean) => ({
  name,
  ...measures,
  lift,
  isChosen,
});

function spreadOf(values: readonly (number | null)[]): { mean: number; deviation: number } {
  const known = values.filter((value) => value !== null);
  const mean = known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
  const variance = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, known.length - 1);
  return { mean, deviation: Math.sqrt(variance) };
}
