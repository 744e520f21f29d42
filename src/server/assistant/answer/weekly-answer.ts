import { findPortfolioStatisticsByWeek } from '#server/portfolio/week-figures-queries.ts';
import type { Outcome, TextAnswer } from '#shared/assistant/assistant.ts';
import { findWeeklyFigureWords } from '#shared/assistant/explanations/week-questions.ts';
import { interpret } from '#shared/assistant/interpret.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import { describePlan } from '#shared/assistant/reading.ts';
import type { Token } from '#shared/assistant/words/tokens.ts';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { capitalize } from '#shared/core/words.ts';
import type { WeekFigures } from '#shared/portfolio/week-figures.ts';
import {
  type FigureFromCustomerList,
  findWeeklyHistoryQuery,
  type WeeklyHistoryQuery,
} from '#shared/portfolio/week-plans.ts';
import type { AskContext } from '../context.ts';
import { listLink } from './links.ts';
import { buildPlanRefusal, metricsOf } from './plan-answer.ts';
import { type PlanWithList, replaceMeWithViewerName, toVocabularyWithColumns } from './planned.ts';
import { formatPlan } from './sent-plan.ts';

/** Number of official weeks in an answer. */
const shownWeeks = 26;

/**
 * Answers a question for a figure of the customers in each official week. Returns `undefined` for
 * other questions.
 */
export async function answerByWeek(
  tokens: readonly Token[],
  context: AskContext,
): Promise<Outcome | undefined> {
  const figure = findWeeklyFigureWords(tokens);
  if (figure === undefined) return undefined;
  const found = await interpret(figure.map(({ text }) => text).join(' '), {
    ...context,
    last: null,
  });
  const [customers] = context.lists;
  if (found.kind === 'none' || customers === undefined) return undefined;
  const [reading, ...others] = found.readings.filter(
    ({ list, isGuess }) => list === customers && !isGuess,
  );
  if (reading === undefined || others.length > 0 || found.corrections.length > 0) return undefined;
  const planned = {
    plan: averageOfColumn(reading.plan),
    vocabulary: reading.list.vocabulary,
    source: reading.source,
  };
  const listed = listedFigureOf(replaceMeWithViewerName(planned, context.viewer));
  const weekPlan = listed && findWeeklyHistoryQuery(listed);
  if (weekPlan === undefined)
    return buildPlanRefusal(
      'The official weeks don’t have this figure. Ask for the average score, the number of locations, or the number of customers in a health tier, at risk, in grace, without usage, declining or improving. You can filter by owner, state, city, size, practice type or EHR.',
    );
  return explainWeeks(planned, weekPlan, context);
}

/**
 * Turns a plan that only shows one column into a plan for the column's average. Other plans stay
 * unchanged. 'Score by week' names no statistic, and the score of many customers is their average.
 */
function averageOfColumn(plan: Plan): Plan {
  const { aggregate, groups, shown } = plan;
  const [column, ...others] = shown;
  const isFigure =
    groups.length === 0 &&
    others.length === 0 &&
    aggregate.kind === 'rows' &&
    aggregate.limit === null;
  if (column === undefined || !isFigure) return plan;
  return { ...plan, aggregate: { kind: 'mean', column }, shown: [] };
}

/** Returns the figure of a plan that has no groups and no limit. */
function listedFigureOf({
  state,
  aggregate,
  groups,
  shown,
}: Plan): FigureFromCustomerList | undefined {
  const { filters, search } = state;
  if (groups.length > 0 || search !== '' || shown.length > 0) return undefined;
  if (aggregate.kind === 'count' || (aggregate.kind === 'rows' && aggregate.limit === null))
    return { filters, statistic: null };
  return 'column' in aggregate ? { filters, statistic: aggregate } : undefined;
}

async function explainWeeks(
  planned: PlanWithList,
  { figure, unit, segment }: WeeklyHistoryQuery,
  { database, viewer }: AskContext,
): Promise<TextAnswer> {
  const { plan, vocabulary, source } = planned;
  const own = replaceMeWithViewerName(planned, viewer);
  const ids =
    segment.length === 0
      ? null
      : [...source.select({ ...own.state, filters: segment }).institutionIds()].filter(
          (id) => id !== null,
        );
  const weeks = await findPortfolioStatisticsByWeek(database.reading(), ids, shownWeeks);
  const label =
    figure === 'averageScore'
      ? 'Average score'
      : capitalize(describePlan(plan, toVocabularyWithColumns(planned)));
  return {
    kind: 'explain',
    reading: `${describePlan(plan, toVocabularyWithColumns(planned))}, by official week`,
    parts: [
      {
        title: null,
        lines: [
          'Each week counts today’s customers as they were in that week.',
          ...(weeks.length === 0 ? ['There is no official week yet.'] : []),
        ],
      },
    ],
    weeks: {
      label,
      unit,
      points: weeks.map((week) => ({
        weekEndDate: week.weekEndDate,
        value: figureIn(week, figure),
        institutions: week.scored,
      })),
    },
    metrics: metricsOf(plan, source),
    link: {
      label: 'Open today’s list',
      path: listLink(vocabulary.page, own.state),
      institutionId: null,
    },
    plan: formatPlan(plan),
  };
}

function figureIn(week: WeekFigures, figure: WeeklyHistoryQuery['figure']): number | null {
  return figure === 'averageScore' && week.scored < minimumGroupSize ? null : week[figure];
}
