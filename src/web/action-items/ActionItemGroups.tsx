import { Anchor, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { ListedActionItem } from '#shared/action-items/action-items.ts';
import { actionItemState } from '#shared/action-items/rules.ts';
import { actionItemPriorityLabels } from '#shared/action-items/words.ts';
import { durationText } from '#shared/core/amount-words.ts';
import type { Day } from '#shared/core/dates.ts';
import { countText, numberText } from '#shared/core/words.ts';
import { dayText } from '#web/core/days.ts';
import { CustomerMark } from '#web/ui/CustomerMark.tsx';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';
import { TierMark } from '#web/ui/tier/TierMark.tsx';
import classes from './action-items.module.css';
import {
  type ActionItemGroup,
  type Grouping,
  groupActionItems,
  groupingNames,
  groupings,
} from './groups.ts';

/** Number of action items that a group shows before the user expands it. */
const shownCalls = 8;

interface Properties {
  rows: readonly ListedActionItem[];
  today: Day;
  onOpen: (row: ListedActionItem) => void;
}

/** Action items grouped by person, due time, source, customer or kind. */
export function ActionItemGroups({ rows, today, onOpen }: Properties) {
  const { parameters, change } = useUrlParameters();
  const by = groupings.find((each) => each === parameters.get('by')) ?? 'person';
  const groups = groupActionItems(rows, by, today);
  return (
    <Stack gap="md" data-guide="call-groups">
      <NativeSelect
        size="xs"
        maw={220}
        label="Group by"
        value={by}
        data={groupings.map((value) => ({ value, label: groupingNames[value] }))}
        onChange={({ currentTarget }) =>
          change({ by: currentTarget.value === 'person' ? null : currentTarget.value })
        }
      />
      {groups.length === 0 && <Text c="dimmed">No action items match the search and filters.</Text>}
      {groups.map((group) => (
        <OneGroup key={`${by} ${group.name}`} group={group} by={by} today={today} onOpen={onOpen} />
      ))}
    </Stack>
  );
}

interface GroupProperties extends Pick<Properties, 'today' | 'onOpen'> {
  group: ActionItemGroup;
  by: Grouping;
}

function OneGroup({ group: { name, rows, overdue, minutes }, by, today, onOpen }: GroupProperties) {
  const [showsAll, setShowsAll] = useState(false);
  return (
    <Paper component="section" aria-label={name} p="sm" bg="var(--surface)">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5">
          {name}
        </Title>
        <Text size="sm" c="dimmed">
          {countText(rows.length, 'action item')}
          {overdue > 0 && `, ${numberText(overdue)} overdue`}
          {minutes > 0 && `, ${durationText(minutes)}`}
        </Text>
      </Group>
      <ul className={classes.group}>
        {(showsAll ? rows : rows.slice(0, shownCalls)).map((row) => (
          <li key={`${row.institutionId} ${row.callId}`}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              ta="start"
              onClick={() => onOpen(row)}
            >
              {row.title}
            </Anchor>
            <Text size="sm" component="span">
              <TierMark tier={row.healthTier} /> {row.institutionName}{' '}
              <CustomerMark institutionId={row.institutionId} />
            </Text>
            <Text size="sm" component="span" c="dimmed">
              {actionItemState(row) === 'Open' ? dayText(row.dueOn, today) : actionItemState(row)},{' '}
              {actionItemPriorityLabels[row.priority].toLowerCase()} priority
              {by !== 'person' && row.personName !== null && `, ${row.personName}`}
            </Text>
          </li>
        ))}
      </ul>
      {rows.length > shownCalls && !showsAll && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => setShowsAll(true)}
          aria-label={`Show all action items of ${name}`}
        >
          Show all {numberText(rows.length)}
        </Anchor>
      )}
    </Paper>
  );
}
