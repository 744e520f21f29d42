import { countText, numberText, shareText } from '#shared/core/words.ts';
import type { FigureWithInterval } from '../learning/metrics.ts';
import type { ColumnEvaluation, EvaluationOptions } from './evaluate.ts';
import type { SurvivalReport } from './survival-file.ts';

const decimals = (value: number, digits = 3): string => value.toFixed(digits);
const figureText = ({ value, low, high }: FigureWithInterval): string =>
  `${decimals(value)} (${decimals(low)} to ${decimals(high)})`;
const percent = (share: number): string => shareText(share, 1);
const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ');

const verdictWords: Record<ColumnEvaluation['verdict'], string> = {
  usable: 'usable: better than chance on rows outside the training data',
  'cannot predict': 'cannot predict: the interval of the area under the curve includes 0.5',
  'leak suspected': 'leak suspected: a column reveals the outcome',
};

/** Returns the text of an evaluation for the terminal. */
export function evaluationText(
  evaluation: ColumnEvaluation,
  { label, positive }: Pick<EvaluationOptions, 'label' | 'positive'>,
): string {
  const { rows, positives, withoutLabel, constant, tooVaried, figures, suspects, withoutSuspects } =
    evaluation;
  const lines = [
    `${countText(rows, 'row')}, ${numberText(positives)} with ${label} = ${positive} (${percent(positives / rows)})`,
    ...(withoutLabel > 0
      ? [`${countText(withoutLabel, 'row')} without a label were left out`]
      : []),
    ...(constant.length > 0
      ? [`Columns left out because every row has the same value: ${quoted(constant)}`]
      : []),
    ...(tooVaried.length > 0
      ? [`Columns left out because nearly every value is unique: ${quoted(tooVaried)}`]
      : []),
    `Validation: ${evaluation.validation}`,
    `Model: ${evaluation.learner === 'logistic' ? 'logistic regression' : 'boosted trees'}`,
    '',
    `Area under the curve  ${figureText(figures.areaUnderCurve)}`,
    `Average precision     ${figureText(figures.averagePrecision)}; a random model has ${decimals(positives / rows)}`,
    `Brier score           ${figureText(figures.brierScore)}`,
    `Calibration error     ${figureText(figures.calibrationError)}`,
    '',
    'Drivers: odds ratio per standard deviation, with the other columns held constant. Associations, not causes.',
    ...evaluation.drivers.map(
      ({ name, oddsRatio, low, high }) =>
        `  ${decimals(oddsRatio, 2)} (${decimals(low, 2)} to ${decimals(high, 2)})  ${name}`,
    ),
    '',
    ...suspects.map(
      ({ name, area }) =>
        `“${name}” alone predicts the outcome (area under the curve ${decimals(area)}). Is its value really known before the outcome?`,
    ),
    ...(withoutSuspects === null
      ? []
      : [
          `Without ${suspects.length === 1 ? 'it' : 'them'} the area under the curve is ${figureText(withoutSuspects)}.`,
        ]),
    `Verdict: ${verdictWords[evaluation.verdict]}`,
  ];
  return lines.join('\n');
}

/** Returns the text of a survival report for the terminal. */
export function survivalText({ rows, skipped, groups, logRank }: SurvivalReport): string {
  const limit = (value: number | null) => (value === null ? 'not reached' : String(value));
  return [
    `${countText(rows, 'row')}${skipped > 0 ? `, ${numberText(skipped)} skipped because a required value is blank` : ''}`,
    ...groups.map(
      ({ name, rows: count, events, median }) =>
        `${name ?? 'All'}: ${countText(count, 'row')}, ${countText(events, 'event')}, median ${limit(median.at)} (${limit(median.low)} to ${limit(median.high)})`,
    ),
    ...(logRank === null
      ? []
      : [
          `Log-rank: chi-square ${decimals(logRank.chiSquare)} on ${logRank.degreesOfFreedom}, p = ${logRank.p.toPrecision(3)}`,
        ]),
  ].join('\n');
}
