import { Paper, Text, Title } from '@mantine/core';
import type { RevenuePeriod, revenueMoveKinds } from '#shared/churn/contracts/contracts.ts';
import { revenuePeriodName } from '#shared/churn/contracts/rules.ts';
import { dollarsText } from '#shared/core/words.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { RowsLink } from '#web/ui/rows/RowsLink.tsx';
import { tierStyles } from '#web/ui/tier/tiers.ts';
import classes from '../analytics.module.css';

interface Step {
  name: string;
  from: number;
  to: number;
  color: string;
  kind?: (typeof revenueMoveKinds)[number];
}

/** Returns the waterfall steps from revenue at the start to revenue at the end. */
function stepsOf({ start, churn, contraction, expansion, added, end }: RevenuePeriod): Step[] {
  const [afterChurn, afterContraction] = [start - churn, start - churn - contraction];
  const afterExpansion = afterContraction + expansion;
  const [worse, better] = [tierStyles.Critical.fill, tierStyles.Healthy.fill];
  return [
    { name: 'Start', from: 0, to: start, color: 'var(--accent)' },
    { name: 'Churn', kind: 'Churn', from: start, to: afterChurn, color: worse },
    {
      name: 'Contraction',
      kind: 'Contraction',
      from: afterChurn,
      to: afterContraction,
      color: worse,
    },
    {
      name: 'Expansion',
      kind: 'Expansion',
      from: afterContraction,
      to: afterExpansion,
      color: better,
    },
    { name: 'New', kind: 'New', from: afterExpansion, to: afterExpansion + added, color: better },
    { name: 'End', from: 0, to: end, color: 'var(--accent)' },
  ];
}

const dollars = (value: number) => dollarsText(Math.abs(value));

/**
 * Waterfall chart of one period. Each step links to its customers. The axis may start above 0; a
 * note then says so.
 */
export function RevenueWaterfall({ period }: { period: RevenuePeriod }) {
  const steps = stepsOf(period);
  const most = Math.max(1, ...steps.map(({ from, to }) => Math.max(from, to)));
  // Value at which the axis starts, as a share of `most`. The share is a multiple of 0.1 and lies
  // below the lowest step. An axis that starts above 0 makes small steps visible.
  const least =
    Math.floor(
      (9.5 *
        Math.min(
          ...steps.map(({ from, to, kind }) => (kind === undefined ? to : Math.min(from, to))),
        )) /
        most,
    ) / 10;
  const place = (value: number) => Math.max(0, (100 * (value / most - least)) / (1 - least));
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} bg="var(--surface)" data-guide="revenue-waterfall">
      <Title order={2} size="h4" mb="sm">
        {revenuePeriodName(period)}, start to end <MetricInfo metric="revenueMovement" />
      </Title>
      <ul className={classes.steps}>
        {steps.map(({ name, from, to, color, kind }) => (
          <li key={name}>
            <Text size="sm">{name}</Text>
            <div aria-hidden className={classes.track}>
              <div
                className={classes.step}
                style={{
                  insetInlineStart: `${place(Math.min(from, to))}%`,
                  inlineSize: `${place(Math.max(from, to)) - place(Math.min(from, to))}%`,
                  background: color,
                }}
              />
            </div>
            <Text size="sm" ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
              {kind === undefined || from === to ? (
                dollars(kind === undefined ? to : 0)
              ) : (
                <RowsLink
                  filters={[{ column: 'move', kind: 'one-of', values: [kind] }]}
                  of={`of ${kind.toLowerCase()}`}
                  size="sm"
                >
                  {to > from ? '+' : '−'}
                  {dollars(to - from)}
                </RowsLink>
              )}
            </Text>
          </li>
        ))}
      </ul>
      {least > 0 && (
        <Text size="xs" c="dimmed" mt="sm">
          The bars start at {dollars(least * most)}, not $0, to make the changes visible.
        </Text>
      )}
    </Paper>
  );
}
