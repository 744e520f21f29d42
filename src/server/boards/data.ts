import type { Dependencies } from '#server/core/dependencies.ts';
import { unprocessable } from '#server/core/errors.ts';
import { createRecentAnswerCache } from '#server/core/recent.ts';
import type { InstitutionListReader } from '#server/portfolio/list.ts';
import { findPortfolioStatisticsByWeek } from '#server/portfolio/week-figures-queries.ts';
import type { Board, BoardAnswer } from '#shared/boards/boards.ts';
import { findWidget } from '#shared/boards/widgets.ts';
import { dayIn } from '#shared/core/dates.ts';
import { findSegmentRows } from '#shared/portfolio/segment.ts';
import { countOpenTickets } from './queries.ts';
import { type BoardWidgetInput, computeWidgetData } from './rules.ts';

type Figures = Pick<BoardAnswer, 'weekEndDate' | 'institutions' | 'matching' | 'widgets'>;

const weekMilliseconds = 7 * 86_400_000;
/** Number of filter combinations whose figures are cached. */
const cachedFilterSets = 100;

/**
 * Returns a function that computes the data of all widgets of a board from the customer list. One
 * query reads the weekly figures for all widgets.
 */
export function createBoardWidgetReader(
  { database: { foreground }, clock, env }: Pick<Dependencies, 'database' | 'clock' | 'env'>,
  list: InstitutionListReader,
): (board: Board, filters: string, weeks: number) => Promise<Figures> {
  /**
   * Cache of weekly figures by board filters. The same filters are requested repeatedly, and the
   * figures stay valid until the customer list changes.
   */
  const weeksOf =
    createRecentAnswerCache<Pick<BoardWidgetInput, 'weeks' | 'openTicketsAWeekAgo'>>(
      cachedFilterSets,
    );

  return async (board, filters, weeks) => {
    const { answer, id } = await list();
    const { rows: institutions, rules, weekEndDate } = answer;
    const { rows, problems } = findSegmentRows(institutions, new URLSearchParams(filters));
    if (problems.length > 0) throw unprocessable(problems.join('\n'));
    const now = clock();
    const today = dayIn(env.BUSINESS_TIME_ZONE, now);
    const ids =
      rows.length === institutions.length ? null : rows.map(({ institutionId }) => institutionId);
    const figures = await weeksOf(
      `${id} ${today} ${weeks} ${ids === null ? '' : filters}`,
      async () => ({
        weeks: await findPortfolioStatisticsByWeek(foreground, ids, weeks),
        openTicketsAWeekAgo: await countOpenTickets(
          foreground,
          ids,
          new Date(now.getTime() - weekMilliseconds),
        ),
      }),
    );
    return {
      weekEndDate,
      institutions: institutions.length,
      matching: rows.length,
      widgets: board.widgets.map((key) =>
        computeWidgetData(key, findWidget(key), { rows, rules, ...figures, weekEndDate, today }),
      ),
    };
  };
}
