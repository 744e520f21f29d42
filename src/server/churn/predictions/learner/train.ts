import { z } from 'zod';
import { boostedSchema } from '../../learning/boosting.ts';
import { type Calibration, calibrate, calibrated, calibrationSchema } from '../../learning/calibration.ts';
import {
  compete,
  type Fold,
  type Learned,
  type LearnerName,
  learn,
  outOfFold,
  partsOf,
  predict,
  rowsOf,
  timeFolds,
} from '../../learning/compete.ts';
import { logisticSchema, sigmoid } from '../../learning/logistic.ts';
import {
  areaUnderCurve,
  averagePrecision,
  bootstrapped,
  brierScore,
  calibrationError,
  type Figure,
  foundAmong,
  ranked,
  reliability,
} from '../../learning/metrics.ts';
import type { Column, Examples } from '../../learning/types.ts';

/** Days within which a notice is predicted, rising; the last is how long it takes until an outcome is known. */
export const horizons = [30, 45, 60] as const;
const longest = 60;
const folds = 4;
const seed = 20_261;
/** Fewer customers that gave notice teach nothing. */
const fewestNotices = 30;

/** Customers on past Sundays. */
export interface TrainingRows {
  columns: Column[];
  rows: number;
  values: Float64Array;
  /** Days from the panel's first Sunday, of each row and of the day of training. */
  day: Float64Array;
  today: number;
  institution: Float64Array;
  /** NaN without a notice. */
  noticeInDays: Float64Array;
  /** 1 where the plain rule would flag. */
  rule: Float64Array;
}

const learnedSchema = z.discriminatedUnion('kind', [logisticSchema, boostedSchema]);
export const trainedModelSchema = z.strictObject({
  columns: z.array(z.strictObject({ name: z.string(), sign: z.literal([-1, 0, 1]) })),
  /** By horizon. */
  parts: z.array(z.strictObject({ model: learnedSchema, calibration: calibrationSchema })),
});
export type TrainedModel = z.output<typeof trainedModelSchema>;

export interface Compared {
  name: LearnerName | 'rule';
  auc: Figure;
  averagePrecision: Figure;
  brier: number;
  calibrationError: number;
  lift: number;
}

export interface Training {
  model: TrainedModel;
  winner: LearnerName;
  compared: Compared[];
  /** The winner's area minus that of the rule. */
  aheadOfRule: Figure;
  /** Rows predicted by a model that knew nothing of their day or later, with the calibrated chances by horizon. */
  backtest: { row: Int32Array; chances: Float64Array[] };
  reliability: ReturnType<typeof reliability>;
  baseRate: number;
  trained: { rows: number; customers: number; notices: number };
}

/** Learns from weeks, and judges on later ones that the learning had not seen; undefined with too few notices to learn from. */
export function train(data: TrainingRows): Training | undefined {
  const matured = Int32Array.from({ length: data.rows }, (_, row) => row).filter((row) => (data.day[row] ?? 0) + longest <= data.today);
  const pick = (of: Float64Array) => Float64Array.from(matured, (row) => of[row] ?? Number.NaN);
  const [institution, day, rule, notice] = [pick(data.institution), pick(data.day), pick(data.rule), pick(data.noticeInDays)];
  const labelsOf = (days: number) => Uint8Array.from(notice, (inDays) => (inDays < days ? 1 : 0));
  const labels = labelsOf(longest);
  const notices = new Set(institution.filter((_, at) => labels[at] === 1)).size;
  if (notices < fewestNotices) return undefined;
  const examples: Examples = rowsOf(
    { columns: data.columns, rows: data.rows, values: data.values, labels: new Uint8Array(data.rows) },
    matured,
  );
  const whole = { ...examples, labels };
  // The outcome of a row is known 60 days after it, and only then may it teach.
  const past = timeFolds(day, labels, folds, longest - 1);
  if (past.length === 0) return undefined;

  const both = outOfFold(past, partsOf(whole));
  const { winner } = compete(both, labels, institution, seed);
  const rows = both.rows;
  const at = (of: Uint8Array) => Uint8Array.from(rows, (row) => of[row] ?? 0);
  const raw = horizons.map((days) =>
    days === longest ? both.chances[winner] : foretold(winner, { ...examples, labels: labelsOf(days) }, past),
  );
  const parts = horizons.map((days, index) => ({
    model: learn(winner, { ...examples, labels: labelsOf(days) }),
    calibration: independent(calibrate({ chances: raw[index] ?? new Float64Array(), labels: at(labelsOf(days)) })),
  }));
  const foldOf = Int32Array.from(past.flatMap(({ test }, fold) => [...test].map(() => fold)));
  const chances = horizons.map((days, index) => setRight(raw[index] ?? new Float64Array(), at(labelsOf(days)), foldOf, past.length));
  rise(chances);
  const own = at(labels);
  const judged = {
    [winner]: chances.at(-1) ?? new Float64Array(),
    [winner === 'logistic' ? 'boosted' : 'logistic']: setRight(
      both.chances[winner === 'logistic' ? 'boosted' : 'logistic'],
      own,
      foldOf,
      past.length,
    ),
    rule: Float64Array.from(rows, (row) => rule[row] ?? 0),
  };
  const groups = Float64Array.from(rows, (row) => institution[row] ?? 0);
  return {
    model: { columns: data.columns, parts },
    winner,
    ...comparedBy(judged, winner, own, groups),
    backtest: { row: Int32Array.from(rows, (row) => matured[row] ?? 0), chances },
    reliability: reliability(ranked({ chances: judged[winner] ?? new Float64Array(), labels: own })),
    baseRate: shareOf(own),
    trained: { rows: matured.length, customers: new Set(institution).size, notices },
  };
}

