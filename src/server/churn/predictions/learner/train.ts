import { z } from 'zod';
import type { FlaggedChances } from '#shared/churn/predictions/tiers.ts';
import { normalWidth, usualConfidence, wilson } from '#shared/core/statistics/intervals.ts';
import { boostedSchema } from '../../learning/boosting.ts';
import { calibrate, calibrated, calibrationSchema } from '../../learning/calibration.ts';
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
import { type Driver, drivers, fitLogistic, logisticSchema } from '../../learning/logistic.ts';
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
  values: Float64Array<ArrayBuffer>;
  /** Days from the panel's first Sunday, of each row and of the day of training. */
  day: Float64Array<ArrayBuffer>;
  today: number;
  institution: Float64Array;
  /** NaN without a notice. */
  noticeInDays: Float64Array;
  /** 1 where the plain rule would flag. */
  rule: Float64Array<ArrayBuffer>;
  /** The share of the rows, by chance, above which alerts begin. */
  alertShare: number;
}

const learnedSchema = z.discriminatedUnion('kind', [logisticSchema, boostedSchema]);
export const trainedModelSchema = z.strictObject({
  columns: z.array(z.strictObject({ name: z.string(), sign: z.literal([-1, 0, 1]) })),
  /** By horizon. */
  parts: z.array(z.strictObject({ model: learnedSchema, calibration: calibrationSchema })),
  /** From which chance within 60 days on, and the interval of what came true for such chances. */
  bands: z.array(z.strictObject({ from: z.number(), low: z.number(), high: z.number() })),
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
  /** Rows predicted by a model that knew nothing of their day or later, with the calibrated chances by horizon; of the last the outcome is not known. */
  backtest: { row: Int32Array; chances: Float64Array[] };
  /** The chance at which alerts begin. */
  level: number;
  reliability: ReturnType<typeof reliability>;
  baseRate: number;
  trained: { rows: number; customers: number; notices: number };
  /** What the logistic regression weighs, whoever has won. */
  drivers: Driver[];
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
    calibration: calibrate({ chances: raw[index] ?? new Float64Array(), labels: at(labelsOf(days)) }),
  }));
  const last = parts.at(-1)?.model;
  const weighed = last?.kind === 'logistic' ? last : fitLogistic(whole);
  const foldOf = Int32Array.from(past.flatMap(({ test }, fold) => [...test].map(() => fold)));
  const chances = horizons.map((days, index) => setRight(raw[index] ?? new Float64Array(), at(labelsOf(days)), foldOf, past.length));
  rise(chances);
  const newest = Int32Array.from({ length: data.rows }, (_, row) => row).filter((row) => (data.day[row] ?? 0) + longest > data.today);
  const recent = predictNewest(data, newest, { winner, examples, day, labelsOf, parts });
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
  const bands = bandsOf(chances.at(-1) ?? new Float64Array(), own);
  const groups = Float64Array.from(rows, (row) => institution[row] ?? 0);
  return {
    model: { columns: data.columns, parts, bands },
    winner,
    ...comparedBy(judged, winner, own, groups),
    backtest: {
      row: Int32Array.from([...Array.from(rows, (row) => matured[row] ?? 0), ...(recent[0]?.length === newest.length ? newest : [])]),
      chances: chances.map((each, index) => Float64Array.from([...each, ...(recent[index] ?? [])])),
    },
    level: levelOf(bands, judged[winner] ?? new Float64Array(), data.alertShare),
    reliability: reliability(ranked({ chances: judged[winner] ?? new Float64Array(), labels: own })),
    baseRate: shareOf(own),
    trained: { rows: matured.length, customers: new Set(institution).size, notices },
    drivers: drivers(weighed, normalWidth(usualConfidence) * Math.sqrt(repeats)),
  };
}

/** A customer stands in some nine Sundays with the same outcome: so many rows are worth one. */
export const repeats = longest / 7;

/** The shares of the rows, by chance, at which a band ends: narrow where the chances are high and few. */
const bandEnds = [0.5, 0.75, 0.85, 0.9, 0.93, 0.95, 0.965, 0.98, 0.99, 1];

