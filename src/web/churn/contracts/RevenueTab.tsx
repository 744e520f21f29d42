import { Group, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type RevenuePeriodLength,
  revenuePeriodLengths,
} from '#shared/churn/contracts/contracts.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';
import { revenuePeriodsQuery } from './data.ts';
import { RetentionChart, type RetentionDenominator } from './RetentionChart.tsx';
import { RevenueMoves } from './RevenueMoves.tsx';
import { RevenuePeriodTable } from './RevenuePeriodTable.tsx';
import { RevenueWaterfall } from './RevenueWaterfall.tsx';

const lengthNames: Record<RevenuePeriodLength, string> = {
  month: 'By month',
  quarter: 'By quarter',
};
const definitionNames: Record<RetentionDenominator, string> = {
  base: 'Revenue at the start',
  renewals: 'Renewals due',
};

/** Revenue tab: retention by period, a waterfall of the selected period and its customers. */
export function RevenueTab() {
  const { parameters, change } = useUrlParameters();
  const by: RevenuePeriodLength = parameters.get('by') === 'quarter' ? 'quarter' : 'month';
  const definition: RetentionDenominator =
    parameters.get('of') === 'renewals' ? 'renewals' : 'base';
  const { data, error, refetch } = useQuery(revenuePeriodsQuery(by));
  const period =
    data?.periods.find(({ from }) => from === parameters.get('period')) ?? data?.periods.at(-1);
  return (
    <>
      <Group gap="sm">
        <SegmentedControl
          size="xs"
          aria-label="Periods"
          data-guide="revenue-periods"
          value={by}
          data={revenuePeriodLengths.map((value) => ({ value, label: lengthNames[value] }))}
          onChange={(value) => change({ by: value === 'month' ? null : value, period: null })}
        />
        <SegmentedControl
          size="xs"
          aria-label="Retention measured against"
          data-guide="revenue-definition"
          value={definition}
          data={Object.entries(definitionNames).map(([value, label]) => ({ value, label }))}
          onChange={(value) => change({ of: value === 'base' ? null : value })}
        />
      </Group>
      {data === undefined && error !== null && (
        <ErrorState title="Couldn’t load revenue" error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && (
        <LoadingSkeleton label="Loading the revenue">
          <SkeletonBlock height={260} />
          <SkeletonBlock height={300} />
        </LoadingSkeleton>
      )}
      {data !== undefined && period === undefined && (
        <Text c="dimmed">
          No contracts cover a full {by} yet. To import contracts: npm run import -- contracts
          FILE.csv
        </Text>
      )}
      {data !== undefined && period !== undefined && (
        <>
          <RetentionChart periods={data.periods} definition={definition} />
          <RevenuePeriodTable
            periods={data.periods}
            chosen={period}
            onChoose={(from) => change({ period: from })}
          />
          <RevenueWaterfall period={period} />
          <RevenueMoves period={period} />
        </>
      )}
    </>
  );
}
