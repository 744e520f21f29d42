import { z } from 'zod';
import { type Column, encode, encodedWidth, encodeRow, learnColumns } from './encoding.ts';
import { chanceAt, fitLogistic, product } from './logistic.ts';
import { compare, fallingOrder } from './measures.ts';

/** Days within which a notice is predicted, rising. */
export const horizons = [30, 45, 60] as const;
const longest = 60;
const folds = 4;
/** The part of the weeks that is learned from before the first is predicted. */
const firstPart = 0.35;
const fewestNotices = 30;

/** Customers on past Sundays; see Panel. Rows less than 60 days before `today` have no outcome and are left out. */
export interface TrainingRows {
  /** Days from the panel's first Sunday, by week. */
  dayOfWeek: number[];
  today: number;
  width: number;
  signs: number[];
  /** The place of the score among the columns, for the rule. */
  score: number;
  rows: number;
  week: Int32Array;
  institution: Float64Array;
  values: Float64Array;
  noticeInDays: Float64Array;
}

const columnSchema = z.strictObject({ low: z.number(), high: z.number(), mean: z.number(), deviation: z.number(), hasUnknown: z.boolean() });
const horizonSchema = z.strictObject({ weights: z.array(z.number()), calibration: z.array(z.number()) });
export const trainedModelSchema = z.strictObject({
  kind: z.literal('logistic'),
  columns: z.array(columnSchema),
  horizons: z.array(horizonSchema),
  /** From the smallest chance up: the upper end of a bin, and how many independent customers and notices stand for it. */
  bands: z.array(z.strictObject({ to: z.number(), customers: z.number(), left: z.number() })),
});
export type TrainedModel = z.output<typeof trainedModelSchema>;

export interface Training {
  model: TrainedModel;
  compared: ReturnType<typeof compare>;
  lift: number[];
  /** Rows predicted by a model that knew nothing of their day or later, with the chances within 30, 45 and 60 days. */
  backtest: { row: Int32Array; chances: Float64Array[] };
  reliability: { predicted: number; observed: number; count: number; effective: number }[];
  drivers: { column: number; weight: number }[];
  trained: { rows: number; customers: number; notices: number };
}

/** A row of one Sunday is nearly that of the next: so many of them stand for one. */
const repeats = 60 / 7;

/** Trains on weeks, and judges on later ones that the training had not seen; undefined with too few notices to learn from. */
export function train(data: TrainingRows): Training | undefined {
  const dayOf = (row: number) => data.dayOfWeek[data.week[row] ?? 0] ?? 0;
  const matured = Int32Array.from({ length: data.rows }, (_, row) => row).filter((row) => dayOf(row) + longest <= data.today);
  const left = matured.filter((row) => isWithin(data, row, longest));
  const notices = new Set(left.map((row) => data.institution[row] ?? 0)).size;
  if (notices < fewestNotices) return undefined;

  const lastWeek = data.week[matured.at(-1) ?? 0] ?? 0;
  const starts = Array.from({ length: folds + 1 }, (_, fold) =>
    Math.round((lastWeek + 1) * (firstPart + ((1 - firstPart) * fold) / folds)),
  );
  const parts = Array.from({ length: folds }, (_, fold) => predictFold(data, matured, starts[fold] ?? 0, starts[fold + 1] ?? 0)).filter(
    (part) => part !== undefined,
  );
  if (parts.length === 0) return undefined;
  const judged = Int32Array.from(parts.flatMap(({ rows }) => [...rows]));
  const raw = horizons.map((_, at) => Float64Array.from(parts.flatMap(({ logits }) => [...(logits[at] ?? [])])));
  const foldOf = Int32Array.from(parts.flatMap(({ rows }, fold) => [...rows].map(() => fold)));
  const labelsOf = (days: number) => Uint8Array.from(judged, (row) => (isWithin(data, row, days) ? 1 : 0));
  const calibrated = horizons.map((days, at) => calibratedByOthers(raw[at] ?? new Float64Array(), labelsOf(days), foldOf, parts.length));
  rise(calibrated);
  const last = calibrated.at(-1) ?? new Float64Array();
  const labels = labelsOf(longest);
  const customers = Float64Array.from(judged, (row) => data.institution[row] ?? 0);
  const rule = Float64Array.from(judged, (row) => ((data.values[row * data.width + data.score] ?? Number.NaN) < 50 ? 1 : 0));

  const { columns, weights } = fitRows(data, matured);
  const reliability = reliabilityOf(last, labels);
  return {
    model: {
      kind: 'logistic',
      columns,
      horizons: horizons.map((days, at) => ({
        weights: weights[at] ?? [],
        calibration: calibrationOf(raw[at] ?? new Float64Array(), labelsOf(days)),
      })),
      bands: reliability.map((bin) => ({ to: bin.to, customers: bin.effective, left: bin.observed * bin.effective })),
    },
    compared: compare([last, rule], labels, customers),
    lift: [liftOf(last, labels), liftOf(rule, labels)],
    backtest: { row: judged, chances: calibrated },
    reliability: reliability.map(({ to: _, ...bin }) => bin),
    drivers: driversOf(weights.at(-1) ?? [], columns.length),
    trained: { rows: matured.length, customers: new Set(Array.from(matured, (row) => data.institution[row] ?? 0)).size, notices },
  };
}

