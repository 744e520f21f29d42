import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '#shared/assistant/assistant.ts';
import type { CatalogList } from '#shared/assistant/catalog.ts';
import { numberText } from '#shared/core/words.ts';
import { GroupBars } from './GroupBars.tsx';
import { GroupTable } from './GroupTable.tsx';
import { MonthColumns } from './MonthColumns.tsx';
import { monthOf } from './months.ts';

/** Number of groups that are shown before the user asks for all groups of the answer. */
const firstGroups = 15;

type View = 'chart' | 'table';

/** Returns the view that the question asks for. Groups of two columns are usually a table. */
const firstView = ({ plan }: Answer): View =>
  plan.view === 'auto' ? (plan.groups.length > 1 ? 'table' : 'chart') : plan.view;

interface Properties {
  answer: Answer;
  /** List of the answer; `undefined` until the catalog is loaded. */
  list: CatalogList | undefined;
}

/** Figures of groups as chart or table. */
export function Groups({ answer, list }: Properties) {
  const { plan, groups, groupCount, reading } = answer;
  const [view, setView] = useState(() => firstView(answer));
  const [showsAll, setShowsAll] = useState(false);
  const [first] = plan.groups;
  const isTimeline =
    plan.groups.length === 1 &&
    first?.unit === 'month' &&
    plan.groupOrder === null &&
    groups.every(({ value }) => (value ?? 0) >= 0) &&
    groups.filter(({ labels }) => monthOf(labels[0] ?? '') !== null).length > 1;
  const isChart = view === 'chart';
  const isShortened = groups.length > firstGroups + 5 && !(isChart && isTimeline);
  const visible = isShortened && !showsAll ? groups.slice(0, firstGroups) : groups;
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label="Show groups as"
          value={view}
          data={[
            { value: 'chart', label: 'Chart' },
            { value: 'table', label: 'Table' },
          ]}
          onChange={(next) => setView(next === 'table' ? 'table' : 'chart')}
        />
        {groupCount > groups.length && (
          <Text size="xs" c="dimmed">
            First {groups.length} of {numberText(groupCount)} groups
          </Text>
        )}
      </Group>
      {!isChart && <GroupTable answer={answer} groups={visible} list={list} />}
      {isChart && isTimeline && <MonthColumns answer={answer} label={reading} />}
      {isChart && !isTimeline && <GroupBars answer={answer} groups={visible} list={list} />}
      {isShortened && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? `Show the first ${firstGroups}` : `Show ${groups.length} groups`}
        </Button>
      )}
    </Stack>
  );
}
