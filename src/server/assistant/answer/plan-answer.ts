import { type Answer, answerLimits, type PlanOutcome } from '#shared/assistant/assistant.ts';
import { buildAnswerTable, computePlan } from '#shared/assistant/compute.ts';
import type { Plan, SentPlan } from '#shared/assistant/plan.ts';
import { describePlan } from '#shared/assistant/reading.ts';
import type { RowGroup } from '#shared/list/aggregate.ts';
import { filterText } from '#shared/list/filter-text.ts';
import type { MatchingRows, UntypedListRows } from '#shared/list/source.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import type { AskContext } from '../context.ts';
import { findFollowUps } from './follow-ups.ts';
import { countRowsOfLink, exportLink, groupLink, listLink } from './links.ts';
import { buildDataCoverageNotes, buildExcludedGroupNotes } from './notes.ts';
import {
  type PlanWithList,
  readSentPlan,
  replaceMeWithViewerName,
  toVocabularyWithColumns,
} from './planned.ts';
import { groupRankNotes, rowTieNotes } from './rank-notes.ts';
import { formatPlan } from './sent-plan.ts';

export type PlanContext = Pick<AskContext, 'lists' | 'viewer' | 'log' | 'today'>;

/** Answers a plan from a page, or refuses when its list or columns no longer exist. */
export async function answerSentPlan(sent: SentPlan, context: PlanContext): Promise<PlanOutcome> {
  const found = await readSentPlan(sent, context);
  return typeof found === 'string' ? buildPlanRefusal(found) : answerPlan(found, context, []);
}

export const buildPlanRefusal = (reason: string): PlanOutcome => ({
  kind: 'refuse',
  reason,
  unknownWords: [],
  near: [],
});

export function answerPlan(
  planned: PlanWithList,
  context: PlanContext,
  notes: readonly string[],
): PlanOutcome {
  const { plan, vocabulary, source } = planned;
  const checked = computePlanWithRecount(planned, context);
  if (typeof checked === 'string') return buildPlanRefusal(checked);
  const { own, selected, computed, link } = checked;
  const columns = source.columns;
  const table =
    plan.aggregate.kind === 'rows' || plan.aggregate.kind === 'count'
      ? buildAnswerTable(
          source,
          source.select(own.state),
          tableColumns(own, vocabulary, source),
          Math.min(rowLimit(plan) ?? answerLimits.rows, answerLimits.rows),
        )
      : { columns: [], rows: [] };
  return {
    kind: 'answer',
    reading: describePlan(plan, toVocabularyWithColumns(planned)),
    plan: formatPlan(plan),
    noun: { one: vocabulary.noun.one, many: vocabulary.noun.many },
    grain: vocabulary.grain,
    total: computed.total,
    value: computed.value,
    valueText: computed.valueText,
    share: computed.share,
    groupLabels: plan.groups.map(
      (group) => columns.find(({ key }) => key === group.column)?.label ?? group.column,
    ),
    groups: computed.groups.slice(0, answerLimits.groups).map(({ keys, ...group }) => ({
      ...group,
      month: monthOf(plan, keys),
      link: groupLink(own, keys, planned),
    })),
    groupCount: computed.groups.length,
    columns: table.columns,
    rows: table.rows,
    customers: {
      ...findCustomers(own, selected, source),
      hasRiskCases: vocabulary.hasRiskCases === true,
    },
    notes: [
      ...notes,
      ...buildDataCoverageNotes(planned, own, context.today),
      ...buildExcludedGroupNotes(planned, computed),
      ...groupRankNotes(planned, computed),
      ...rowTieNotes({ ...planned, plan: own }),
    ],
    chips: [
      ...searchChips(plan),
      ...plan.state.filters.flatMap((filter) => {
        const column = columns.find(({ key }) => key === filter.column);
        return column === undefined
          ? []
          : [{ column: filter.column, text: filterText(column, filter) }];
      }),
    ],
    metrics: metricsOf(plan, source),
    followUps: findFollowUps({ plan, vocabulary, source, selected, computed }).map((followUp) => ({
      text: followUp.text,
      plan: formatPlan(followUp.plan),
    })),
    link,
    exportLink: exportLink(own, vocabulary),
  };
}

