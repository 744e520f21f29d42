import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { Loss } from '#shared/churn/losses/losses.ts';
import {
  activeLossesFilter,
  countLossReasons,
  countNotableUnknownReasons,
} from '#shared/churn/losses/rules.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { countText, dollarsText, numberText } from '#shared/core/words.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { RowsLink } from '#web/ui/rows/RowsLink.tsx';
import classes from './losses.module.css';

/** Reasons for losses with details. Each number links to its losses. */
export function LossReasonTable({ losses }: { losses: readonly Loss[] }) {
  const reasons = countLossReasons(losses);
  const unknown = countNotableUnknownReasons(losses);
  const most = reasons[0]?.count ?? 1;
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} bg="var(--surface)" data-guide="loss-reasons">
      <Title order={2} size="h4" mb="sm">
        Reasons <MetricInfo metric="lossReason" />
      </Title>
      {unknown > 0 && (
        <Text size="sm" mb="sm">
          <RowsLink
            filters={[
              { column: 'mainReason', kind: 'one-of', values: ['Unknown'] },
              activeLossesFilter,
            ]}
            of="losses without a known reason"
            inherit
          >
            {countText(unknown, 'loss', 'losses')}
          </RowsLink>{' '}
          {unknown === 1 ? 'has' : 'have'} no known reason. Ask the customer and record it.
        </Text>
      )}
      {reasons.length === 0 && <Text c="dimmed">No customers have given notice yet.</Text>}
      <Stack gap={10} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {reasons.map(({ reason, count, monthlyDollars, details }) => (
          <li key={reason}>
            <div className={classes.reason}>
              <Text size="sm" fw={550}>
                {reason}
              </Text>
              <Text size="sm">
                <RowsLink
                  filters={[
                    { column: 'reason', kind: 'one-of', values: [reason] },
                    activeLossesFilter,
                  ]}
                  of={`losses: ${reason}`}
                  inherit
                >
                  {numberText(count)}
                </RowsLink>
                <Text span inherit c="dimmed">
                  {` · ${dollarsText(monthlyDollars)} per month`}
                </Text>
              </Text>
            </div>
            <div
              aria-hidden
              className={classes.bar}
              style={{ inlineSize: `${(100 * count) / most}%` }}
            />
            {details.length > 0 && (
              <Text size="xs" c="dimmed" mt={3}>
                {details.map(({ detail, count: own }, at) => (
                  <span key={detail}>
                    {at > 0 && ' · '}
                    {detail}{' '}
                    <RowsLink
                      filters={[
                        { column: 'reasonDetail', kind: 'one-of', values: [detail] },
                        activeLossesFilter,
                      ]}
                      of={`losses: ${detail}`}
                      inherit
                    >
                      {numberText(own)}
                    </RowsLink>
                  </span>
                ))}
              </Text>
            )}
          </li>
        ))}
      </Stack>
      {reasons.length > 0 && (
        <Anchor
          component={Link}
          to={paths.sales}
          size="sm"
          underline="always"
          mt="md"
          display="block"
        >
          Compare with lost prospects
        </Anchor>
      )}
    </Paper>
  );
}