/** What came true among rows of about the same chance, from the smallest up; neighbours that came true less often than the ones before are one. */
function bandsOf(chances: Float64Array, labels: Uint8Array): TrainedModel['bands'] {
  const order = Int32Array.from(chances, (_, row) => row).sort((one, other) => (chances[one] ?? 0) - (chances[other] ?? 0));
  const bands: { from: number; customers: number; left: number }[] = [];
  let from = 0;
  for (const end of bandEnds) {
    const rows = order.subarray(from, Math.ceil(end * order.length));
    from += rows.length;
    if (rows.length === 0) continue;
    const band = {
      from: bands.length === 0 ? 0 : (chances[rows[0] ?? 0] ?? 0),
      customers: rows.length / repeats,
      left: rows.reduce((sum, row) => sum + (labels[row] ?? 0), 0) / repeats,
    };
    bands.push(band);
    for (let before = bands.at(-2), last = bands.at(-1); before && last && before.left / before.customers > last.left / last.customers; ) {
      bands.splice(-2, 2, { from: before.from, customers: before.customers + last.customers, left: before.left + last.left });
      [before, last] = [bands.at(-2), bands.at(-1)];
    }
  }
  return bands.map((band) => ({ from: band.from, ...(wilson(band.left, band.customers, usualConfidence) ?? { low: 0, high: 1 }) }));
}

function levelOf(bands: TrainedModel['bands'], chances: Float64Array, share: number): number {
  const rising = chances.map((chance) => bounded({ bands }, [0, 0, chance]).chance60).sort();
  return rising[Math.floor(rising.length * (1 - share))] ?? 1;
}

/**
 * Chances by horizon, rising, kept within the band that came true for such a chance within 60 days: a curve alone promises too much
 * where it was seen least.
 */
export function bounded({ bands }: Pick<TrainedModel, 'bands'>, chances: readonly number[]): FlaggedChances {
  const [chance30 = 0, chance45 = 0, chance60 = 0] = chances;
  const { low, high } = bands.findLast(({ from }) => from <= chance60) ?? { low: 0, high: 1 };
  const kept = Math.min(high, Math.max(low, chance60));
  const factor = chance60 > 0 ? Math.min(1, kept / chance60) : 1;
  return { chance30: Math.min(kept, chance30 * factor), chance45: Math.min(kept, chance45 * factor), chance60: kept, low, high };
}

interface Past {
  winner: LearnerName;
  examples: Examples;
  day: Float64Array<ArrayBuffer>;
  labelsOf: (days: number) => Uint8Array;
  parts: TrainedModel['parts'];
}

/** The rows whose outcome is not known yet, by a model that learned from what had one on the first of their days. */
function predictNewest(data: TrainingRows, rows: Int32Array, { winner, examples, day, labelsOf, parts }: Past): Float64Array[] {
  const first = rows.reduce((least, row) => Math.min(least, data.day[row] ?? least), Number.POSITIVE_INFINITY);
  const known = Int32Array.from(day, (_, row) => row).filter((row) => (day[row] ?? 0) + longest <= first);
  if (rows.length === 0 || known.length === 0) return horizons.map(() => new Float64Array());
  const asked = rowsOf({ columns: data.columns, rows: data.rows, values: data.values, labels: new Uint8Array(data.rows) }, rows);
  const chances = horizons.map((days, at) => {
    const learned = learn(winner, rowsOf({ ...examples, labels: labelsOf(days) }, known));
    const calibration = parts[at]?.calibration;
    return predict(learned, asked).map((chance) => (calibration === undefined ? chance : calibrated(calibration, chance).chance));
  });
  rise(chances);
  return chances;
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

/** The chances of rows, with the band around the one within 60 days. */
export function chancesOf(model: TrainedModel, rows: readonly (readonly number[])[]): FlaggedChances[] {
  const table = { columns: model.columns, rows: rows.length, values: Float64Array.from(rows.flat()) };
  const raw = model.parts.map(({ model: learned }: { model: Learned }) => predict(learned, table));
  return rows.map((_, row) => {
    let least = 0;
    const chances = model.parts.map(({ calibration }, at) => {
      least = Math.max(least, calibrated(calibration, raw[at]?.[row] ?? 0).chance);
      return least;
    });
    return bounded(model, chances);
  });
}