/**
 * Computes a plan for the user, and counts the rows again through the link to the list. Returns the
 * reason for a refusal when the counts differ.
 */
export function computePlanWithRecount(planned: PlanWithList, { viewer, log }: PlanContext) {
  const { vocabulary, source } = planned;
  const own = replaceMeWithViewerName(planned, viewer);
  const { selected, computed } = computeUnsorted(own, source, vocabulary);
  const link = listLink(vocabulary.page, own.state);
  if (countRowsOfLink(link, source) === computed.total) return { own, selected, computed, link };
  log.error({ plan: formatPlan(own) }, 'assistant: answer differs from its list');
  return 'This answer didn’t match its list, so it isn’t shown. Ask again, or open the list’s page.';
}

/** Computes the figures of a plan, which don't depend on its order, so its rows are not sorted. */
export function computeUnsorted(plan: Plan, source: UntypedListRows, vocabulary: ListVocabulary) {
  const selected = source.select({ ...plan.state, sort: [] });
  return { selected, computed: computePlan(plan, source, selected, vocabulary) };
}

/** Maximum number of rows that the plan asks for; `null` for all rows. */
const rowLimit = ({ aggregate }: Plan): number | null =>
  aggregate.kind === 'rows' ? aggregate.limit : null;

/** Returns the month of a group as 'YYYY-MM'; `null` when its rows have no month. */
function monthOf({ groups: [first] }: Plan, [key]: RowGroup['keys']): string | null {
  return first?.unit === 'month' && typeof key === 'string' ? key : null;
}

const searchChips = ({ state: { search } }: Plan) =>
  search === '' ? [] : [{ column: null, text: `Search: ${search}` }];

/** Returns the customers of the rows, without the rows beyond the plan's limit. */
function findCustomers(
  plan: Plan,
  selected: MatchingRows,
  source: UntypedListRows,
): Omit<Answer['customers'], 'hasRiskCases'> {
  const limit = rowLimit(plan);
  const rows = limit === null ? selected : source.select(plan.state).first(limit);
  const found = new Set<number>();
  for (const id of rows.institutionIds()) {
    if (id !== null) found.add(id);
    if (found.size > maxBulkItems) return { institutionIds: [], isTooMany: true };
  }
  return { institutionIds: [...found], isTooMany: false };
}

/** Returns the metrics of the columns that a plan uses. */
export const metricsOf = (plan: Plan, { columns }: UntypedListRows): string[] => [
  ...new Set(
    usedColumns(plan).flatMap((key) => columns.find((column) => column.key === key)?.metric ?? []),
  ),
];

const usedColumns = ({ state, aggregate, groups, shown }: Plan): string[] => [
  ...('column' in aggregate ? [aggregate.column] : []),
  ...(aggregate.kind === 'share' ? aggregate.filters.map(({ column }) => column) : []),
  ...groups.map(({ column }) => column),
  ...state.filters.map(({ column }) => column),
  ...state.sort.map(({ column }) => column),
  ...shown,
];

/** Number of columns of a table, unless the question names more. */
const usualColumns = 6;

/**
 * Returns the keys of the table's columns: the customer, the column that links to the row's page,
 * the question's columns, then the list's first columns.
 */
function tableColumns(
  plan: Plan,
  { customer }: ListVocabulary,
  { columns }: UntypedListRows,
): string[] {
  const linked = columns.filter(({ path }) => path !== undefined).map(({ key }) => key);
  const named = [...(customer === null ? [] : [customer]), ...linked, ...usedColumns(plan)];
  const usual = columns.filter(({ isHidden }) => isHidden !== true).map(({ key }) => key);
  const first = [...new Set(named)];
  return [...new Set([...first, ...usual])].slice(0, Math.max(usualColumns, first.length));
}
