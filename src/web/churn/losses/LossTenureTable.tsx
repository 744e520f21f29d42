import { Paper, Stack, Text, Title } from '@mantine/core';
import type { Loss } from '#shared/churn/losses/losses.ts';
import {
  activeLossesFilter,
  countLossesByTenure,
  tenureBands,
} from '#shared/churn/losses/rules.ts';
import { numberText } from '#shared/core/words.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { RowsLink } from '#web/ui/rows/RowsLink.tsx';
import classes from './losses.module.css';

/** Number of losses by tenure. Each number links to its losses. */
export function LossTenureTable({ losses }: { losses: readonly Loss[] }) {
  const counts = countLossesByTenure(losses);
  const most = Math.max(1, ...counts);
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} bg="var(--surface)" data-guide="loss-tenure">
      <Title order={2} size="h4" mb="sm">
        Tenure at the notice <MetricInfo metric="tenure" />
      </Title>
      <Stack gap={10} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {tenureBands.map(({ name, from, to }, at) => (
          <li key={name}>
            <div className={classes.reason}>
              <Text size="sm">{name}</Text>
              {counts[at] === 0 ? (
                <Text size="sm" c="dimmed">
                  0
                </Text>
              ) : (
                <RowsLink
                  filters={[
                    { column: 'tenureMonths', kind: 'range', from, to },
                    activeLossesFilter,
                  ]}
                  of={`losses after ${name}`}
                  size="sm"
                >
                  {numberText(counts[at] ?? 0)}
                </RowsLink>
              )}
            </div>
            <div
              aria-hidden
              className={classes.bar}
              style={{ inlineSize: `${(100 * (counts[at] ?? 0)) / most}%` }}
            />
          </li>
        ))}
      </Stack>
    </Paper>
  );
}
