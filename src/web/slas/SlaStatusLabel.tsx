import { Group } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconMinus,
  IconPlayerPause,
  IconX,
} from '@tabler/icons-react';
import type { SlaStatus } from '#shared/slas/words.ts';

const looks = {
  Overdue: { Icon: IconAlertTriangle, color: 'var(--tier-critical)' },
  Running: { Icon: IconClock, color: 'inherit' },
  Paused: { Icon: IconPlayerPause, color: 'var(--mantine-color-dimmed)' },
  Met: { Icon: IconCheck, color: 'var(--tier-healthy)' },
  Breached: { Icon: IconX, color: 'var(--tier-critical)' },
  'Not counted': { Icon: IconMinus, color: 'var(--mantine-color-dimmed)' },
} as const satisfies Record<SlaStatus, unknown>;

/** Status of a clock with text, icon and color. */
export function SlaStatusLabel({ status }: { status: SlaStatus }) {
  const { Icon, color } = looks[status];
  return (
    <Group component="span" gap={6} wrap="nowrap" display="inline-flex" c={color}>
      <Icon size={14} aria-hidden style={{ flex: 'none' }} />
      {status}
    </Group>
  );
}
