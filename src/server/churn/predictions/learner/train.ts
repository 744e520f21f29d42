import { computeCriticalValue, defaultConfidence } from '#shared/core/statistics/intervals.ts';
import { fitCalibration } from '../../learning/calibration.ts';
import {
  compareLearners,
  createFoldSplitter,
  type LearnerName,
  predictOutOfFold,
  timeFolds,
  trainLearner,
} from '../../learning/compete.ts';
import { fitLogistic, type ModelDriver, modelDrivers } from '../../learning/logistic.ts';
import { type FigureWithInterval, rankCases, reliabilityBins } from '../../learning/metrics.ts';
import { chanceExceededByShare, computeChanceBandChurnShares, rowsPerCase } from './bands.ts';
import {
  calibrateAcrossFolds,
  predictFoldTestRows,
  predictUnmaturedRows,
  raiseChancesWithHorizon,
} from './chances.ts';
import { type ComparedModel, compareModelsWithRule, positiveShare } from './compared.ts';
import type { TrainedModel } from './trained-model.ts';
import {
  longestHorizonDays,
  predictionHorizons,
  selectMaturedRows,
  type TrainingRows,
  unmaturedRowNumbers,
} from './training-rows.ts';

const folds = 4;
const seed = 20_261;
/** Minimum number of customers with a notice that training requires. */
const fewestNotices = 30;

export interface TrainingResult {
  model: TrainedModel;
  winner: LearnerName;
  compared: ComparedModel[];
  /** Area under the curve of the winner minus that of the simple rule. */
  aheadOfRule: FigureWithInterval;
  /**
   * Rows predicted by models trained only on earlier days, with calibrated chances by period. The
   * outcomes of the last rows are unknown.
   */
  backtest: { row: Int32Array; chances: Float64Array[] };
  /** Minimum chance at which a customer gets an alert. */
  level: number;
  reliability: ReturnType<typeof reliabilityBins>;
  baseRate: number;
  trained: { rows: number; customers: number; notices: number };
  /** Drivers of the logistic regression, even when boosting wins. */
  drivers: ModelDriver[];
}

/** Trains on past weeks and evaluates on later weeks; `undefined` with too few notices. */
export function trainModel(data: TrainingRows): TrainingResult | undefined {
  const matured = selectMaturedRows(data);
  const labels = matured.labelsOf(longestHorizonDays);
  const notices = new Set(matured.institution.filter((_, at) => labels[at] === 1)).size;
  // The outcome of a row is known 60 days later. Only then can the row be used for training.
  const past =
    notices < fewestNotices ? [] : timeFolds(matured.day, labels, folds, longestHorizonDays - 1);
  if (past.length === 0) return undefined;

  const both = predictOutOfFold(past, createFoldSplitter(matured.examplesOf(longestHorizonDays)));
  const { winner } = compareLearners(both, labels, matured.institution, seed);
  const loser = winner === 'logistic' ? 'boosted' : 'logistic';
  const labelsOf = (days: number) => {
    const all = matured.labelsOf(days);
    return Uint8Array.from(both.rows, (row) => all[row] ?? 0);
  };
  const raw = predictionHorizons.map((days) =>
    days === longestHorizonDays
      ? both.chances[winner]
      : predictFoldTestRows(winner, matured.examplesOf(days), past),
  );
  const parts = predictionHorizons.map((days, at) => ({
    model: trainLearner(winner, matured.examplesOf(days)),
    calibration: fitCalibration({ chances: raw[at] ?? new Float64Array(), labels: labelsOf(days) }),
  }));
  const foldOf = Int32Array.from(past.flatMap(({ test }, fold) => [...test].map(() => fold)));
  const chances = predictionHorizons.map((days, at) =>
    calibrateAcrossFolds(raw[at] ?? new Float64Array(), labelsOf(days), foldOf, past.length),
  );
  raiseChancesWithHorizon(chances);

  const own = labelsOf(longestHorizonDays);
  const ofWinner = chances.at(-1) ?? new Float64Array();
  const judged = {
    [winner]: ofWinner,
    [loser]: calibrateAcrossFolds(both.chances[loser], own, foldOf, past.length),
    rule: Float64Array.from(both.rows, (row) => matured.rule[row] ?? 0),
  };
  const groups = Float64Array.from(both.rows, (row) => matured.institution[row] ?? 0);
  const bands = computeChanceBandChurnShares(ofWinner, own);
  const last = parts.at(-1)?.model;
  const weighed =
    last?.kind === 'logistic' ? last : fitLogistic(matured.examplesOf(longestHorizonDays));
  const newest = unmaturedRowNumbers(data);
  const recent = predictUnmaturedRows(data, newest, { winner, matured, parts });
  return {
    model: { columns: data.columns, parts, bands },
    winner,
    ...compareModelsWithRule(judged, winner, own, groups, seed),
    backtest: {
      row: Int32Array.from([
        ...Array.from(both.rows, (row) => matured.rows[row] ?? 0),
        ...(recent[0]?.length === newest.length ? newest : []),
      ]),
      chances: chances.map((each, at) => Float64Array.from([...each, ...(recent[at] ?? [])])),
    },
    level: chanceExceededByShare(bands, ofWinner, data.alertShare),
    reliability: reliabilityBins(rankCases({ chances: ofWinner, labels: own })),
    baseRate: positiveShare(own),
    trained: { rows: matured.rows.length, customers: new Set(matured.institution).size, notices },
    drivers: modelDrivers(
      weighed,
      computeCriticalValue(defaultConfidence) * Math.sqrt(rowsPerCase),
    ),
  };
}
