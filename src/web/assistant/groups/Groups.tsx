import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '#shared/assistant/assistant.ts';
import { numberText } from '#shared/core/words.ts';
import { GroupBars } from './GroupBars.tsx';
import { GroupTable } from './GroupTable.tsx';
import { MonthColumns } from './MonthColumns.tsx';
import { monthOf } from './months.ts';

type View = 'chart' | 'table';

/** Returns the view that the question asks for. Groups of two columns are usually a table. */
const firstView = ({ plan }: Answer): View =>
  plan.view === 'auto' ? (plan.groups.length > 1 ? 'table' : 'chart') : plan.view;

/** Figures of groups as chart or table. */
export function Groups({ answer }: { answer: Answer }) {
  const { plan, groups, groupCount, reading } = answer;
  const [view, setView] = useState(() => firstView(answer));
  const [first] = plan.groups;
  const isTimeline =
    plan.groups.length === 1 &&
    first?.unit === 'month' &&
    plan.groupOrder === null &&
    groups.filter(({ labels }) => monthOf(labels[0] ?? '') !== null).length > 1;
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
      {view === 'table' && <GroupTable answer={answer} />}
      {view === 'chart' && isTimeline && <MonthColumns answer={answer} label={reading} />}
      {view === 'chart' && !isTimeline && <GroupBars answer={answer} />}
    </Stack>
  );
}
