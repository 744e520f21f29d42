import '@mantine/core/styles/Switch.css';
import { Group, Paper, SimpleGrid, Stack, Switch, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { buildUrl, type ResponseOf } from '#shared/core/endpoint.ts';
import { paths } from '#shared/core/pages/paths.ts';
import type { HealthTier } from '#shared/core/tiers.ts';
import { countText, dayInWords, numberText } from '#shared/core/words.ts';
import type { ListFilter } from '#shared/list/state.ts';
import {
  type AverageCauseKey,
  type ComparedCustomer,
  exportComparedCustomers,
  type getPortfolioComparison,
  type OfficialWeek,
} from '#shared/portfolio/comparison.ts';
import {
  comparisonColumns,
  presenceInAveragesLabels,
} from '#shared/portfolio/comparison-columns.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { Change } from '#web/ui/Change.tsx';
import type { ListCells } from '#web/ui/list/cells.tsx';
import { List } from '#web/ui/list/List.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';
import { RowsLink } from '#web/ui/rows/RowsLink.tsx';
import { TierMark } from '#web/ui/tier/TierMark.tsx';
import { TierMatrix } from '#web/ui/tier/TierMatrix.tsx';
import { averageScoreCauseLabels } from './causes.ts';
import {
  comparedCustomersQuery,
  comparisonQuery,
  officialWeeksQuery,
  type WeekPair,
} from './data.ts';
import { ProductWeekComparisonTable } from './ProductWeekComparisonTable.tsx';
import { ScoreWaterfall } from './ScoreWaterfall.tsx';
import { WeekPicker } from './WeekPicker.tsx';
import { SeasonalDropNote, useComparedWeeks } from './weeks.tsx';

interface Properties {
  /** Segment parameter for the server; `undefined` while the scope is loading. */
  segment: string | undefined;
  /** Customers of the scope; `undefined` while loading. */
  rows: readonly ListedInstitution[] | undefined;
}

/**
 * Comparison of two official weeks: average score with the causes of its change, products, tiers
 * and customers.
 */
export function PortfolioComparison({ segment, rows }: Properties) {
  const source = useQuery(officialWeeksQuery);
  const official = source.data?.rows ?? [];
  const { weeks, choose } = useComparedWeeks(official);
  const { parameters, change } = useUrlParameters();
  const sameCustomers = parameters.get('same') !== 'no';
  if (source.error !== null && source.data === undefined)
    return (
      <ErrorState
        title="Couldn’t load official weeks"
        error={source.error}
        onRetry={() => void source.refetch()}
      />
    );
  if (source.data === undefined || segment === undefined)
    return <ComparisonWaiting label="Loading the customers" />;
  if (weeks === undefined)
    return (
      <Text>
        There are fewer than two official weeks. You can compare weeks after the next official week.
      </Text>
    );
  return (
    <Stack gap="lg">
      <Group gap="lg" align="flex-end">
        <WeekPicker official={official} weeks={weeks} onChoose={choose} />
        <Switch
          label="Same customers only"
          data-guide="comparison-same"
          checked={sameCustomers}
          onChange={(event) => change({ same: event.currentTarget.checked ? null : 'no' })}
        />
      </Group>
      <Summary weeks={weeks} official={official} sameCustomers={sameCustomers} segment={segment} />
      <Customers weeks={weeks} segment={segment} scope={rows} />
    </Stack>
  );
}

function ComparisonWaiting({ label }: { label: string }) {
  return (
    <LoadingSkeleton label={label}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <SkeletonBlock height={340} />
        <SkeletonBlock height={340} />
      </SimpleGrid>
      <SkeletonBlock height={420} />
    </LoadingSkeleton>
  );
}

interface SummaryProperties {
  weeks: WeekPair;
  official: readonly OfficialWeek[];
  sameCustomers: boolean;
  segment: string;
}

function Summary({ weeks, official, sameCustomers, segment }: SummaryProperties) {
  const { data, error, refetch } = useQuery(comparisonQuery(weeks, sameCustomers, segment));
  if (error !== null && data === undefined)
    return (
      <ErrorState
        title="Couldn’t compare these weeks"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <ComparisonWaiting label="Loading the comparison" />;
  const weekEnd = (start: string) =>
    official.find(({ weekStartDate }) => weekStartDate === start)?.weekEndDate ?? start;
  const { from, to } = data.averageScore;
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Paper p="md" bg="var(--surface)">
          <Stack gap="sm" data-guide="comparison-waterfall">
            <Title order={2} size="h5">
              Average score{' '}
              {from !== null && to !== null && (
                <Change value={to - from} unit=" points" digits={1} />
              )}{' '}
              <MetricInfo metric="averageScore" />
            </Title>
            {from === null || to === null ? (
              <Text size="sm">
                No customer has a score in {from === null ? 'the earlier' : 'the later'} week.
              </Text>
            ) : (
              <ScoreWaterfall
                caption={scoredText(data, sameCustomers)}
                from={{ label: dayInWords(weekEnd(weeks.from)), score: from }}
                to={{ label: dayInWords(weekEnd(weeks.to)), score: to }}
                steps={data.causes.map((each) => ({
                  key: each.cause,
                  label: <CauseLabel {...each} />,
                  points: each.points,
                }))}
              />
            )}
            <SeasonalDropNote official={official} weeks={weeks} />
          </Stack>
        </Paper>
        <Paper p="md" bg="var(--surface)">
          <Stack gap="sm" data-guide="comparison-tiers">
            <Title order={2} size="h5">
              Tier changes <MetricInfo metric="tierMovement" />
            </Title>
            <TierMoves tiers={data.tiers} />
            <TierMatrix customers={(from, to) => data.tiers[from][to]} filtersOf={tierFilters} />
          </Stack>
        </Paper>
      </SimpleGrid>
      <Paper p="md" bg="var(--surface)">
        <ProductWeekComparisonTable products={data.products} flatBand={data.flatBand} />
      </Paper>
    </>
  );
}

type Comparison = ResponseOf<typeof getPortfolioComparison>;

function scoredText({ scored }: Comparison, sameCustomers: boolean): string {
  if (sameCustomers)
    return `Score change in points, for ${countText(scored.to, 'customer')} with a score in both weeks`;
  return `Score change in points, for ${countText(scored.from, 'customer')} with a score in the earlier week and ${numberText(scored.to)} in the later week`;
}

const inOrOut: Partial<Record<AverageCauseKey, string>> = {
  customersIn: presenceInAveragesLabels.customersIn,
  becameMeasurable: presenceInAveragesLabels.becameMeasurable,
  customersOut: presenceInAveragesLabels.customersOut,
  becameUnmeasurable: presenceInAveragesLabels.becameUnmeasurable,
};

/** Label of a cause. A cause about customers that joined or left links to these customers. */
function CauseLabel({ cause, customers }: Comparison['causes'][number]) {
  const presence = inOrOut[cause];
  if (presence === undefined) return averageScoreCauseLabels[cause];
  if (customers === 0) return `${averageScoreCauseLabels[cause]} (0)`;
  return (
    <>
      {averageScoreCauseLabels[cause]} (
      <RowsLink
        filters={[{ column: 'presence', kind: 'one-of', values: [presence] }]}
        inherit
        c="inherit"
        of={averageScoreCauseLabels[cause].toLowerCase()}
      >
        {numberText(customers)}
      </RowsLink>
      )
    </>
  );
}

const tierFilters = (from: HealthTier, to: HealthTier): ListFilter[] => [
  { column: 'fromTier', kind: 'one-of', values: [from] },
  { column: 'toTier', kind: 'one-of', values: [to] },
];

const order = ['Critical', 'Medium', 'Healthy'] as const;

/**
 * Number of customers that moved up or down by one tier or more. Changes to or from Unknown don't
 * count.
 */
function TierMoves({ tiers }: { tiers: Comparison['tiers'] }) {
  const count = (moves: (from: number, to: number) => boolean) =>
    order.reduce(
      (sum, from, at) =>
        sum + order.reduce((inner, to, then) => inner + (moves(at, then) ? tiers[from][to] : 0), 0),
      0,
    );
  const moved = (value: string, customers: number, words: string) => (
    <Text span inherit>
      <RowsLink
        filters={[{ column: 'tierMove', kind: 'one-of', values: [value] }]}
        inherit
        fw={650}
        of={`customers ${words}`}
      >
        {numberText(customers)}
      </RowsLink>{' '}
      {words}
    </Text>
  );
  return (
    <Text size="sm">
      {moved(
        'up',
        count((from, to) => to > from),
        'rose',
      )}
      ,{' '}
      {moved(
        'down',
        count((from, to) => to < from),
        'fell',
      )}
    </Text>
  );
}

const customerCells: ListCells<ComparedCustomer> = {
  fromTier: (row) => row.fromTier && <TierMark tier={row.fromTier} />,
  toTier: (row) => row.toTier && <TierMark tier={row.toTier} />,
};

function Customers({
  weeks,
  segment,
  scope,
}: {
  weeks: WeekPair;
  segment: string;
  scope: readonly ListedInstitution[] | undefined;
}) {
  const source = useQuery(comparedCustomersQuery(weeks));
  const openInstitution = useInstitutionModal();
  const customers = source.data?.rows;
  const rows = useMemo(() => {
    if (segment === '' || customers === undefined) return customers;
    if (scope === undefined) return undefined;
    const inScope = new Set(scope.map((row) => row.institutionId));
    return customers.filter((each) => inScope.has(each.institutionId));
  }, [customers, segment, scope]);
  const list = useList({ name: 'comparison', columns: comparisonColumns, rows });
  return (
    <div id="customers" data-guide="comparison-list">
      <List
        list={list}
        source={source}
        label="Customers of the two weeks"
        noun={{ one: 'customer', many: 'customers' }}
        rowId={(row) => row.institutionId}
        onOpen={(row) => openInstitution(row.institutionId, list.matching)}
        overviewOf={(row) =>
          `${paths.institutionOverview(row.institutionId)}?tab=comparison&from=${weeks.from}&to=${weeks.to}`
        }
        cells={customerCells}
        exportPath={buildUrl(
          exportComparedCustomers.path,
          {},
          { ...weeks, ...(segment === '' ? {} : { segment }) },
        )}
        whenEmpty="This scope has no customers in these weeks."
      />
    </div>
  );
}
