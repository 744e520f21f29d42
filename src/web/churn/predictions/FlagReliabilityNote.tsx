import { Anchor, Group, Paper, Skeleton, Text } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { dayInWords, shareRangeText, shareText } from '#shared/core/words.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { RowsOnOtherPageLink } from '#web/ui/rows/RowsOnOtherPageLink.tsx';
import type { LoadedPredictions } from './data.ts';

const inHeadline: readonly ListFilter[] = [{ column: 'isInHeadline', kind: 'is', value: true }];
const earlierFlags = { tab: 'flags' };
const left: ListFilter = { column: 'outcome', kind: 'one-of', values: ['Left'] };

/**
 * Shows how often flags were followed by a loss, so that the user knows how reliable predictions
 * are.
 */
export function FlagReliabilityNote({
  answer,
  hasFailed,
}: Pick<LoadedPredictions, 'answer'> & { hasFailed: boolean }) {
  if (answer === undefined) return hasFailed ? null : <Skeleton h={54} />;
  const { past, level } = answer;
  return (
    <Paper p="sm" bg="var(--surface)" data-guide="churn-confidence">
      <Group gap={4} wrap="nowrap" align="flex-start">
        <Text>
          {past === null ? (
            'No flags have an outcome yet.'
          ) : (
            <>
              Of the last{' '}
              <RowsOnOtherPageLink
                path={paths.churnDashboard}
                address={earlierFlags}
                filters={inHeadline}
              >
                {past.flagged} flagged
              </RowsOnOtherPageLink>
              ,{' '}
              <strong>
                <RowsOnOtherPageLink
                  path={paths.churnDashboard}
                  address={earlierFlags}
                  filters={[...inHeadline, left]}
                >
                  {past.left} left
                </RowsOnOtherPageLink>
              </strong>{' '}
              within 60 days
              {past.share !== null &&
                `: ${shareText(past.left / past.flagged)} (${shareRangeText(past.share)})`}
              .
            </>
          )}
        </Text>
        <MetricInfo metric="churnFlagged" />
      </Group>
      <Text size="sm" c="dimmed">
        {past !== null &&
          `Outcomes are known for flags up to ${dayInWords(past.until)}. For the time before the first prediction model, flags were calculated later, from only the data known at that time. `}
        {level !== null &&
          `Customers are flagged when their chance of notice within 60 days is at least ${shareText(level)}. `}
        <Anchor
          component={Link}
          to={`${paths.churnMonitoring}?tab=quality`}
          size="sm"
          underline="always"
        >
          All quality figures
        </Anchor>
      </Text>
    </Paper>
  );
}