/** A customer stands in some nine Sundays with the same outcome: so many rows are worth one. */
export const repeats = longest / 7;

const independent = ({ blocks, ...curve }: Calibration): Calibration => ({
  ...curve,
  blocks: blocks.map(({ from, cases, positives }) => ({
    from,
    cases: Math.round(cases / repeats),
    positives: Math.round(positives / repeats),
  })),
});

/** The band around a calibrated chance within 60 days. */
export function bandAround({ parts }: TrainedModel, chance: number): { low: number; high: number } {
  const calibration = parts.at(-1)?.calibration;
  if (calibration === undefined || calibration.slope === 0 || chance <= 0 || chance >= 1) return { low: 0, high: 1 };
  const { low, high } = calibrated(calibration, sigmoid((Math.log(chance / (1 - chance)) - calibration.offset) / calibration.slope));
  return { low: Math.min(low, chance), high: Math.max(high, chance) };
}

const shareOf = (labels: Uint8Array): number => labels.reduce((sum, label) => sum + label, 0) / Math.max(1, labels.length);

const foretold = (learner: LearnerName, examples: Examples, past: readonly Fold[]): Float64Array =>
  Float64Array.from(past.flatMap(({ train: rows, test }) => [...predict(learn(learner, rowsOf(examples, rows)), rowsOf(examples, test))]));

/** Each part of the weeks is set right by what the others showed, so that no row helps to set itself right. */
function setRight(raw: Float64Array, labels: Uint8Array, foldOf: Int32Array, count: number): Float64Array {
  const chances = new Float64Array(raw.length);
  for (let fold = 0; fold < count; fold += 1) {
    const isOther = (_: number, at: number) => count === 1 || foldOf[at] !== fold;
    const calibration = calibrate({ chances: raw.filter(isOther), labels: labels.filter(isOther) });
    for (const [at, chance] of raw.entries()) if (foldOf[at] === fold) chances[at] = calibrated(calibration, chance).chance;
  }
  return chances;
}

/** A longer time has no smaller chance. */
function rise(chances: readonly Float64Array[]): void {
  for (const [at, each] of chances.entries()) {
    const before = chances[at - 1];
    if (before !== undefined) for (const [row, chance] of each.entries()) each[row] = Math.max(chance, before[row] ?? 0);
  }
}

/** The models and the rule on the same rows, with intervals over whole customers. */
function comparedBy(
  judged: Record<string, Float64Array>,
  winner: LearnerName,
  labels: Uint8Array,
  groups: Float64Array,
): { compared: Compared[]; aheadOfRule: Figure } {
  const names = ['logistic', 'boosted', 'rule'] as const;
  const cases = names.map((name) => ranked({ chances: judged[name] ?? new Float64Array(), labels }));
  const rule = cases[2] ?? cases[0];
  const all = (weights?: Float64Array) => {
    const figures: Record<string, number> = {};
    for (const [at, name] of names.entries()) {
      const own = cases[at];
      if (own === undefined) continue;
      figures[`auc ${name}`] = areaUnderCurve(own, weights);
      figures[`precision ${name}`] = averagePrecision(own, weights);
    }
    figures.ahead = (figures[`auc ${winner}`] ?? 0) - (rule === undefined ? 0 : (figures['auc rule'] ?? 0));
    return figures;
  };
  const interval = bootstrapped(groups, labels.length, all, seed);
  const values = all();
  const figure = (key: string): Figure => ({ value: values[key] ?? Number.NaN, ...interval(key) });
  return {
    aheadOfRule: figure('ahead'),
    compared: names.flatMap((name, at) => {
      const own = cases[at];
      if (own === undefined) return [];
      const tenth = Math.ceil(labels.length / 10);
      return [
        {
          name,
          auc: figure(`auc ${name}`),
          averagePrecision: figure(`precision ${name}`),
          brier: brierScore(own),
          calibrationError: calibrationError(reliability(own)),
          lift: foundAmong(own, tenth) / tenth / shareOf(labels),
        },
      ];
    }),
  };
}

/** The chances of rows within each horizon, rising, with the band around the last. */
export function chancesOf({ columns, parts }: TrainedModel, rows: readonly (readonly number[])[]) {
  const table = { columns, rows: rows.length, values: Float64Array.from(rows.flat()) };
  const raw = parts.map(({ model }: { model: Learned }) => predict(model, table));
  return rows.map((_, row) => {
    let [least, low, high] = [0, 0, 1];
    const chances = parts.map(({ calibration }, at) => {
      const own = calibrated(calibration, raw[at]?.[row] ?? 0);
      least = Math.max(least, own.chance);
      [low, high] = [Math.min(own.low, least), Math.max(own.high, least)];
      return least;
    });
    return { chances, low, high };
  });
}
