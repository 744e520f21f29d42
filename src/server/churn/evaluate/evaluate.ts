import { CannotContinueError } from '#server/core/errors.ts';
import { computeCriticalValue, defaultConfidence } from '#shared/core/statistics/intervals.ts';
import {
  compareLearners,
  type LearnerName,
  predictOutOfFold,
  stratifiedFolds,
  type TrainTestFold,
  timeFolds,
} from '../learning/compete.ts';
import { fitLogistic, type ModelDriver, modelDrivers } from '../learning/logistic.ts';
import {
  areaUnderCurve,
  averagePrecision,
  bootstrapIntervals,
  brierScore,
  calibrationError,
  type FigureWithInterval,
  rankCases,
  reliabilityBins,
} from '../learning/metrics.ts';
import { seededRandom, shuffledIndexes } from '../learning/random.ts';
import {
  buildFeatureEncoding,
  detectFeature,
  type FileFeature,
  isConstantFeature,
} from './features.ts';
import { type SingleColumnScore, scoreSingleColumns, suspectedLeakMinimumArea } from './leak.ts';
import { type CsvTable, columnCells, parseDayNumber, parseNumber } from './read-table.ts';

export interface EvaluationOptions {
  label: string;
  positive: string;
  id?: string | undefined;
  time?: string | undefined;
}

export type EvaluationVerdict = 'usable' | 'cannot predict' | 'leak suspected';

export interface ColumnEvaluation {
  rows: number;
  positives: number;
  /** Number of rows without a label. These rows are ignored. */
  withoutLabel: number;
  /** Names of columns with the same value in all rows. */
  constant: string[];
  /** Names of text columns in which nearly every value is unique. */
  tooVaried: string[];
  validation: string;
  learner: LearnerName;
  figures: Record<
    'areaUnderCurve' | 'averagePrecision' | 'brierScore' | 'calibrationError',
    FigureWithInterval
  >;
  drivers: (ModelDriver & { name: string })[];
  suspects: SingleColumnScore[];
  /**
   * Area under the curve without the suspicious columns; `null` when there are no other columns.
   */
  withoutSuspects: FigureWithInterval | null;
  verdict: EvaluationVerdict;
}

const folds = 5;
const leastOfEach = 10;
const seed = 20_260;
const driverLimit = 12;

/**
 * Evaluates how well a column of a table can be predicted from the other columns. Each fold trains
 * on its training rows only and predicts the other rows. Throws `Refusal` when the data does not
 * allow an evaluation.
 */
export function evaluatePredictability(
  table: CsvTable,
  options: EvaluationOptions,
): ColumnEvaluation {
  const known = labelled(table, options);
  const { labels } = known;
  const others = table.header.flatMap((name, at): FileFeature[] => {
    if (name === options.label || name === options.id || name === options.time) return [];
    const cells = table.cells[at] ?? [];
    return [
      detectFeature(
        name,
        Array.from(known.rows, (row) => cells[row] ?? ''),
      ),
    ];
  });
  const features = others.filter((feature) => !isConstantFeature(feature));
  const all = Int32Array.from(labels, (_, row) => row);
  const used = buildFeatureEncoding(features, all);
  if (used.columns.length === 0)
    throw new CannotContinueError(
      others.length === 0
        ? 'The file has no other columns to learn from.'
        : 'Every column has the same value in all rows or a different value in each row, so there is nothing to learn from.',
    );
  const plan = foldsFor(table, options, known);
  const groups =
    options.id === undefined ? undefined : numbered(known.rows, columnCells(table, options.id));
  const crossed = crossValidated(features, labels, plan.folds, groups);
  const single = scoreSingleColumns(features, labels);
  const suspects = single.filter(({ area }) => area >= suspectedLeakMinimumArea);
  const rest = features.filter(({ name }) => !suspects.some((suspect) => suspect.name === name));
  const canGoWithout = suspects.length > 0 && buildFeatureEncoding(rest, all).columns.length > 0;
  const model = fitLogistic({ ...used.encode(all), labels });
  const { areaUnderCurve: area } = crossed.figures;
  return {
    rows: labels.length,
    positives: labels.reduce((sum, label) => sum + label, 0),
    withoutLabel: known.withoutLabel,
    constant: others.filter(isConstantFeature).map(({ name }) => name),
    tooVaried: features.filter((_, at) => !used.featureOf.includes(at)).map(({ name }) => name),
    validation: plan.words,
    ...crossed,
    drivers: modelDrivers(model, computeCriticalValue(defaultConfidence))
      .slice(0, driverLimit)
      .map((driver) => ({
        ...driver,
        name: `${used.columns[driver.column]?.name ?? ''}${driver.kind === 'missing' ? ' unknown' : ''}`,
      })),
    suspects,
    withoutSuspects: canGoWithout
      ? crossValidated(rest, labels, plan.folds, groups).figures.areaUnderCurve
      : null,
    verdict: suspects.length > 0 ? 'leak suspected' : area.low > 0.5 ? 'usable' : 'cannot predict',
  };
}

