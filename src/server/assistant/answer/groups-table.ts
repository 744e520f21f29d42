import { unprocessable } from '#server/core/errors.ts';
import { type CsvTable, csvColumnHeading } from '#server/list/csv-export.ts';
import { chooseFigureDigits } from '#shared/assistant/compute.ts';
import { figureHeading } from '#shared/assistant/figure-heading.ts';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { capitalize } from '#shared/core/words.ts';
import { type ListColumn, roundToColumn } from '#shared/list/column.ts';
import { computePlanWithRecount, type PlanContext } from './plan-answer.ts';
import { readSentPlan } from './planned.ts';

/**
 * Returns all groups of a plan with their labels, figures and numbers of rows. Throws a 422 error
 * when the plan can't be computed.
 */
export async function computeGroupsTable(
  sent: SentPlan,
  context: PlanContext,
): Promise<Pick<CsvTable, 'headings' | 'records'>> {
  const planned = await readSentPlan(sent, context);
  if (typeof planned === 'string') throw unprocessable(planned);
  const checked = computePlanWithRecount(planned, context);
  if (typeof checked === 'string') throw unprocessable(checked);
  const { columns } = planned.source;
  const { aggregate, groups } = sent;
  const findColumn = (key: string) => columns.find((column) => column.key === key);
  const measured = 'column' in aggregate ? findColumn(aggregate.column) : undefined;
  const heading = figureHeading(sent);
  const digits = chooseFigureDigits(aggregate.kind, measured) ?? 0;
  return {
    headings: [
      ...groups.map(({ column }) => findColumn(column)?.label ?? column),
      ...(heading === null ? [] : [csvFigureHeading(heading, measured)]),
      capitalize(planned.vocabulary.noun.many),
    ],
    records: checked.computed.groups.map(({ labels, value, rows }) => [
      ...labels,
      ...(heading === null ? [] : [value === null ? null : roundToColumn({ digits }, value)]),
      rows,
    ]),
  };
}

/** Returns the heading of the figures with their unit: 'Average Score (%)'. */
const csvFigureHeading = (heading: string, column: ListColumn<never> | undefined): string =>
  column === undefined ? `${heading} (%)` : `${heading} ${csvColumnHeading(column)}`;
