import { Box, Group, ScrollArea, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { paths } from '#shared/core/pages/paths.ts';
import { countText, dollarsText, numberText } from '#shared/core/words.ts';
import type { ListState } from '#shared/list/state.ts';
import type { BoardColumn } from '#shared/prospects/list.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { isActiveProspectStage, selectableProspectStages } from '#shared/prospects/stages.ts';
import { RowsOnOtherPageLink } from '#web/ui/rows/RowsOnOtherPageLink.tsx';
import { useMoveProspects } from '../changes/use-move-prospects.ts';
import { ProspectCard } from './ProspectCard.tsx';

const ChecklistDialog = lazy(async () => ({
  default: (await import('./ChecklistDialog.tsx')).ChecklistDialog,
}));
const LostReasonDialog = lazy(async () => ({
  default: (await import('./LostReasonDialog.tsx')).LostReasonDialog,
}));

interface Properties {
  columns: readonly BoardColumn[];
  /** Search and filters of the board, which the links to the list repeat. */
  state: Pick<ListState, 'search' | 'filters'>;
}

/**
 * Board of prospects by stage. A card is moved with its menu, or by dragging it to another column;
 * a drop on Lost asks for the reason.
 */
export function ProspectBoard({ columns, state }: Properties) {
  const move = useMoveProspects();
  const [lost, setLost] = useState<ListedProspect>();
  const [checked, setChecked] = useState<ListedProspect>();
  const drop = (prospectId: string, column: BoardColumn) => {
    const row = columns
      .flatMap(({ cards }) => cards)
      .find((each) => String(each.prospectId) === prospectId);
    const stage = selectableProspectStages.find((each) => each === column.stage);
    if (row === undefined || stage === undefined || row.stage === stage) return;
    if (stage === 'Lost') setLost(row);
    else move([row], stage, null);
  };
  return (
    <>
      <ScrollArea
        data-guide="sales-board"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Board by stage' }}
      >
        <Group align="start" wrap="nowrap" gap="sm" pb="sm">
          {columns.map((column) => (
            <Box
              key={column.stage}
              component="section"
              flex="1 0 210px"
              miw={0}
              aria-label={column.stage}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => drop(event.dataTransfer.getData('text/plain'), column)}
            >
              <ColumnHead column={column} state={state} />
              <Stack gap="xs" mah={560} style={{ overflowY: 'auto' }}>
                {column.cards.map((row) => (
                  <ProspectCard
                    key={row.prospectId}
                    row={row}
                    isOverdue={
                      isActiveProspectStage(row.stage) &&
                      row.daysInStage > (column.medianDays ?? Number.POSITIVE_INFINITY)
                    }
                    onMove={(stage, lostReason) => move([row], stage, lostReason)}
                    onOpenChecklist={() => setChecked(row)}
                  />
                ))}
                {column.count > column.cards.length && (
                  <Text size="sm" c="dimmed">
                    {countText(column.count - column.cards.length, 'more prospect')}. Click the
                    number above to list them.
                  </Text>
                )}
              </Stack>
            </Box>
          ))}
        </Group>
      </ScrollArea>
      <Suspense>
        {lost !== undefined && (
          <LostReasonDialog
            name={lost.name}
            onChoose={(reason) => move([lost], 'Lost', reason)}
            onClose={() => setLost(undefined)}
          />
        )}
        {checked !== undefined && (
          <ChecklistDialog row={checked} onClose={() => setChecked(undefined)} />
        )}
      </Suspense>
    </>
  );
}

function ColumnHead({
  column: { stage, count, locations, monthlyAmount },
  state: { search, filters },
}: Pick<Properties, 'state'> & { column: BoardColumn }) {
  return (
    <Box mb="xs">
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>{stage}</Text>
        {count === 0 ? (
          0
        ) : (
          <RowsOnOtherPageLink
            path={paths.prospects}
            address={search === '' ? {} : { q: search }}
            filters={[
              ...filters.filter(({ column }) => column !== 'stage'),
              { column: 'stage', kind: 'one-of', values: [stage] },
            ]}
            of={stage}
          >
            {numberText(count)}
          </RowsOnOtherPageLink>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {countText(locations, 'known location')}
        {monthlyAmount > 0 && ` · ${dollarsText(monthlyAmount)} a month`}
      </Text>
    </Box>
  );
}