interface Labelled {
  rows: Int32Array;
  labels: Uint8Array;
  withoutLabel: number;
}

function labelled(table: CsvTable, { label, positive }: EvaluationOptions): Labelled {
  const cells = columnCells(table, label);
  const rows = Int32Array.from(cells, (_, row) => row).filter((row) => cells[row] !== '');
  const labels = Uint8Array.from(rows, (row) => Number(cells[row] === positive));
  const positives = labels.reduce((sum, each) => sum + each, 0);
  if (rows.length === 0)
    throw new CannotContinueError(
      table.rows === 0 ? 'The file has no rows.' : `No row has a value in “${label}”.`,
    );
  if (positives === 0) {
    const values = [...new Set(cells.filter((cell) => cell !== ''))].slice(0, 10);
    throw new CannotContinueError(
      `No row has “${positive}” in “${label}”. The column contains: ${values.join(', ')}.`,
    );
  }
  if (positives === rows.length)
    throw new CannotContinueError(
      `Every row has “${positive}” in “${label}”, so there is nothing to predict.`,
    );
  if (Math.min(positives, rows.length - positives) < leastOfEach)
    throw new CannotContinueError(
      `${positives} ${positives === 1 ? 'row has' : 'rows have'} “${positive}” in “${label}” and ${rows.length - positives} do not; at least ${leastOfEach} of each are needed.`,
    );
  return { rows, labels, withoutLabel: table.rows - rows.length };
}

function foldsFor(
  table: CsvTable,
  { time, id }: EvaluationOptions,
  { rows, labels }: Labelled,
): { folds: TrainTestFold[]; words: string } {
  if (time !== undefined) {
    const cells = columnCells(table, time);
    const times = Float64Array.from(rows, (row) =>
      Number.isNaN(parseDayNumber(cells[row] ?? ''))
        ? parseNumber(cells[row] ?? '')
        : parseDayNumber(cells[row] ?? ''),
    );
    const wrong = times.findIndex(Number.isNaN);
    if (wrong >= 0) {
      const row = rows[wrong] ?? 0;
      throw new CannotContinueError(
        `“${cells[row]}” in “${time}” on line ${table.lines[row]} is neither a number nor a date such as 2026-11-21.`,
      );
    }
    const found = timeFolds(times, labels, folds, 0);
    if (found.length === 0)
      throw new CannotContinueError(
        `Can’t split the rows by “${time}” into earlier rows for training and later rows for testing: the earlier rows must contain both outcomes, and later rows must remain.`,
      );
    return {
      folds: found,
      words: `trained on earlier rows and tested on later rows, ${found.length} times (by ${time})`,
    };
  }
  const groups = id === undefined ? undefined : numbered(rows, columnCells(table, id));
  const found = stratifiedFolds(
    labels,
    shuffledIndexes(labels.length, seededRandom(seed)),
    folds,
    groups,
  );
  return {
    folds: found,
    words: `rows split into ${found.length} parts with equal shares of both outcomes; each part is predicted by a model that was trained on the other parts`,
  };
}

/** Maps the cells to numbers. Equal cells get equal numbers. */
function numbered(rows: Int32Array, cells: readonly string[]): Float64Array {
  const numbers = new Map<string, number>();
  return Float64Array.from(rows, (row) => {
    const cell = cells[row] ?? '';
    const number = numbers.get(cell) ?? numbers.size;
    numbers.set(cell, number);
    return number;
  });
}

function crossValidated(
  features: readonly FileFeature[],
  labels: Uint8Array,
  plan: readonly TrainTestFold[],
  groups: Float64Array | undefined,
) {
  const outOf = predictOutOfFold(plan, ({ train, test }) => {
    const { encode } = buildFeatureEncoding(features, train);
    return {
      past: { ...encode(train), labels: Uint8Array.from(train, (row) => labels[row] as number) },
      asked: encode(test),
    };
  });
  const { winner, areas } = compareLearners(outOf, labels, groups, seed);
  const judged = {
    chances: outOf.chances[winner],
    labels: Uint8Array.from(outOf.rows, (row) => labels[row] as number),
  };
  const cases = rankCases(judged);
  const ownGroups = groups && Float64Array.from(outOf.rows, (row) => groups[row] as number);
  const figures = (weights?: Float64Array) => ({
    areaUnderCurve: areaUnderCurve(cases, weights),
    averagePrecision: averagePrecision(cases, weights),
    brierScore: brierScore(judged, weights),
    calibrationError: calibrationError(reliabilityBins(cases, weights)),
  });
  const values = figures();
  const interval = bootstrapIntervals(ownGroups, judged.labels.length, figures, seed);
  const figure = (name: keyof typeof values): FigureWithInterval => ({
    value: values[name],
    ...interval(name),
  });
  return {
    learner: winner,
    figures: {
      areaUnderCurve: areas[winner],
      averagePrecision: figure('averagePrecision'),
      brierScore: figure('brierScore'),
      calibrationError: figure('calibrationError'),
    },
  };
}
