import { Anchor, Box, Group, NativeSelect, Paper, ScrollArea, Stack, Text } from '@mantine/core';
import type { ListedActionItem } from '#shared/action-items/action-items.ts';
import { boardColumnOf, dueDateInColumn } from '#shared/action-items/rules.ts';
import {
  actionItemKindLabels,
  actionItemPriorityLabels,
  type BoardColumnName,
  boardColumnNames,
} from '#shared/action-items/words.ts';
import type { Day } from '#shared/core/dates.ts';
import { countText, nearDayInWords, numberText } from '#shared/core/words.ts';
import { CustomerMark } from '#web/ui/CustomerMark.tsx';
import { TierMark } from '#web/ui/tier/TierMark.tsx';
import type { StartedActionItemChange } from './actions.tsx';
import { useActionItemChange } from './data.ts';

/** Maximum number of cards per column. */
const shownCards = 30;

interface Properties {
  rows: readonly ListedActionItem[];
  today: Day;
  onOpen: (row: ListedActionItem) => void;
  /** Called to close or snooze an action item, for which a dialog asks for details. */
  onStart: (change: StartedActionItemChange) => void;
}

/**
 * Returns the columns to which a card can be moved. Overdue is never included. This week is not
 * included when no day of the week is left.
 */
const targetsOf = (today: Day): BoardColumnName[] =>
  boardColumnNames.filter(
    (column) =>
      column === 'Snoozed' || column === 'Closed' || dueDateInColumn(column, today) !== undefined,
  );

/**
 * Board of action items by due time. A card is moved by dragging, or with the select on the card.
 */
export function ActionItemBoard({ rows, today, onOpen, onStart }: Properties) {
  const change = useActionItemChange();
  const targets = targetsOf(today);

  function put(row: ListedActionItem, column: BoardColumnName, opener: Element | null): void {
    if (boardColumnOf(row, today) === column || row.outcome !== null) return;
    const dueOn = dueDateInColumn(column, today);
    if (dueOn !== undefined)
      change.mutate({
        calls: [row],
        change: { action: 'due', dueOn },
        title: `Due ${nearDayInWords(dueOn, today)}: ${row.title}, ${row.institutionName}`,
      });
    else if (column === 'Snoozed') onStart({ asked: 'snooze', rows: [row], opener });
    else if (column === 'Closed') onStart({ asked: 'close', rows: [row], opener });
  }

  return (
    <ScrollArea
      data-guide="call-board"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Action items by due time' }}
    >
      <Group align="start" wrap="nowrap" gap="sm" pb="sm">
        {boardColumnNames.map((column) => {
          const own = rows.filter((row) => boardColumnOf(row, today) === column);
          const isTarget = targets.includes(column);
          return (
            <Box
              key={column}
              component="section"
              flex="1 0 196px"
              miw={0}
              mih={160}
              aria-label={column}
              onDragOver={isTarget ? (event) => event.preventDefault() : undefined}
              onDrop={(event) => {
                event.preventDefault();
                const row = rows.find(
                  ({ callId, institutionId }) =>
                    `${institutionId} ${callId}` === event.dataTransfer.getData('text/plain'),
                );
                if (row !== undefined && isTarget) put(row, column, null);
              }}
            >
              <Group justify="space-between" mb="xs">
                <Text fw={600}>{column}</Text>
                <Text size="sm" c="dimmed">
                  {numberText(own.length)}
                </Text>
              </Group>
              <Stack gap="xs" mah={560} style={{ overflowY: 'auto' }}>
                {own.slice(0, shownCards).map((row) => (
                  <Card
                    key={`${row.institutionId} ${row.callId}`}
                    row={row}
                    column={column}
                    today={today}
                    targets={targets}
                    onOpen={() => onOpen(row)}
                    onPut={(to, opener) => put(row, to, opener)}
                  />
                ))}
                {own.length > shownCards && (
                  <Text size="sm" c="dimmed">
                    {countText(own.length - shownCards, 'more action item')} in the list
                  </Text>
                )}
              </Stack>
            </Box>
          );
        })}
      </Group>
    </ScrollArea>
  );
}

interface CardProperties {
  row: ListedActionItem;
  column: BoardColumnName;
  today: Day;
  targets: readonly BoardColumnName[];
  onOpen: () => void;
  onPut: (column: BoardColumnName, opener: Element | null) => void;
}

function Card({ row, column, today, targets, onOpen, onPut }: CardProperties) {
  const isOpen = row.outcome === null;
  return (
    <Paper
      p="xs"
      bg="var(--surface)"
      draggable={isOpen}
      onDragStart={(event) =>
        event.dataTransfer.setData('text/plain', `${row.institutionId} ${row.callId}`)
      }
    >
      <Anchor
        component="button"
        type="button"
        size="sm"
        fw={600}
        ta="start"
        c="var(--mantine-color-text)"
        lineClamp={2}
        onClick={onOpen}
      >
        {row.title}
      </Anchor>
      <Group gap={6} wrap="nowrap">
        <Text size="xs" truncate>
          {row.institutionName}
        </Text>
        <Text component="span" size="xs">
          <TierMark tier={row.healthTier} />
        </Text>
        <CustomerMark institutionId={row.institutionId} />
      </Group>
      <Text size="xs" c="dimmed">
        {actionItemKindLabels[row.kind]}, {actionItemPriorityLabels[row.priority].toLowerCase()},{' '}
        {row.snooze === null
          ? nearDayInWords(row.dueOn, today)
          : `snoozed until ${nearDayInWords(row.snooze.until, today)}`}
        {row.firedCount > 1 && `, fired ${row.firedCount}×`}
        {row.personName !== null && `, ${row.personName}`}
      </Text>
      {isOpen && (
        <NativeSelect
          mt={6}
          size="xs"
          aria-label={`Column of ${row.title}, ${row.institutionName}`}
          value={column}
          data={boardColumnNames.filter((each) => each === column || targets.includes(each))}
          onChange={({ currentTarget }) => {
            const to = boardColumnNames.find((each) => each === currentTarget.value);
            if (to !== undefined) onPut(to, currentTarget);
          }}
        />
      )}
    </Paper>
  );
}
