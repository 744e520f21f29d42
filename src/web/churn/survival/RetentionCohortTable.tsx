import '@mantine/core/styles/Switch.css';
import { Switch, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  cohortMonths,
  getSurvivalCohorts,
  type SurvivalCohort,
} from '#shared/churn/survival/survival.ts';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { numberText, shareText } from '#shared/core/words.ts';
import { endpointQuery } from '#web/core/api.ts';
import { MetricSectionCard } from '#web/metrics/MetricSectionCard.tsx';
import { createHeatScale } from '#web/ui/chart/heat.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';
import { WideTable } from '#web/ui/WideTable.tsx';

const cohortsQuery = endpointQuery(getSurvivalCohorts);

/** Retention of go-live quarters by months of tenure. */
export function RetentionCohortTable() {
  const cohorts = useQuery(cohortsQuery);
  const { parameters, change } = useUrlParameters();
  const ofRevenue = parameters.has('revenue');
  if (cohorts.data === undefined)
    return cohorts.error === null ? (
      <LoadingSkeleton label="Loading go-live quarters">
        <SkeletonBlock height={300} />
      </LoadingSkeleton>
    ) : (
      <ErrorState
        title="Couldn’t load go-live quarters"
        error={cohorts.error}
        onRetry={() => void cohorts.refetch()}
      />
    );
  return (
    <div data-guide="survival-cohorts">
      <MetricSectionCard title="Go-live quarters" metric="goLiveCohort">
        <Switch
          size="xs"
          mb="sm"
          label="Revenue instead of customers"
          checked={ofRevenue}
          onChange={({ currentTarget: { checked } }) => change({ revenue: checked ? '1' : null })}
        />
        {cohorts.data.rows.length === 0 ? (
          <Text c="dimmed">No customers have gone live since loss records began.</Text>
        ) : (
          <Grid rows={cohorts.data.rows} ofRevenue={ofRevenue} />
        )}
        <Text size="xs" c="dimmed" mt="xs">
          {ofRevenue
            ? 'Monthly revenue as a share of revenue at go-live. The share exceeds 100% when the remaining customers pay more than before.'
            : 'Share of customers that stayed. Sold or closed practices count as lost.'}{' '}
          Cells are blank until all customers of the quarter reach that month. Quarters before loss
          records began are excluded. No share is shown for fewer than {minimumGroupSize} customers.
        </Text>
      </MetricSectionCard>
    </div>
  );
}

function Grid({ rows, ofRevenue }: { rows: readonly SurvivalCohort[]; ofRevenue: boolean }) {
  const figuresOf = (cell: SurvivalCohort['cells'][number]): Figures =>
    cell === null ? undefined : ofRevenue ? cell.revenue : cell.customers;
  const shade = createHeatScale(
    rows.flatMap(({ cells }) => cells.map(figuresOf).filter(hasShare)).map(({ share }) => share),
    'var(--accent)',
  );
  return (
    <WideTable label="Go-live quarters" minWidth={680}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Went live</Table.Th>
          <Table.Th scope="col" ta="right">
            Customers
          </Table.Th>
          {cohortMonths.map((month) => (
            <Table.Th key={month} scope="col" ta="right">
              Month {month}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ quarter, customers, cells }) => (
          <Table.Tr key={quarter}>
            <Table.Th scope="row" fw={400}>
              {quarter}
            </Table.Th>
            <Table.Td ta="right">{numberText(customers)}</Table.Td>
            {cells.map((cell, at) => (
              <Cell key={cohortMonths[at]} figures={figuresOf(cell)} shade={shade} />
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

/** `undefined` for a month that not all customers of the quarter have reached. */
type Figures = NonNullable<SurvivalCohort['cells'][number]>['customers'] | null | undefined;

const hasShare = (figures: Figures): figures is NonNullable<Figures> =>
  figures != null && figures.customers >= minimumGroupSize;

function Cell({ figures, shade }: { figures: Figures; shade: (share: number) => string }) {
  if (figures === undefined) return <Table.Td />;
  if (!hasShare(figures))
    return (
      <Table.Td ta="right" c="dimmed">
        Few
      </Table.Td>
    );
  return (
    <Table.Td ta="right" style={{ background: shade(figures.share), whiteSpace: 'nowrap' }}>
      {shareText(figures.share, 1)}
      <Text span size="xs">
        {' '}
        n = {numberText(figures.customers)}
      </Text>
    </Table.Td>
  );
}
