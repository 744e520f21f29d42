import { ActionIcon, Popover, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId } from 'react';
import type { MetricKey } from '#shared/metrics/metric.ts';
import { guideFiguresQuery } from './data.ts';
import { metricNames } from './metric-names.ts';

const MetricCard = lazy(async () => ({ default: (await import('./MetricCard.tsx')).MetricCard }));

/** Info button next to a figure that opens its definition. */
export function MetricInfo({ metric }: { metric: MetricKey }) {
  const [opened, popover] = useDisclosure(false);
  const settings = useQuery({ ...guideFiguresQuery, enabled: opened });
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
          {settings.isPending ? (
            <Skeleton h={140} />
          ) : (
            <MetricCard
              metric={metric}
              rules={settings.data?.rules}
              head={{ id: title, onClose: popover.close }}
            />
          )}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
