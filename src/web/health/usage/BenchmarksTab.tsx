import { Anchor, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { products } from '#shared/core/products.ts';
import { countText, dayInWords, numberText } from '#shared/core/words.ts';
import { usageText } from '#shared/health/product-table.ts';
import type { PeerPosition } from '#shared/health/usage.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { tierTextColor } from '#web/ui/tier/tiers.ts';
import { institutionBenchmarksQuery } from './data.ts';
import { RangePlot } from './RangePlot.tsx';
import classes from './usage.module.css';

/** Tab comparing the customer's products with its peers. */
export function BenchmarksTab({ institutionId }: { institutionId: number }) {
  const found = useQuery(institutionBenchmarksQuery(institutionId));
  if (found.isPending) return <Skeleton h={360} />;
  if (found.isError)
    return (
      <ErrorState
        title="Couldn’t load benchmarks"
        error={found.error}
        onRetry={() => void found.refetch()}
      />
    );
  const { weekEndDate, inGrace, standings, unmeasured } = found.data;
  if (weekEndDate === null)
    return <Text c="dimmed">No benchmarks, because this customer has no official score yet.</Text>;
  return (
    <Stack gap="md" data-guide="benchmark-places">
      <Text size="sm" c="dimmed">
        28 days ending {dayInWords(weekEndDate)} <MetricInfo metric="benchmark" /> compared with
        peers <MetricInfo metric="peers" />
      </Text>
      {inGrace && (
        <Text size="sm" className={classes.notice}>
          This customer is in its grace period. It is compared with peers but doesn’t count toward
          benchmarks yet.
        </Text>
      )}
      {standings.length > 0 && (
        <Table.ScrollContainer minWidth={280} tabIndex={0} role="region" aria-label="Benchmarks">
          <Table className={classes.table}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Product</Table.Th>
                <Table.Th ta="right">Usage</Table.Th>
                <Table.Th>Rank among peers</Table.Th>
                <Table.Th ta="right">Median</Table.Th>
                <Table.Th ta="right">
                  Typical range <MetricInfo metric="quartiles" />
                </Table.Th>
                <Table.Th>
                  Rank <MetricInfo metric="peerPlace" />
                </Table.Th>
                <Table.Th>Peer group</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {standings.map((standing) => (
                <Row key={standing.product} standing={standing} institutionId={institutionId} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {unmeasured.length > 0 && (
        <Text size="sm">
          Not measured, because the connection is silent or there are too few peers:{' '}
          {unmeasured.map((product) => products[product].name).join(', ')}.
        </Text>
      )}
      {standings.length === 0 && unmeasured.length === 0 && (
        <Text c="dimmed">This customer has no products.</Text>
      )}
    </Stack>
  );
}

function Row({ standing, institutionId }: { standing: PeerPosition; institutionId: number }) {
  const { product, isPerLocation, usage, median, low, high, peers } = standing;
  const text = (value: number) => usageText(product, value);
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        {products[product].name}
        <Text size="xs" c="dimmed" fw={400} component="div">
          {isPerLocation ? 'per location' : 'for the whole customer'}
        </Text>
      </Table.Th>
      <Table.Td ta="right" fw={600}>
        {text(usage)}
      </Table.Td>
      <Table.Td>
        <RangePlot range={standing} color={tierTextColor(standing.tier)} />
      </Table.Td>
      <Table.Td ta="right">{text(median)}</Table.Td>
      <Table.Td ta="right">
        {text(low)} to {text(high)}
      </Table.Td>
      <Table.Td>{rankInWords(peers)}</Table.Td>
      <Table.Td>
        {groupInWords(peers)}
        <Text size="xs" c="dimmed" component="div">
          <Anchor
            component={Link}
            to={`${paths.dashboard}?tab=benchmarks&product=${product}&institution=${institutionId}&size=peers`}
            inherit
            td="underline"
          >
            {countText(peers.institutions, 'customer')}
          </Anchor>
          , {countText(peers.locations, 'location')}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}

/** Formats a rank. The highest usage has rank 1, and equal usage shares a rank. */
function rankInWords({ institutions, below, equal }: PeerPosition['peers']): string {
  const rank = institutions - below - equal + 1;
  const shared = equal > 1 ? ` (${numberText(equal)} tied)` : '';
  return `${numberText(rank)} of ${numberText(institutions)}${shared}`;
}

function groupInWords({ level, sizeTier, practiceType }: PeerPosition['peers']): string {
  if (level === 'all') return 'All customers';
  return level === 'tier' ? `${sizeTier}, all practice types` : `${sizeTier}, ${practiceType}`;
}
