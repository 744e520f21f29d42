import { CloseButton, Group, Stack, Text } from '@mantine/core';
import { defaultHealthRules, type HealthRules } from '#shared/core/scoring-rules.ts';
import { metricOf } from '#shared/metrics/metrics.ts';
import type { MetricKey } from '#shared/metrics/names.ts';
import classes from './MetricCard.module.css';
import { usualNumbers } from './usual-numbers.ts';

interface Properties {
  metric: MetricKey;
  /** The rules that hold; left out where they could not be read. */
  rules: HealthRules | undefined;
  /** Left out where the name stands above already. */
  head?: { id: string; onClose: () => void };
}

/** A metric's entry in the registry, for reading. */
export function MetricCard({ metric, rules, head }: Properties) {
  const { name, formula, unit, inputs, exclusions } = metricOf(metric, rules ?? defaultHealthRules);
  return (
    <Stack gap={6}>
      {head && (
        <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
          <Text size="sm" fw={650} id={head.id}>
            {name}
          </Text>
          <CloseButton size="sm" aria-label="Close" data-mantine-stop-propagation onClick={head.onClose} />
        </Group>
      )}
      <Text size="sm">{formula}</Text>
      <dl className={classes.facts}>
        <dt>Unit</dt>
        <dd>{unit}</dd>
        <dt>Made from</dt>
        <dd>{inputs.join(' · ')}</dd>
        <dt>Left out</dt>
        <dd>{exclusions}</dd>
      </dl>
      {rules === undefined && (
        <Text size="xs" c="dimmed">
          {usualNumbers}
        </Text>
      )}
    </Stack>
  );
}
