import { Alert, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { boardWeekChoices } from '#shared/boards/boards.ts';
import { countText, numberText } from '#shared/core/words.ts';
import { formatListQueryString } from '#shared/list/address.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import { institutionListQuery } from '#web/portfolio/institution-list.tsx';
import { OwnCustomersSwitch } from '#web/portfolio/OwnCustomersSwitch.tsx';
import { FreshnessStrip } from '#web/scoring/FreshnessStrip.tsx';
import { FilterBar } from '#web/ui/list/filters/FilterBar.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { BoardMenu } from './BoardMenu.tsx';
import { BoardSkeleton } from './BoardSkeleton.tsx';
import { BoardWidgets } from './BoardWidgets.tsx';
import { boardQuery } from './data.ts';
import { UnavailableBoard } from './UnavailableBoard.tsx';
import { useBoardAddress } from './use-board-address.ts';

const PinDialog = lazy(async () => ({ default: (await import('./PinDialog.tsx')).PinDialog }));

/** Customers tab of the dashboard: a board of widgets for the filtered customers. */
export function CustomersTab() {
  const address = useBoardAddress();
  const shown = {
    filters: formatListQueryString({ filters: address.filters, search: address.state.search }),
    weeks: address.weeks,
  };
  const query = boardQuery(address.boardId, shown);
  const { data, error, refetch, isPlaceholderData } = useQuery(query);
  const [isEditing, setEditing] = useState(false);
  // Filter options are loaded when the user first points at a filter or focuses it.
  const [needsFilterOptions, setNeedsFilterOptions] = useState(false);
  const customers = useQuery({ ...institutionListQuery, enabled: needsFilterOptions });
  const loadFilterOptions = () => setNeedsFilterOptions(true);

  if (data === undefined && error === null) return <BoardSkeleton />;
  if (error?.message.startsWith('404:')) return <UnavailableBoard />;
  return (
    <Stack gap="md">
      {data?.weekEndDate && <FreshnessStrip weekEnd={data.weekEndDate} />}
      <Group justify="space-between" gap="sm">
        {data !== undefined && (
          <BoardMenu
            answer={data}
            queryKey={query.queryKey}
            exportQuery={shown}
            isEditing={isEditing}
            onEdit={setEditing}
            onOpen={address.open}
          />
        )}
        <SegmentedControl
          size="xs"
          aria-label="Weeks shown in trends"
          data-guide="board-weeks"
          value={address.weeks}
          data={boardWeekChoices.map((value) => ({ value, label: `${value} weeks` }))}
          onChange={(next) =>
            address.setWeeks(boardWeekChoices.find((each) => each === next) ?? '26')
          }
        />
      </Group>
      {address.scope !== undefined && (
        <OwnCustomersSwitch scope={address.scope} onChoose={address.setScope} />
      )}
      <Group
        gap="sm"
        data-guide="board-filters"
        onFocusCapture={loadFilterOptions}
        onPointerEnter={loadFilterOptions}
      >
        <FilterBar
          list={{
            columns: institutionColumns,
            rows: customers.data?.rows,
            state: address.state,
            change: address.change,
            clear: () => address.change({ filters: [], search: '' }),
          }}
        />
        {data !== undefined && (
          <Text size="sm" c="dimmed" role="status">
            {data.matching === data.institutions
              ? countText(data.institutions, 'customer')
              : `${numberText(data.matching)} of ${countText(data.institutions, 'customer')}`}
          </Text>
        )}
      </Group>
      {address.problems.length > 0 && (
        <Alert variant="default" role="status" title="Some filters were ignored">
          {address.problems.map((problem) => (
            <Text key={problem} size="sm">
              {problem}
            </Text>
          ))}
        </Alert>
      )}
      {error !== null && (
        <ErrorState title="Couldn’t load the board" error={error} onRetry={() => refetch()} />
      )}
      <Suspense>
        {data !== undefined && address.pinning !== undefined && (
          <PinDialog
            plan={address.pinning}
            boards={data.boards}
            queryKey={query.queryKey}
            onPinned={address.endPinning}
            onClose={() => address.endPinning(null)}
          />
        )}
      </Suspense>
      {data !== undefined && (
        <BoardWidgets
          answer={data}
          queryKey={query.queryKey}
          filters={address.filters}
          search={address.state.search}
          isEditing={isEditing && data.board.isOwn}
          isStale={isPlaceholderData || error !== null}
        />
      )}
    </Stack>
  );
}
