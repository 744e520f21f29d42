import { Anchor, SimpleGrid } from '@mantine/core';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { addDays } from '#shared/core/dates.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { numberText } from '#shared/core/words.ts';
import { signedText } from '#shared/list/column.ts';
import {
  computeKeyFigures,
  type KeyFigures as Figures,
  getKeyFigures,
  predictedToLeaveFilters,
} from '#shared/portfolio/key-figures.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import { portfolioFigureDefinitions } from '#shared/portfolio/rules.ts';
import { getWeekFigures, type WeekFigureKey } from '#shared/portfolio/week-figures.ts';
import { endpointQuery } from '#web/core/api.ts';
import { LinkedKeyFigure } from '#web/ui/rows/LinkedKeyFigure.tsx';
import { newCustomersText } from './new-customers.ts';

const ofSegment = (segment: string) => ({ query: segment === '' ? {} : { segment } });
const weekFiguresQuery = (segment: string) => endpointQuery(getWeekFigures, ofSegment(segment));
const keyFiguresQuery = (segment: string) => endpointQuery(getKeyFigures, ofSegment(segment));

interface Scoped {
  /** Customers to include: a segment as in the API's `segment` parameter. */
  segment: string;
  scope: string;
}

interface Properties extends Scoped {
  figures: Figures;
  /** End of the figures' week; `null` before the first official week. */
  weekEnd: string | null;
}

/** Key figures that are computed from loaded rows. */
export function KeyFiguresFromRows({
  rows,
  ...rest
}: Omit<Properties, 'figures'> & { rows: readonly ListedInstitution[] }) {
  return <KeyFigures figures={computeKeyFigures(rows)} {...rest} />;
}

/** Key figures that the server computes, shown while the rows are loading. */
export function KeyFiguresFromServer({ segment, scope, waiting }: Scoped & { waiting: ReactNode }) {
  const { data } = useQuery(keyFiguresQuery(segment));
  usePrefetchQuery(weekFiguresQuery(segment));
  return data === undefined ? (
    waiting
  ) : (
    <KeyFigures figures={data} segment={segment} scope={scope} weekEnd={data.weekEndDate} />
  );
}

/** Key figures with their change in a week. Each figure links to its customers. */
function KeyFigures({ figures, segment, scope, weekEnd }: Properties) {
  const { data } = useQuery(weekFiguresQuery(segment));
  const [before, now] = data?.rows ?? [];
  const changeOf = (figure: WeekFigureKey): string => {
    // Directly after a week is closed, the figures and their changes may belong to different weeks
    // for a moment.
    const [after, earlier] = [now?.[figure] ?? null, before?.[figure] ?? null];
    if (
      weekEnd === null ||
      now?.weekEndDate !== weekEnd ||
      before?.weekEndDate !== addDays(weekEnd, -7)
    )
      return '';
    if (after === null || earlier === null) return '';
    return figure === 'institutions'
      ? newCustomersText(after - earlier)
      : `${signedText(after - earlier, '')} in a week`;
  };
  const ofWhom = scope === 'all' || scope === 'mine' ? scope : undefined;
  return (
    <SimpleGrid cols={{ base: 2, sm: 4, lg: 7 }} spacing="sm" data-guide="portfolio-figures">
      {portfolioFigureDefinitions.map(({ label, metric, weekly, filters }) => (
        <LinkedKeyFigure
          key={label}
          label={label}
          metric={metric}
          filters={filters}
          value={numberText(figures[weekly])}
        >
          {changeOf(weekly)}
          {weekly === 'atRisk' && ofWhom !== undefined && (
            <Anchor
              component={Link}
              to={{ pathname: paths.atRisk, search: `scope=${ofWhom}` }}
              size="xs"
              display="block"
            >
              Open at-risk list
            </Anchor>
          )}
        </LinkedKeyFigure>
      ))}
      <LinkedKeyFigure
        label="Predicted to leave"
        metric="churnTier"
        filters={predictedToLeaveFilters}
        value={numberText(figures.predictedToLeave)}
      >
        {figures.predictedChange !== null && `${signedText(figures.predictedChange, '')} in a week`}
        <Anchor component={Link} to={paths.churnDashboard} size="xs" display="block">
          Open predictions
        </Anchor>
      </LinkedKeyFigure>
      <AverageScore figures={figures} />
    </SimpleGrid>
  );
}

function AverageScore({ figures: { averageScore, scoreChange } }: { figures: Figures }) {
  return (
    <LinkedKeyFigure
      label="Average score"
      metric="averageScore"
      filters={[{ column: 'adoptionScore', kind: 'filled' }]}
      value={averageScore === null ? '–' : `${averageScore.toFixed(1)}%`}
    >
      {scoreChange !== null &&
        `${signedText(scoreChange, ' points', 1)} in a week, same customers in both weeks`}
    </LinkedKeyFigure>
  );
}
