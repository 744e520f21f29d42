import { Anchor, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#shared/core/paths.ts';
import { applyList } from '#shared/list/apply.ts';
import { signedText } from '#shared/list/column.ts';
import { emptyListState, type ListFilter } from '#shared/list/state.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import { averageScore, portfolioFigures } from '#shared/portfolio/rules.ts';
import { getWeekFigures, type WeekFigureKey } from '#shared/portfolio/week-figures.ts';
import { endpointQuery } from '#web/core/api.ts';
import { KeyFigure } from '#web/ui/KeyFigure.tsx';
import { newCustomers } from './new-customers.ts';

const weekFiguresQuery = (segment: string) => endpointQuery(getWeekFigures, { query: segment === '' ? {} : { segment } });

interface Properties {
  rows: readonly ListedInstitution[];
  /** As the server takes the scope. */
  segment: string;
  scope: string;
  /** Of the rows; null before the first official week. */
  weekEnd: string | null;
}

/** Each figure is the number of the rows that it opens, with its change since the week before. */
export function KeyFigures({ rows, segment, scope, weekEnd }: Properties) {
  const { data } = useQuery(weekFiguresQuery(segment));
  const [before, now] = data?.rows ?? [];
  const count = (filters: readonly ListFilter[]) => applyList(rows, institutionColumns, { ...emptyListState, filters }).length;
  const changeOf = (figure: WeekFigureKey): string => {
    // The list may be of another week than the figures for a moment.
    const [after, earlier] = [now?.[figure] ?? null, before?.[figure] ?? null];
    return now?.weekEndDate === weekEnd && after !== null && earlier !== null ? `${signedText(after - earlier, '')} in a week` : '';
  };
  const ofWhom = scope === 'all' || scope === 'mine' ? scope : undefined;
  return (
    <SimpleGrid cols={{ base: 2, sm: 4, lg: 7 }} spacing="sm" data-guide="portfolio-figures">
      {portfolioFigures.map(({ label, metric, weekly, filters }) => (
        <KeyFigure key={label} label={label} metric={metric} filters={filters} value={count(filters).toLocaleString('en-US')}>
          {weekly === 'institutions' ? newCustomers(count([newInWeek])) : changeOf(weekly)}
          {weekly === 'atRisk' && ofWhom !== undefined && (
            <Anchor component={Link} to={{ pathname: paths.atRisk, search: `scope=${ofWhom}` }} size="xs" display="block">
              Open the queue
            </Anchor>
          )}
        </KeyFigure>
      ))}
      <KeyFigure label="Predicted to leave" metric="churnTier" filters={predicted} value={count(predicted).toLocaleString('en-US')}>
        <Anchor component={Link} to={paths.churnDashboard} size="xs">
          Open the predictions
        </Anchor>
      </KeyFigure>
      <AverageScore rows={rows} />
    </SimpleGrid>
  );
}

const predicted: readonly ListFilter[] = [{ column: 'churnTier', kind: 'filled' }];

/** Scored for the first time. */
const newInWeek: ListFilter = { column: 'previousHealthTier', kind: 'empty' };

function AverageScore({ rows }: { rows: readonly ListedInstitution[] }) {
  const average = averageScore(rows.map((row) => row.adoptionScore));
  const inBoth = rows.filter((row) => row.adoptionScore !== null && row.previousScore !== null);
  const now = averageScore(inBoth.map((row) => row.adoptionScore));
  const before = averageScore(inBoth.map((row) => row.previousScore));
  return (
    <KeyFigure
      label="Average score"
      metric="averageScore"
      filters={[{ column: 'adoptionScore', kind: 'filled' }]}
      value={average === null ? '–' : `${average.toFixed(1)}%`}
    >
      {now !== null && before !== null && `${signedText(now - before, ' points', 1)} in a week, same customers`}
    </KeyFigure>
  );
}
