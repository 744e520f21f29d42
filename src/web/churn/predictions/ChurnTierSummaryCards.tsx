import { Anchor, Group, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { churnPredictionRules } from '#shared/churn/pipeline/pipeline.ts';
import type { getPredictions } from '#shared/churn/predictions/list.ts';
import type { PredictionRow } from '#shared/churn/predictions/rows.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { countText, dollarsText, numberText } from '#shared/core/words.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { RowsLink } from '#web/ui/rows/RowsLink.tsx';
import { churnTierSymbols } from './tier-looks.ts';

/**
 * Three churn tiers with number of customers, yearly revenue and customers that are new since the
 * previous day.
 */
export function ChurnTierSummaryCards({
  rows,
  gone,
}: {
  rows: readonly PredictionRow[] | undefined;
  gone: Gone | undefined;
}) {
  return (
    <div>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" data-guide="churn-tiers">
        {churnPredictionRules.tiers.map((tier) => (
          <Tier key={tier.name} tier={tier} rows={rows?.filter((row) => row.tier === tier.name)} />
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt={6} mih={20} component="div">
        {gone !== undefined && gone.length > 0 && <GoneText gone={gone} />}
      </Text>
    </div>
  );
}

type Gone = ResponseOf<typeof getPredictions>['gone'];

const namedGone = 6;

function GoneText({ gone }: { gone: Gone }) {
  const open = useInstitutionModal();
  const more = gone.length - namedGone;
  return (
    <>
      {countText(gone.length, 'customer')} from the day before {gone.length === 1 ? 'is' : 'are'} no
      longer in a tier:{' '}
      {gone.slice(0, namedGone).map(({ institutionId, institutionName }, at) => (
        <span key={institutionId}>
          {at > 0 && ', '}
          <Anchor
            component="button"
            type="button"
            inherit
            onClick={() => open(institutionId, gone)}
          >
            {institutionName}
          </Anchor>
        </span>
      ))}
      {more > 0 && ` and ${numberText(more)} more`}.
    </>
  );
}

const daysText = ({ from, to }: (typeof churnPredictionRules.tiers)[number]) =>
  from === 0
    ? `under ${to} days`
    : to === 60
      ? `${from} to ${to} days`
      : `${from} to under ${to} days`;

function Tier({
  tier,
  rows,
}: {
  tier: (typeof churnPredictionRules.tiers)[number];
  rows: readonly PredictionRow[] | undefined;
}) {
  const filters = [{ column: 'tier', kind: 'one-of' as const, values: [tier.name] }];
  const fresh = rows?.filter((row) => row.isNew).length ?? 0;
  return (
    <Paper p="sm" bg="var(--surface)">
      <Group gap={6} wrap="nowrap" mih={28}>
        <Text component="div" size="sm" fw={600}>
          <span aria-hidden>{churnTierSymbols[tier.name]} </span>
          {tier.name}
        </Text>
        <Text size="xs" c="dimmed">
          {daysText(tier)}
        </Text>
        <MetricInfo metric="churnTier" />
      </Group>
      {rows === undefined ? (
        <Skeleton h={62} />
      ) : (
        <>
          <RowsLink
            filters={filters}
            fz={28}
            fw={650}
            c="inherit"
            of={`${rows.length === 1 ? 'customer' : 'customers'} in ${tier.name}`}
          >
            {numberText(rows.length)}
          </RowsLink>
          <Text size="xs" c="dimmed" mih={19}>
            {revenueText(rows)}
            {fresh > 0 && (
              <>
                {', '}
                <RowsLink
                  filters={[...filters, { column: 'isNew', kind: 'is', value: true }]}
                  inherit
                  c="inherit"
                  td="underline"
                  of={`in ${tier.name}`}
                >
                  {numberText(fresh)} new
                </RowsLink>{' '}
                since the previous day
              </>
            )}
          </Text>
        </>
      )}
    </Paper>
  );
}

/**
 * Formats the customers' total yearly revenue, with the number of customers whose revenue is
 * unknown.
 */
function revenueText(rows: readonly PredictionRow[]): string {
  const known = rows.filter((row) => row.annualRevenue !== null);
  const sum = known.reduce((total, row) => total + (row.annualRevenue ?? 0), 0);
  if (known.length === 0) return rows.length === 0 ? 'no customers' : 'revenue unknown';
  const amount = `${dollarsText(sum)} per year`;
  const unknown = rows.length - known.length;
  return unknown === 0 ? amount : `${amount}, ${numberText(unknown)} unknown`;
}
