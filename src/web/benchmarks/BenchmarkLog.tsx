import { Button, Group, Select, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  benchmarkComparedAndLoggedWeeks,
  minimumLoggedChangePercent,
} from '#shared/benchmarks/constants.ts';
import { type BenchmarkChange, benchmarkCauses } from '#shared/benchmarks/table.ts';
import { usageText } from '#shared/benchmarks/words.ts';
import { weekEndOf } from '#shared/core/dates.ts';
import { type ProductKey, products } from '#shared/core/products.ts';
import { dayInWords, numberText } from '#shared/core/words.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import classes from './benchmarks.module.css';
import { benchmarkChangesQuery } from './data.ts';
import { benchmarkChangeText, peerGroupLevelLabels, usageChangeText } from './words.ts';

const initialRows = 12;
const causeWords = {
  usage: 'Usage changed',
  members: 'Peers joined or left',
  level: 'Peer level changed',
  rules: 'Rules changed',
} as const;

/** Log of the weeks in which benchmarks moved, with causes. */
export function BenchmarkLog({ product }: { product: ProductKey }) {
  const { data, error, refetch } = useQuery(benchmarkChangesQuery);
  const [about, setAbout] = useState<'product' | 'all'>('product');
  const [cause, setCause] = useState<string>('any');
  const [showsAll, setShowsAll] = useState(false);
  const changes = (data ?? []).filter(
    (each) =>
      (about === 'all' || each.product === product) && (cause === 'any' || each.cause === cause),
  );
  const visibleChanges = showsAll ? changes : changes.slice(0, initialRows);
  return (
    <Stack gap="sm" data-guide="benchmark-log">
      <Group justify="space-between" align="flex-end" gap="sm">
        <Title order={2} size="h5">
          Why benchmarks changed <MetricInfo metric="benchmarkCause" />
        </Title>
        <Group gap="xs">
          <Select
            aria-label="Products in the log"
            size="xs"
            w={190}
            allowDeselect={false}
            data={[
              { value: 'product', label: products[product].name },
              { value: 'all', label: 'All products' },
            ]}
            value={about}
            onChange={(next) => setAbout(next === 'all' ? 'all' : 'product')}
          />
          <Select
            aria-label="Cause in the log"
            size="xs"
            w={190}
            allowDeselect={false}
            data={[
              { value: 'any', label: 'Any cause' },
              ...benchmarkCauses.map((each) => ({ value: each, label: causeWords[each] })),
            ]}
            value={cause}
            onChange={(next) => setCause(next ?? 'any')}
          />
        </Group>
      </Group>
      {error !== null && (
        <ErrorState title="Couldn’t load the log" error={error} onRetry={() => refetch()} />
      )}
      {error === null && data === undefined && (
        <Skeleton h={240} role="status" aria-label="Loading the log" />
      )}
      {data !== undefined && changes.length === 0 && (
        <Text size="sm">
          No matching benchmark changed by {minimumLoggedChangePercent}% or more in the last{' '}
          {benchmarkComparedAndLoggedWeeks.logged} weeks.
        </Text>
      )}
      {changes.length > 0 && (
        <Table.ScrollContainer
          minWidth={640}
          tabIndex={0}
          role="region"
          aria-label="Changes of benchmarks"
        >
          <Table
            withRowBorders={false}
            verticalSpacing={5}
            className={classes.table}
            aria-label="Log of benchmark changes"
          >
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Week ending</Table.Th>
                <Table.Th scope="col">Benchmark</Table.Th>
                <Table.Th scope="col" ta="right">
                  From → to
                </Table.Th>
                <Table.Th scope="col" ta="right">
                  Change
                </Table.Th>
                <Table.Th scope="col">Cause</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {visibleChanges.map((change) => (
                <LogRow
                  key={`${change.weekStartDate} ${change.product} ${change.sizeTier}`}
                  change={change}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {visibleChanges.length < changes.length && (
        <Button
          variant="default"
          size="xs"
          onClick={() => setShowsAll(true)}
          style={{ alignSelf: 'flex-start' }}
        >
          Show all {numberText(changes.length)}
        </Button>
      )}
    </Stack>
  );
}

function LogRow({ change }: { change: BenchmarkChange }) {
  const { product, sizeTier, weekStartDate, before, benchmark, percent, cause } = change;
  return (
    <Table.Tr>
      <Table.Td className={classes.number}>{dayInWords(weekEndOf(weekStartDate))}</Table.Td>
      <Table.Td>
        {products[product].name}, {sizeTier}
      </Table.Td>
      <Table.Td ta="right" className={classes.number}>
        {usageText(product, before)} → {usageText(product, benchmark)}
      </Table.Td>
      <Table.Td ta="right">{percent === null ? '–' : benchmarkChangeText(percent)}</Table.Td>
      <Table.Td>
        <Text size="sm">{causeWords[cause]}</Text>
        <Text size="xs" c="dimmed">
          {detailOf(change)}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}

function detailOf({
  product,
  parts,
  joined,
  left,
  peerLevel,
  peerLevelBefore,
  cause,
}: BenchmarkChange): string {
  if (cause === 'level')
    return `Peer group before: ${peerGroupLevelLabels[peerLevelBefore]}; now: ${peerGroupLevelLabels[peerLevel]}`;
  if (cause === 'rules') return 'The rules for peers changed';
  const came = `${joined} joined, ${left} left`;
  if (parts === null) return came;
  return `${usageChangeText(product, parts.usage)} because usage changed, ${usageChangeText(product, parts.members)} because peers joined or left (${came})`;
}
