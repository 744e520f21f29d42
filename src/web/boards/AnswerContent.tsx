import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Answer } from '#shared/assistant/assistant.ts';
import { maxTableWidgetRows } from '#shared/boards/widgets.ts';
import { countText } from '#shared/core/words.ts';
import { RowTable } from '#web/assistant/answer/RowTable.tsx';
import { GroupChartOrTable } from '#web/assistant/groups/GroupChartOrTable.tsx';
import { columnMonthsOf, findInitialGroupView } from '#web/assistant/groups/group-view.ts';
import { countRequestedRows, figureText } from '#web/assistant/words.ts';

/** Maximum number of columns in a table, so that the table fits into a widget. */
const shownColumns = 3;

/** Figure, groups and rows of a pinned answer. */
export function AnswerContent({ answer }: { answer: Answer }) {
  const { reading, link, groups, groupCount, columns, rows, total, noun, plan } = answer;
  const hasGroups = plan.groups.length > 0;
  const view = findInitialGroupView(answer);
  const hasColumns = view === 'chart' && columnMonthsOf(answer) !== null;
  const shownGroups = hasColumns ? groups : groups.slice(0, maxTableWidgetRows);
  const shownRows =
    hasGroups || plan.aggregate.kind !== 'rows' ? [] : rows.slice(0, maxTableWidgetRows);
  return (
    <Stack gap="xs">
      <Text component="div" fz={28} fw={650} lh={1.25}>
        <Anchor component={Link} to={link} inherit c="inherit" underline="always">
          {figureText(answer)}
        </Anchor>
      </Text>
      {shownGroups.length > 0 && (
        <GroupChartOrTable answer={answer} groups={shownGroups} view={view} />
      )}
      {shownRows.length > 0 && (
        <RowTable reading={reading} columns={columns.slice(0, shownColumns)} rows={shownRows} />
      )}
      <Text size="xs" c="dimmed">
        {groupCount > shownGroups.length &&
          `${countText(groupCount - shownGroups.length, 'more group')}. `}
        {shownRows.length > 0 &&
          countRequestedRows(answer) > shownRows.length &&
          `${countText(countRequestedRows(answer) - shownRows.length, 'more row')}. `}
        {plan.aggregate.kind !== 'count' &&
          plan.aggregate.kind !== 'rows' &&
          `Based on ${countText(total, noun.one, noun.many)}. `}
        The board’s filters don’t apply.
      </Text>
    </Stack>
  );
}
