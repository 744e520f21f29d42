import { List, Text } from '@mantine/core';
import { countText, dayInWords } from '#shared/core/words.ts';
import type { LocationUsage } from '#shared/health/usage.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import classes from './usage.module.css';

const rowLimit = 8;

/**
 * List of locations that stopped using products or stopped reporting. Renders nothing when there
 * are none.
 */
export function QuietLocations({ locations }: { locations: readonly LocationUsage[] }) {
  const quiet = locations.filter(({ activity }) => activity === 'quiet' || activity === 'silent');
  if (quiet.length === 0) return null;
  const hidden = quiet.length - rowLimit;
  return (
    <section
      className={classes.notice}
      aria-label="Locations that went quiet"
      data-guide="quiet-locations"
    >
      <Text size="sm" fw={600} mb={4}>
        {countText(quiet.length, 'location')} of {locations.length} went quiet{' '}
        <MetricInfo metric="quietLocation" />
      </Text>
      <List size="sm" spacing={4}>
        {quiet.slice(0, rowLimit).map((location) => (
          <List.Item key={location.locationId}>
            <Text span inherit fw={550}>
              {location.locationName}
            </Text>
            : {reasonOf(location)}
          </List.Item>
        ))}
      </List>
      {hidden > 0 && (
        <Text size="sm" mt={4}>
          and {hidden} more are in the table below
        </Text>
      )}
    </section>
  );
}

function reasonOf({ activity, lastReportOn, lastUsedWeekEnd }: LocationUsage): string {
  if (activity === 'silent')
    return lastReportOn === null
      ? 'its connection has never reported'
      : `its connection last reported on ${dayInWords(lastReportOn)}`;
  return lastUsedWeekEnd === null
    ? 'not used for half a year'
    : `last used in the week ending ${dayInWords(lastUsedWeekEnd)}`;
}
