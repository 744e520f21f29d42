import { type Answer, answerLimits, type Outcome } from '#shared/assistant/assistant.ts';
import { computePlan, tableOf } from '#shared/assistant/compute.ts';
import { type Interpretation, interpret, type ListReading } from '#shared/assistant/interpret.ts';
import type { Plan, SentPlan } from '#shared/assistant/plan.ts';
import { readPlan } from '#shared/assistant/reading.ts';
import type { Correction } from '#shared/assistant/spelling.ts';
import { monthEndOf } from '#shared/core/dates.ts';
import { countText } from '#shared/core/words.ts';
import { formatListSearch, parseList } from '#shared/list/address.ts';
import type { ListGrouping } from '#shared/list/aggregate.ts';
import { filterText } from '#shared/list/filter-text.ts';
import type { ListSource } from '#shared/list/source.ts';
import { type ListFilter, resolveViewerFilters } from '#shared/list/state.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import type { AskContext } from './context.ts';
import { findFollowUps } from './follow-ups.ts';
import { formatPlan, parsePlan } from './sent-plan.ts';
import { suggestWords } from './suggestions.ts';

interface Asked {
  question: string;
  plan: SentPlan | null;
  last: SentPlan | null;
}

interface Planned {
  plan: Plan;
  vocabulary: ListVocabulary;
  source: ListSource;
}

/** Maximum number of readings that are offered as buttons. */
const maxOptions = 6;

interface Answered {
  outcome: Outcome;
  /** Words that no list knows, as typed. */
  unknownWords: readonly string[];
}

/** Answers a question, asks back when it has several meanings, or refuses. */
export const answerQuestion = async (asked: Asked, context: AskContext): Promise<Outcome> =>
  (await answerWithUnknownWords(asked, context)).outcome;

/** Answers like `answerQuestion`, and also returns the words that no list knows. */
export async function answerWithUnknownWords(asked: Asked, context: AskContext): Promise<Answered> {
  if (asked.plan !== null)
    return { outcome: await answerSentPlan(asked.plan, context), unknownWords: [] };
  const last = asked.last === null ? null : await readLastPlan(asked.last, context);
  const found = await interpret(asked.question, { ...context, last });
  if (found.kind === 'none')
    return {
      outcome: {
        kind: 'refuse',
        reason: found.reason,
        unknownWords: [...found.unknownWords],
        near: await suggestWords(found.unknownWords, context),
      },
      unknownWords: found.isUnknown ? found.unknownWords : [],
    };
  return { outcome: answerReadings(found, context), unknownWords: [] };
}

function answerReadings(
  found: Extract<Interpretation, { kind: 'readings' }>,
  context: AskContext,
): Outcome {
  const planned = found.readings.map(toPlanned);
  const [first] = planned;
  const isGuess = found.readings.every((reading) => reading.isGuess);
  if (first !== undefined && !isGuess && haveSameResult(planned, context))
    return answerPlan(first, context, correctionNotes(found.corrections));
  const options = planned.slice(0, maxOptions);
  const readings = options.map((each) => readPlan(each.plan, readListOf(each)));
  const namesColumns = new Set(readings).size < readings.length;
  return {
    kind: 'ask',
    prompt: isGuess
      ? 'I am not sure that this is what you mean.'
      : 'This can mean different things. Which one?',
    options: options.map((each) => toOption(each, context, namesColumns)),
  };
}

const readListOf = ({ vocabulary, source }: Planned) => ({ vocabulary, columns: source.columns });

const toPlanned = ({ plan, list, source }: ListReading): Planned => ({
  plan,
  vocabulary: list.vocabulary,
  source,
});

const correctionNotes = (corrections: readonly Correction[]): string[] =>
  corrections.map(({ typed, read }) => `I read “${typed}” as “${read}”.`);

/** Returns the plan of the last answer; `null` when its list has changed since. */
async function readLastPlan(sent: SentPlan, { lists }: AskContext): Promise<Plan | null> {
  const list = lists.find(({ vocabulary }) => vocabulary.key === sent.list);
  if (list === undefined) return null;
  const { plan, problems } = parsePlan(sent, (await list.source()).columns);
  return problems.length > 0 ? null : plan;
}

/** Answers a plan from a page, or refuses when its list or columns no longer exist. */
export async function answerSentPlan(sent: SentPlan, context: AskContext): Promise<Outcome> {
  const list = context.lists.find(({ vocabulary }) => vocabulary.key === sent.list);
  if (list === undefined) return refusal('This list no longer exists.');
  const source = await list.source();
  const { plan, problems } = parsePlan(sent, source.columns);
  if (problems.length > 0) return refusal(problems.join(' '));
  return answerPlan({ plan, vocabulary: list.vocabulary, source }, context, []);
}

