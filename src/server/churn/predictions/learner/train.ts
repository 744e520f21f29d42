import { defaultConfidence, normalWidth } from '#shared/core/statistics/intervals.ts';
import { calibrate } from '../../learning/calibration.ts';
import {
  compete,
  type LearnerName,
  learn,
  outOfFold,
  partsOf,
  timeFolds,
} from '../../learning/compete.ts';
import { type Driver, drivers, fitLogistic } from '../../learning/logistic.ts';
import { type Figure, ranked, reliability } from '../../learning/metrics.ts';
import { bandsOf, levelOf, repeats } from './bands.ts';
import {
  calibrateAcrossFolds,
  enforceIncrease,
  outOfFoldPredictions,
  predictNewest,
} from './chances.ts';
import { type Compared, comparedBy, shareOf } from './compared.ts';
import type { TrainedModel } from './trained-model.ts';
import {
  horizons,
  longest,
  maturedRows,
  type TrainingRows,
  unmaturedRows,
} from './training-rows.ts';

const folds = 4;
const seed = 20_261;
/** Minimum number of customers with a notice for training. */
const fewestNotices = 30;

export interface Training {
  model: TrainedModel;
  winner: LearnerName;
  compared: Compared[];
  /** Area under the curve of the winner minus the rule's. */
  aheadOfRule: Figure;
  /**
   * Rows predicted by a model trained on earlier days only, with calibrated chances by horizon; the
   * outcome of the last rows is unknown.
   */
  backtest: { row: Int32Array; chances: Float64Array[] };
  /** Chance at which alerts start. */
  level: number;
  reliability: ReturnType<typeof reliability>;
  baseRate: number;
  trained: { rows: number; customers: number; notices: number };
  /** Drivers of the logistic regression, regardless of the winner. */
  drivers: Driver[];
}

/** Trains on past weeks and evaluates on later ones; `undefined` with too few notices. */
export function train(data: TrainingRows): Training | undefined {
  const matured = maturedRows(data);
  const labels = matured.labelsOf(longest);
  const notices = new Set(matured.institution.filter((_, at) => labels[at] === 1)).size;
  // The outcome of a row is known 60 days later; only then may the row be used for training.
  const past = notices < fewestNotices ? [] : timeFolds(matured.day, labels, folds, longest - 1);
  if (past.length === 0) return undefined;

  const both = outOfFold(past, partsOf(matured.examplesOf(longest)));
  const { winner } = compete(both, labels, matured.institution, seed);
  const loser = winner === 'logistic' ? 'boosted' : 'logistic';
  const labelsOf = (days: number) => {
    const all = matured.labelsOf(days);
    return Uint8Array.from(both.rows, (row) => all[row] ?? 0);
  };
  const raw = horizons.map((days) =>
    days === longest
      ? both.chances[winner]
      : outOfFoldPredictions(winner, matured.examplesOf(days), past),
  );
  const parts = horizons.map((days, at) => ({
    model: learn(winner, matured.examplesOf(days)),
    calibration: calibrate({ chances: raw[at] ?? new Float64Array(), labels: labelsOf(days) }),
  }));
  const foldOf = Int32Array.from(past.flatMap(({ test }, fold) => [...test].map(() => fold)));
  const chances = horizons.map((days, at) =>
    calibrateAcrossFolds(raw[at] ?? new Float64Array(), labelsOf(days), foldOf, past.length),
  );
  enforceIncrease(chances);

  const own = labelsOf(longest);
  const ofWinner = chances.at(-1) ?? new Float64Array();
  const judged = {
    [winner]: ofWinner,
    [loser]: calibrateAcrossFolds(both.chances[loser], own, foldOf, past.length),
    rule: Float64Array.from(both.rows, (row) => matured.rule[row] ?? 0),
  };
  const groups = Float64Array.from(both.rows, (row) => matured.institution[row] ?? 0);
  const bands = bandsOf(ofWinner, own);
  const last = parts.at(-1)?.model;
  const weighed = last?.kind === 'logistic' ? last : fitLogistic(matured.examplesOf(longest));
  const newest = unmaturedRows(data);
  const recent = predictNewest(data, newest, { winner, matured, parts });
  return {
    model: { columns: data.columns, parts, bands },
    winner,
    ...comparedBy(judged, winner, own, groups, seed),
    backtest: {
      row: Int32Array.from([
        ...Array.from(both.rows, (row) => matured.rows[row] ?? 0),
        ...(recent[0]?.length === newest.length ? newest : []),
      ]),
      chances: chances.map((each, at) => Float64Array.from([...each, ...(recent[at] ?? [])])),
    },
    level: levelOf(bands, ofWinner, data.alertShare),
    reliability: reliability(ranked({ chances: ofWinner, labels: own })),
    baseRate: shareOf(own),
    trained: { rows: matured.rows.length, customers: new Set(matured.institution).size, notices },
    drivers: drivers(weighed, normalWidth(defaultConfidence) * Math.sqrt(repeats)),
  };
}
