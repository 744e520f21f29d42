import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '#shared/assistant/assistant.ts';
import { numberText } from '#shared/core/words.ts';
import { GroupChartOrTable } from './GroupChartOrTable.tsx';
import { columnMonthsOf, findInitialGroupView } from './group-view.ts';

/** Number of groups that are shown before the user asks for all groups of the answer. */
const firstGroups = 15;

/** Figures of groups as chart or table, which the user can choose. */
export function AnswerGroupsSection({ answer }: { answer: Answer }) {
  const { groups, groupCount } = answer;
  const [view, setView] = useState(() => findInitialGroupView(answer));
  const [showsAll, setShowsAll] = useState(false);
  const hasColumns = view === 'chart' && columnMonthsOf(answer) !== null;
  const isShortened = groups.length > firstGroups + 5 && !hasColumns;
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
      <GroupChartOrTable answer={answer} groups={visible} view={view} />
      {isShortened && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? `Show the first ${firstGroups}` : `Show all ${groups.length} groups`}
        </Button>
      )}
    </Stack>
  );
}