const isWithin = ({ noticeInDays }: Pick<TrainingRows, 'noticeInDays'>, row: number, days: number): boolean =>
  (noticeInDays[row] ?? Number.NaN) < days;

function fitRows(data: TrainingRows, rows: Int32Array): { columns: Column[]; weights: number[][] } {
  const columns = learnColumns(data.values, data.width, rows);
  const encoded = encode(columns, data.values, rows);
  const signs = [0, ...data.signs, ...columns.map(() => 0)];
  const weights = horizons.map((days) =>
    fitLogistic(encoded, encodedWidth(columns), Uint8Array.from(rows, (row) => (isWithin(data, row, days) ? 1 : 0)), signs),
  );
  return { columns, weights };
}

/** Trains on what had an outcome before the first week, and predicts the weeks up to the next; undefined without notices enough. */
function predictFold(data: TrainingRows, matured: Int32Array, from: number, to: number) {
  const began = data.dayOfWeek[from] ?? 0;
  const before = matured.filter((row) => (data.dayOfWeek[data.week[row] ?? 0] ?? 0) + longest <= began);
  const rows = matured.filter((row) => (data.week[row] ?? 0) >= from && (data.week[row] ?? 0) < to);
  const notices = new Set([...before].filter((row) => isWithin(data, row, longest)).map((row) => data.institution[row]));
  if (notices.size < fewestNotices / 3 || rows.length === 0) return undefined;
  const { columns, weights } = fitRows(data, before);
  const encoded = encode(columns, data.values, rows);
  const width = encodedWidth(columns);
  return { rows, logits: weights.map((each) => Float64Array.from(rows, (_, at) => product(each, encoded, at * width))) };
}

/** An intercept and a slope that set logits right. */
function calibrationOf(logits: Float64Array, labels: Uint8Array): number[] {
  const encoded = new Float64Array(logits.length * 2);
  for (const [at, logit] of logits.entries()) {
    encoded[at * 2] = 1;
    encoded[at * 2 + 1] = logit;
  }
  return fitLogistic(encoded, 2, labels, [0, 1]);
}

const setRight = ([intercept = 0, slope = 1]: readonly number[], logit: number): number => chanceAt(intercept + slope * logit);

/** Each part of the weeks is set right by what the others showed, so that no row helps to set itself right. */
function calibratedByOthers(logits: Float64Array, labels: Uint8Array, foldOf: Int32Array, count: number): Float64Array {
  const chances = new Float64Array(logits.length);
  for (let fold = 0; fold < count; fold += 1) {
    const others = (_: number, at: number) => count === 1 || foldOf[at] !== fold;
    const calibration = calibrationOf(logits.filter(others), labels.filter(others));
    for (const [at, logit] of logits.entries()) if (foldOf[at] === fold) chances[at] = setRight(calibration, logit);
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

function reliabilityOf(chances: Float64Array, labels: Uint8Array) {
  const order = fallingOrder(chances).reverse();
  const cuts = [0, 0.3, 0.5, 0.65, 0.75, 0.83, 0.89, 0.93, 0.96, 0.98, 1];
  return cuts.slice(1).map((cut, at) => {
    const rows = order.subarray(Math.floor(order.length * (cuts[at] ?? 0)), Math.floor(order.length * cut));
    const sum = (of: (row: number) => number) => rows.reduce((total, row) => total + of(row), 0);
    return {
      to: cut === 1 ? 1 : (chances[rows.at(-1) ?? 0] ?? 1),
      predicted: sum((row) => chances[row] ?? 0) / Math.max(1, rows.length),
      observed: sum((row) => labels[row] ?? 0) / Math.max(1, rows.length),
      count: rows.length,
      effective: rows.length / repeats,
    };
  });
}

function liftOf(chances: Float64Array, labels: Uint8Array): number {
  const order = fallingOrder(chances);
  const tenth = order.subarray(0, Math.ceil(order.length / 10));
  const share = (rows: Int32Array) => rows.reduce((sum, row) => sum + (labels[row] ?? 0), 0) / Math.max(1, rows.length);
  return share(order) > 0 ? share(tenth) / share(order) : 1;
}

const driversOf = (weights: readonly number[], columns: number) =>
  weights
    .slice(1, 1 + columns)
    .map((weight, column) => ({ column, weight }))
    .toSorted((one, other) => Math.abs(other.weight) - Math.abs(one.weight))
    .slice(0, 6);

/** The chances of rows within each horizon, rising. */
export function chancesOf(model: TrainedModel, values: readonly number[]): number[] {
  const encoded = new Float64Array(encodedWidth(model.columns));
  encodeRow(model.columns, values, 0, encoded, 0);
  let least = 0;
  return model.horizons.map(({ weights, calibration }) => {
    least = Math.max(least, setRight(calibration, product(weights, encoded, 0)));
    return least;
  });
}
