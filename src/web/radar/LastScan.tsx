import { Group, Text } from '@mantine/core';
import { ageText } from '#shared/core/dates.ts';
import { countText, dayInWords, numberText } from '#shared/core/words.ts';
import type { RadarScan } from '#shared/radar/radar.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';

/** Age after which a scan counts as late: twice the interval between scans. */
const lateMs = 12 * 3_600_000;

/** Time and result of the latest scan; reserves its space while loading. */
export function LastScan({ look }: { look: RadarScan | null | undefined }) {
  if (look === undefined) return <Text size="sm" mih={24} aria-hidden />;
  if (look === null) return null;
  const age = Date.now() - Date.parse(look.lookedAt);
  return (
    <Group gap="xs" data-guide="incident-look" mih={24}>
      <Text size="sm">
        {countText(look.silentLocations, 'location')} of {numberText(look.watchedLocations)}{' '}
        monitored {look.silentLocations === 1 ? 'is' : 'are'} silent
        <MetricInfo metric="silentFeed" />
      </Text>
      <Text size="xs" c="dimmed">
        {countText(look.groupsCompared, 'group')} compared · connections as of{' '}
        {dayInWords(look.asOf)} ·{' '}
        <Text span inherit c={age > lateMs ? 'var(--tier-medium)' : 'dimmed'}>
          scanned {ageText(age)}
        </Text>
      </Text>
    </Group>
  );
}
