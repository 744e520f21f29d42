import { CloseButton, Group, Stack, Text } from '@mantine/core';
import { defaultHealthRules, type HealthRules } from '#shared/core/scoring-rules.ts';
import type { MetricKey } from '#shared/metrics/metric.ts';
import { defaultNumbersNote } from './default-numbers-note.ts';
import classes from './MetricExplanationCard.module.css';
import { buildMetricDefinition } from './metric-explanations.ts';

interface Properties {
  metric: MetricKey;
  /** Rules in force; `undefined` when they could not be loaded. */
  rules: HealthRules | undefined;
  /** Heading with a close button; omitted where the name is already visible. */
  head?: { id: string; onClose: () => void };
}

/** Definition of a metric. */
export function MetricExplanationCard({ metric, rules, head }: Properties) {
  const { name, formula, unit, inputs, exclusions } = buildMetricDefinition(
    metric,
    rules ?? defaultHealthRules,
  );
  return (
    <Stack gap={6}>
      {head && (
        <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
          <Text size="sm" fw={650} id={head.id}>
            {name}
          </Text>
          <CloseButton
            size="sm"
            aria-label="Close"
            data-mantine-stop-propagation
            onClick={head.onClose}
          />
        </Group>
      )}
      <Text size="sm">{formula}</Text>
      <dl className={classes.facts}>
        <dt>Unit</dt>
        <dd>{unit}</dd>
        <dt>Based on</dt>
        <dd>{inputs.join(' · ')}</dd>
        <dt>Exclusions</dt>
        <dd>{exclusions}</dd>
      </dl>
      {rules === undefined && (
        <Text size="xs" c="dimmed">
          {defaultNumbersNote}
        </Text>
      )}
    </Stack>
  );
}
