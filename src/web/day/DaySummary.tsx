import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { durationText } from '#shared/core/amount-words.ts';
import { countText } from '#shared/core/words.ts';
import { totalMinutes } from '#shared/day/rules.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { customersOfOwnersPath } from '#web/team/paths.ts';
import type { DayPlan } from './day-changes.ts';

interface Properties {
  day: DayPlan;
  onShowKeys: () => void;
}

/** Planned and free time of the day, work that is done, and the number of customers. */
export function DaySummary({ day, onShowKeys }: Properties) {
  const { rows, freeMinutes, doneMinutes, isAway, customers, person } = day;
  return (
    <div>
      <Text fw={600} fz="lg" role="status">
        {durationText(totalMinutes(rows))} planned of{' '}
        {durationText(Math.max(0, freeMinutes - doneMinutes))} free{' '}
        <MetricInfo metric="freeMinutes" />
      </Text>
      <Text size="sm" c="dimmed">
        {isAway ? 'Away today. ' : ''}
        {doneMinutes > 0 ? `${durationText(doneMinutes)} of work done today. ` : ''}
        {customers === null ? (
          'The CRM is unavailable, so some owners may be missing.'
        ) : (
          <Anchor component={Link} to={customersOfOwnersPath(person.name)} inherit td="underline">
            {countText(customers, 'customer')}
          </Anchor>
        )}
        {' · '}
        <Anchor component="button" type="button" inherit td="underline" onClick={onShowKeys}>
          Keyboard shortcuts
        </Anchor>
      </Text>
    </div>
  );
}
