import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { alertRuleParameters } from '#shared/alerts/constants.ts';
import { countText } from '#shared/core/words.ts';
import { formatListQueryString } from '#shared/list/address.ts';
import { viewerFilterValue } from '#shared/list/state.ts';
import { dayText, useToday } from '#web/core/days.ts';
import { alertRulesQuery } from './data.ts';

/**
 * Daily summary of the user's new action items from alert rules. Renders nothing until it is
 * loaded.
 */
export function AlertDigest() {
  const today = useToday();
  const digest = useQuery(alertRulesQuery).data?.digest;
  if (digest == null) return null;
  const { day, opened, again, heldBack, silent } = digest;
  const rows = formatListQueryString({
    filters: [
      { column: 'lastFiredOn', kind: 'dates', from: day, to: day },
      { column: 'personName', kind: 'one-of', values: [viewerFilterValue] },
    ],
  });
  return (
    <Text size="sm" data-guide="alert-digest">
      <b>{dayText(day, today)}</b>: for you, the alert rules opened{' '}
      {opened + again === 0 ? (
        'no action items'
      ) : (
        <Anchor component={Link} to={{ search: `part=queue&scope=all&${rows}` }} inherit>
          {countText(opened, 'new action item')}
          {again > 0 && ` and fired again for ${again}`}
        </Anchor>
      )}
      .
      {heldBack > 0 &&
        ` ${heldBack} more are held back, because the limit is ${alertRuleParameters.perPersonAndDay} new action items per day.`}
      {silent.length > 0 &&
        ` Rules that did not fire because of a seasonal drop: ${silent.join(', ')}.`}
    </Text>
  );
}