const refusal = (reason: string): Outcome => ({
  kind: 'refuse',
  reason,
  unknownWords: [],
  near: [],
});

/** Replaces 'me' by the user's name. */
function resolved({ plan }: Planned, viewer: string | null): Plan {
  const of = (filters: readonly ListFilter[]) => resolveViewerFilters(filters, viewer);
  return {
    ...plan,
    state: { ...plan.state, filters: of(plan.state.filters) },
    aggregate:
      plan.aggregate.kind === 'share'
        ? { kind: 'share', filters: of(plan.aggregate.filters) }
        : plan.aggregate,
  };
}

/** Two readings are the same when they show the same figures of the same customers. */
function haveSameResult(planned: readonly Planned[], { viewer }: AskContext): boolean {
  const results = planned.map((each) => {
    const plan = resolved(each, viewer);
    const { total, value, groups } = computePlan(plan, each.source, each.vocabulary);
    return JSON.stringify([
      plan.list,
      plan.aggregate,
      plan.groups,
      total,
      value,
      groups,
      each.source.select(plan.state).places(),
    ]);
  });
  return new Set(results).size === 1;
}

function toOption(each: Planned, { viewer }: AskContext, namesColumns: boolean) {
  const { plan, vocabulary, source } = each;
  const computed = computePlan(resolved(each, viewer), source, vocabulary);
  const { one, many } = vocabulary.noun;
  return {
    reading: readPlan(plan, { ...readListOf(each), namesColumns }),
    plan: formatPlan(plan),
    result:
      plan.aggregate.kind === 'rows' || plan.aggregate.kind === 'count' || plan.groups.length > 0
        ? countText(computed.total, one, many)
        : (computed.valueText ?? '–'),
  };
}

/** Returns the address of the page that shows exactly the rows of a state. */
function listLink(page: string, state: Partial<Plan['state']>): string {
  const search = formatListSearch(state);
  // Without filters, the page would open the user's default view.
  return `${page}${page.includes('?') ? '&' : '?'}${search === '' ? 'view=none' : search}`;
}

