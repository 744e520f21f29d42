import { Anchor, Select, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { DistributionCustomer } from '#shared/benchmarks/table.ts';
import { peerGroupText, usageText, usageUnitText } from '#shared/benchmarks/words.ts';
import { productKeys, products } from '#shared/core/products.ts';
import { sizeTiers } from '#shared/core/tiers.ts';
import { numberText } from '#shared/core/words.ts';
import type { Benchmark } from '#shared/health/benchmarks.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { institutionListQuery } from '#web/portfolio/institution-list.tsx';
import { CustomerMark } from '#web/ui/CustomerMark.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { benchmarkDistributionQuery } from './data.ts';
import { UsageHistogram } from './UsageHistogram.tsx';
import type { PeerGroupSelection } from './use-peer-group-choice.ts';

/** Distribution of a peer group around its benchmark, with one customer marked. */
export function PeerDistribution({ choice }: { choice: PeerGroupSelection }) {
  const { product, sizeTier, institutionId, choose } = choice;
  const { data, error, refetch } = useQuery(
    benchmarkDistributionQuery({
      product,
      ...(sizeTier === undefined ? {} : { sizeTier }),
      ...(institutionId === undefined ? {} : { institutionId }),
    }),
  );
  const wider =
    institutionId === undefined
      ? { value: 'wider', label: 'All customers' }
      : { value: 'wider', label: 'The customer’s own peers' };
  return (
    <Stack gap="sm" data-guide="benchmark-distribution">
      <Title order={2} size="h5">
        Peer distribution
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing="xs">
        <Select
          label="Product"
          size="xs"
          allowDeselect={false}
          data={productKeys.map((key) => ({ value: key, label: products[key].name }))}
          value={product}
          onChange={(next) =>
            choose({ product: productKeys.find((key) => key === next) ?? product })
          }
        />
        <Select
          label="Peer group"
          size="xs"
          allowDeselect={false}
          data={[wider, ...sizeTiers.map((tier) => ({ value: tier, label: `${tier} customers` }))]}
          value={sizeTier ?? 'wider'}
          onChange={(next) => choose({ sizeTier: sizeTiers.find((tier) => tier === next) })}
        />
      </SimpleGrid>
      <CustomerSelect choice={choice} name={data?.customer?.institutionName} />
      {error !== null && (
        <ErrorState
          title="Couldn’t load the distribution"
          error={error}
          onRetry={() => refetch()}
        />
      )}
      {error === null && data === undefined && (
        <Skeleton h={260} role="status" aria-label="Loading the distribution" />
      )}
      {data !== undefined && error === null && (
        <>
          {data.group === null ? (
            <Text size="sm">Fewer than five customers, so the distribution isn’t shown.</Text>
          ) : (
            <>
              <Text size="sm" c="dimmed">
                {peerGroupText(data.group)}: {numberText(data.group.institutions)} customers with{' '}
                {numberText(data.group.locations)} locations, {usageUnitText(product)}
              </Text>
              <UsageHistogram group={data.group} bins={data.bins} customer={data.customer} />
            </>
          )}
          {data.customer !== null && (
            <CustomerLine customer={data.customer} group={data.group} product={product} />
          )}
        </>
      )}
    </Stack>
  );
}

interface CustomerLineProperties {
  customer: DistributionCustomer;
  group: Benchmark | null;
  product: Benchmark['product'];
}

const missingWords = {
  'not scored': 'was not scored this week.',
  'not sold': 'does not have this product.',
  'silent feed': 'has a connection that did not report this week, so usage is unknown.',
} as const;

function CustomerLine({ customer, group, product }: CustomerLineProperties) {
  const openInstitution = useInstitutionModal();
  const { institutionId, institutionName, value, percentile, missing, inGrace } = customer;
  return (
    <Text size="sm">
      <Anchor component="button" inherit fw={600} onClick={() => openInstitution(institutionId)}>
        {institutionName}
      </Anchor>{' '}
      <CustomerMark institutionId={institutionId} /> {missing !== null && missingWords[missing]}
      {value !== null && `has ${usageText(product, value)} ${usageUnitText(product)}`}
      {value !== null && group !== null && percentile !== null && (
        <>
          , more than {Math.round(percentile)}% of {numberText(group.institutions)}{' '}
          <MetricInfo metric="percentile" />
        </>
      )}
      {value !== null &&
        inGrace &&
        ' The customer is in its grace period, so it doesn’t count as a peer.'}
    </Text>
  );
}

/** Select for the marked customer. The customer list is loaded on focus. */
function CustomerSelect({
  choice,
  name,
}: {
  choice: PeerGroupSelection;
  name: string | undefined;
}) {
  const [isListNeeded, setListNeeded] = useState(false);
  const { data, isFetching, error } = useQuery({ ...institutionListQuery, enabled: isListNeeded });
  const id = choice.institutionId;
  const customers = useMemo(
    () =>
      (data?.rows ?? [])
        .map(({ institutionId, institutionName }) => ({
          value: String(institutionId),
          label: institutionName,
        }))
        .sort((one, other) => one.label.localeCompare(other.label, 'en')),
    [data],
  );
  const options =
    id === undefined || customers.length > 0
      ? customers
      : [{ value: String(id), label: name ?? `Institution ${id}` }];
  return (
    <Select
      label="Mark a customer"
      size="xs"
      placeholder="Find by name"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the customer' }}
      limit={50}
      data={options}
      value={id === undefined ? null : String(id)}
      onFocus={() => setListNeeded(true)}
      onChange={(next) =>
        choice.choose(
          next === null
            ? { institutionId: undefined }
            : { institutionId: Number(next), sizeTier: undefined },
        )
      }
      error={error === null ? undefined : 'Couldn’t load customers'}
      nothingFoundMessage={isFetching ? 'Loading…' : 'No customer with that name'}
    />
  );
}
