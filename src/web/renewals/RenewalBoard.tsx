import { Anchor, Box, Group, NativeSelect, Paper, ScrollArea, Stack, Text } from '@mantine/core';
import { countText, numberText } from '#shared/core/words.ts';
import type { ListedRenewal } from '#shared/renewals/renewals.ts';
import {
  type OpenRenewalStage,
  openRenewalStages,
  ownerForecastWords,
  renewalStageLabels,
  renewalStages,
} from '#shared/renewals/words.ts';
import { LeavingBadge } from '#web/notices/LeavingBadge.tsx';
import { RowsLink } from '#web/ui/rows/RowsLink.tsx';
import { renewalAmountAndDueText } from './due-text.ts';
import { useMoveRenewal } from './use-move.ts';

/** Maximum number of cards per column; the column heading opens all of them. */
const shownCards = 30;

interface Properties {
  rows: readonly ListedRenewal[];
  /** Opens the customer; `stage` contains the renewals to navigate through. */
  onOpen: (row: ListedRenewal, stage: readonly ListedRenewal[]) => void;
  /** Opens the dialog with forecast and check-ins. */
  onEdit: (row: ListedRenewal) => void;
}

/**
 * Board of renewals by stage, ordered by date. Cards can be moved by dragging or with the select on
 * the card.
 */
export function RenewalBoard({ rows, onOpen, onEdit }: Properties) {
  const move = useMoveRenewal();
  const drop = (dealId: string, stage: OpenRenewalStage) => {
    const row = rows.find((each) => String(each.dealId) === dealId);
    if (row !== undefined) move(row, stage);
  };
  return (
    <ScrollArea
      data-guide="renewal-board"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Board by stage' }}
    >
      <Group align="start" wrap="nowrap" gap="sm" pb="sm">
        {renewalStages.map((stage) => {
          const own = rows.filter((row) => row.stage === stage);
          const target = openRenewalStages.find((each) => each === stage);
          return (
            <Box
              key={stage}
              component="section"
              flex="1 0 200px"
              miw={0}
              aria-label={renewalStageLabels[stage]}
              onDragOver={target && ((event) => event.preventDefault())}
              onDrop={target && ((event) => drop(event.dataTransfer.getData('text/plain'), target))}
            >
              <Group justify="space-between" mb="xs">
                <Text fw={600}>{renewalStageLabels[stage]}</Text>
                <RowsLink
                  filters={[
                    { column: 'stage', kind: 'one-of', values: [renewalStageLabels[stage]] },
                  ]}
                  of={renewalStageLabels[stage]}
                >
                  {numberText(own.length)}
                </RowsLink>
              </Group>
              <Stack gap="xs" mah={480} style={{ overflowY: 'auto' }}>
                {own.slice(0, shownCards).map((row) => (
                  <Card
                    key={row.dealId}
                    row={row}
                    onMove={(to) => move(row, to)}
                    onOpen={() => onOpen(row, own)}
                    onEdit={() => onEdit(row)}
                  />
                ))}
                {own.length > shownCards && (
                  <Text size="sm" c="dimmed">
                    {countText(own.length - shownCards, 'more renewal')} in the list below
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
  row: ListedRenewal;
  onMove: (stage: OpenRenewalStage) => void;
  onOpen: () => void;
  onEdit: () => void;
}

function Card({ row, onMove, onOpen, onEdit }: CardProperties) {
  const isOpen = openRenewalStages.some((stage) => stage === row.stage);
  return (
    <Paper
      p="xs"
      bg="var(--surface)"
      draggable={isOpen}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', String(row.dealId))}
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
        {row.institutionName}
      </Anchor>
      <Text size="xs">{renewalAmountAndDueText(row)}</Text>
      {isOpen && row.leavesOn !== null && <LeavingBadge leavesOn={row.leavesOn} />}
      {isOpen && (
        <Text size="xs" c="dimmed">
          <Anchor
            component="button"
            type="button"
            size="xs"
            aria-label={`Forecast and check-ins of ${row.institutionName}`}
            onClick={onEdit}
          >
            {row.call === null ? 'No forecast yet' : ownerForecastWords[row.call]}
          </Anchor>
          ; predicted risk {row.systemRisk.toLowerCase()}
          {row.isOpposed && row.decision === null && <b>; needs a decision</b>}
        </Text>
      )}
      {isOpen && (
        <NativeSelect
          mt={6}
          size="xs"
          aria-label={`Stage of ${row.institutionName}`}
          value={row.stage}
          data={openRenewalStages.map((stage) => ({
            value: stage,
            label: renewalStageLabels[stage],
          }))}
          onChange={({ currentTarget }) => {
            const to = openRenewalStages.find((stage) => stage === currentTarget.value);
            if (to !== undefined) onMove(to);
          }}
        />
      )}
    </Paper>
  );
}
