import { Box, Group, ScrollArea, Text } from '@mantine/core';
import { numberText } from '#shared/core/words.ts';
import type { ListState } from '#shared/list/state.ts';
import type { ListedRenewal } from '#shared/renewals/renewals.ts';
import {
  openRenewalStages,
  type RenewalOutcome,
  type RenewalStage,
  renewalOutcomes,
  renewalStageLabels,
  renewalStages,
} from '#shared/renewals/words.ts';
import { GrowingColumn } from '#web/ui/board/GrowingColumn.tsx';
import { RowsLink } from '#web/ui/rows/RowsLink.tsx';
import { useChangeRenewal } from './data.ts';
import { narrowFilters } from './narrowed-filters.ts';
import { RenewalCard } from './RenewalCard.tsx';

interface Properties {
  rows: readonly ListedRenewal[];
  /** State of the list whose filters the board follows. */
  state: ListState;
  /** Opens the customer; `stage` contains the renewals to navigate through. */
  onOpen: (row: ListedRenewal, stage: readonly ListedRenewal[]) => void;
  /** Opens the dialog with forecast and check-ins. */
  onEdit: (row: ListedRenewal) => void;
  /** Opens the dialog that records the outcome. */
  onClose: (row: ListedRenewal, outcome: RenewalOutcome) => void;
}

/**
 * Board of the filtered renewals by stage. A card is moved with its menu, or by dragging it to
 * another column; Signed and Lost ask for the date and the amount.
 */
export function RenewalBoard({ rows, state, onOpen, onEdit, onClose }: Properties) {
  const save = useChangeRenewal();
  function move(row: ListedRenewal | undefined, stage: RenewalStage) {
    const target = openRenewalStages.find((each) => each === stage);
    const outcome = renewalOutcomes.find((each) => each === stage);
    if (row === undefined || row.stage === stage) return;
    if (outcome !== undefined) onClose(row, outcome);
    if (target !== undefined) save.mutate({ row, change: { action: 'stage', stage: target } });
  }
  return (
    <ScrollArea
      data-guide="renewal-board"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Board by stage' }}
    >
      <Group align="start" wrap="nowrap" gap="sm" pb="sm">
        {renewalStages.map((stage) => {
          const own = rows.filter((row) => row.stage === stage);
          const label = renewalStageLabels[stage];
          return (
            <Box
              key={stage}
              component="section"
              flex="1 0 200px"
              miw={0}
              aria-label={label}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                const dealId = event.dataTransfer.getData('text/plain');
                move(
                  rows.find((row) => String(row.dealId) === dealId),
                  stage,
                );
              }}
            >
              <Group justify="space-between" mb="xs">
                <Text fw={600}>{label}</Text>
                <RowsLink
                  filters={narrowFilters(state, {
                    column: 'stage',
                    kind: 'one-of',
                    values: [label],
                  })}
                  search={state.search}
                  of={label}
                >
                  {numberText(own.length)}
                </RowsLink>
              </Group>
              <GrowingColumn
                rows={own}
                name={label}
                card={(row) => (
                  <RenewalCard
                    key={row.dealId}
                    row={row}
                    onMove={(to) => move(row, to)}
                    onClose={(outcome) => onClose(row, outcome)}
                    onOpen={() => onOpen(row, own)}
                    onEdit={() => onEdit(row)}
                  />
                )}
              />
            </Box>
          );
        })}
      </Group>
    </ScrollArea>
  );
}
