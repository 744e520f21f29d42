import { ActionIcon, Popover, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconInfoCircle } from '@tabler/icons-react';
import { lazy, Suspense, useId } from 'react';
import type { MetricKey } from '#shared/metrics/metric.ts';
import { metricNames } from './metric-names.ts';

const CurrentMetricCard = lazy(async () => ({
  default: (await import('./CurrentMetricExplanationCard.tsx')).CurrentMetricExplanationCard,
}));

/** Info button next to a figure that opens its definition. */
export function MetricInfo({ metric }: { metric: MetricKey }) {
  const [opened, popover] = useDisclosure(false);
  const title = useId();
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && popover.close()}
      width={320}
      trapFocus
      returnFocus
      position="bottom-start"
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="dimmed"
          size="sm"
          style={{ verticalAlign: '-5px' }}
          aria-label={`About ${metricNames[metric]}`}
          onClick={popover.toggle}
        >
          <IconInfoCircle size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      {/* Escape closes only the popover, not the dialog below it. */}
      <Popover.Dropdown
        aria-labelledby={title}
        data-mantine-stop-propagation
        maw="calc(100vw - 24px)"
      >
        <Suspense fallback={<Skeleton h={140} />}>
          <CurrentMetricCard metric={metric} head={{ id: title, onClose: popover.close }} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