function answerPlan(planned: Planned, context: AskContext, notes: readonly string[]): Outcome {
  const { plan, vocabulary, source } = planned;
  const own = resolved(planned, context.viewer);
  const computed = computePlan(own, source, vocabulary);
  const link = listLink(vocabulary.page, own.state);
  if (countByLink(link, source) !== computed.total) {
    context.log.error({ plan: formatPlan(own) }, 'assistant: answer differs from its list');
    return refusal('The list and the answer differ, so I do not show the answer. Open the list.');
  }
  const columns = source.columns;
  const table =
    plan.aggregate.kind === 'rows' || plan.aggregate.kind === 'count'
      ? tableOf(
          own,
          source,
          tableColumns(own, vocabulary, source),
          Math.min(
            plan.aggregate.kind === 'rows' ? (plan.aggregate.limit ?? 50) : 50,
            answerLimits.rows,
          ),
        )
      : { columns: [], rows: [] };
  const answer: Answer = {
    kind: 'answer',
    reading: readPlan(plan, readListOf(planned)),
    plan: formatPlan(plan),
    listName: vocabulary.noun.many,
    grain: vocabulary.grain,
    total: computed.total,
    value: computed.value,
    valueText: computed.valueText,
    share: computed.share,
    groups: computed.groups.slice(0, answerLimits.groups).map(({ keys, ...group }) => ({
      ...group,
      link: groupLink(own, keys, planned),
    })),
    groupCount: computed.groups.length,
    columns: table.columns,
    rows: table.rows,
    customers: findCustomers(own, source),
    notes: [
      ...notes,
      ...defaultNotes(plan, vocabulary, source),
      ...unknownNotes(own, planned),
      ...historyNotes(plan, planned),
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
    metrics: [
      ...new Set(
        usedColumns(plan).flatMap(
          (key) => columns.find((column) => column.key === key)?.metric ?? [],
        ),
      ),
    ],
    followUps: findFollowUps({ plan, own, vocabulary, source, computed }).map((followUp) => ({
      text: followUp.text,
      plan: formatPlan(followUp.plan),
    })),
    link,
    exportLink: exportLink(own, vocabulary),
  };
  return answer;
}

const searchChips = ({ state: { search } }: Plan) =>
  search === '' ? [] : [{ column: null, text: `Search: ${search}` }];

/** Returns the customers of the rows, without the rows beyond the plan's limit. */
function findCustomers({ state, aggregate }: Plan, source: ListSource): Answer['customers'] {
  const limit = aggregate.kind === 'rows' ? aggregate.limit : null;
  const found = new Set<number>();
  for (const id of source
    .select(state)
    .institutionIds()
    .slice(0, limit ?? undefined)) {
    if (id !== null) found.add(id);
    if (found.size > maxBulkItems) return { institutionIds: [], isTooMany: true };
  }
  return { institutionIds: [...found], isTooMany: false };
}

function exportLink(plan: Plan, { export: { path }, query }: ListVocabulary): string {
  const search = [new URLSearchParams(query).toString(), formatListSearch(plan.state)]
    .filter((part) => part !== '')
    .join('&');
  return search === '' ? path : `${path}?${search}`;
}

/** Counts the rows again as the page does: by reading the address of the list. */
function countByLink(link: string, source: ListSource): number {
  const { state, problems } = parseList(
    new URL(link, 'http://localhost').searchParams,
    source.columns,
  );
  return problems.length > 0 ? -1 : source.select(state).count;
}

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

/** Returns the customer, the columns of the question, and the list's first columns. */
function tableColumns(plan: Plan, { customer }: ListVocabulary, { columns }: ListSource): string[] {
  const named = [...(customer === null ? [] : [customer]), ...usedColumns(plan)];
  const usual = columns.filter(({ isHidden }) => isHidden !== true).map(({ key }) => key);
  const first = [...new Set(named)];
  return [...new Set([...first, ...usual])].slice(0, Math.max(usualColumns, first.length));
}

function defaultNotes(plan: Plan, vocabulary: ListVocabulary, source: ListSource): string[] {
  const filters = new Set(plan.state.filters);
  return (vocabulary.defaults ?? [])
    .filter((filter) => filters.has(filter))
    .flatMap((filter) => {
      const column = source.columns.find(({ key }) => key === filter.column);
      return column === undefined
        ? []
        : [`Only ${filterText(column, filter)}, unless you ask for others.`];
    });
}

/** Says how many rows an exclusion leaves out because their value is unknown. */
function unknownNotes({ state }: Plan, { vocabulary, source }: Planned): string[] {
  return state.filters.flatMap((filter) => {
    if (filter.kind !== 'none-of' && filter.kind !== 'text-none-of') return [];
    const label = source.columns.find(({ key }) => key === filter.column)?.label ?? '';
    const { count } = source.select({
      ...state,
      filters: state.filters.map((each) =>
        each === filter ? { column: each.column, kind: 'empty' as const } : each,
      ),
    });
    const { one, many } = vocabulary.noun;
    return count === 0 ? [] : [`${countText(count, one, many)} without a known ${label} left out.`];
  });
}

/** Says that the months of a list without older rows are incomplete. */
const historyNotes = ({ groups }: Plan, { vocabulary }: Planned): string[] =>
  groups.flatMap(({ column }) => {
    const days = vocabulary.columns[column]?.historyDays;
    return days === undefined
      ? []
      : [`The list goes back ${countText(days, 'day')}, so earlier months are incomplete.`];
  });

/** Returns the address of the rows of a group; `null` when it needs a second filter on a column. */
function groupLink(
  plan: Plan,
  keys: readonly (string | boolean | null)[],
  { vocabulary, source }: Planned,
): string | null {
  const isText = (key: string) =>
    source.columns.some((column) => column.key === key && column.kind === 'text');
  const filters = plan.groups.map((group, at) =>
    groupFilter(group, keys[at] ?? null, isText(group.column)),
  );
  const others = plan.state.filters.filter(
    ({ column, kind }) =>
      !filters.some((filter) => filter.column === column) || kind === 'range' || kind === 'dates',
  );
  if (others.some(({ column }) => filters.some((filter) => filter.column === column))) return null;
  return listLink(vocabulary.page, { ...plan.state, filters: [...others, ...filters] });
}

function groupFilter(
  { column, unit }: ListGrouping,
  key: string | boolean | null,
  isText: boolean,
): ListFilter {
  if (key === null) return { column, kind: 'empty' };
  if (typeof key === 'boolean') return { column, kind: 'is', value: key };
  if (unit === 'value') return { column, kind: isText ? 'text-one-of' : 'one-of', values: [key] };
  const first = `${key}-01`;
  return { column, kind: 'dates', from: first, to: monthEndOf(first) };
}
