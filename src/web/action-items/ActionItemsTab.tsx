import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { exportActionItems, type ListedActionItem } from '#shared/action-items/action-items.ts';
import { actionItemColumns } from '#shared/action-items/columns.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { useToday } from '#web/core/days.ts';
import { OwnCustomersSwitch } from '#web/portfolio/OwnCustomersSwitch.tsx';
import { buildCustomerScopeFilters, useCustomerScope } from '#web/portfolio/own-scope.ts';
import { BulkActionButtons } from '#web/ui/list/BulkActionButtons.tsx';
import { FilterBar } from '#web/ui/list/filters/FilterBar.tsx';
import { List } from '#web/ui/list/List.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { useViewerName } from '#web/ui/list/viewer.ts';
import { SavedViewsMenu } from '#web/ui/list/views/SavedViewsMenu.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';
import { TierMark } from '#web/ui/tier/TierMark.tsx';
import { actionItemsQuery } from './data.ts';
import { useActionItemActions } from './use-action-item-actions.tsx';

const Board = lazy(async () => ({
  default: (await import('./ActionItemBoard.tsx')).ActionItemBoard,
}));
const Calendar = lazy(async () => ({
  default: (await import('./ActionItemCalendar.tsx')).ActionItemCalendar,
}));
const Groups = lazy(async () => ({
  default: (await import('./ActionItemGroups.tsx')).ActionItemGroups,
}));
const CallDialog = lazy(async () => ({
  default: (await import('./ActionItemDetailsDialog.tsx')).ActionItemDetailsDialog,
}));
const AddCall = lazy(async () => ({
  default: (await import('./AddActionItemDialog.tsx')).AddActionItemDialog,
}));

const layouts = ['list', 'groups', 'board', 'calendar'] as const;
type Layout = (typeof layouts)[number];
const layoutNames: Record<Layout, string> = {
  list: 'List',
  groups: 'Groups',
  board: 'Board',
  calendar: 'Calendar',
};

/**
 * Initial filter of the list and the groups. Board and calendar show action items of all states.
 */
const open = {
  filters: [{ column: 'state', kind: 'one-of' as const, values: ['Open'] }],
  sort: [{ column: 'dueOn', descending: false }],
};
const initials = {
  list: open,
  groups: open,
  board: { sort: [{ column: 'dueOn', descending: false }] },
  calendar: { sort: [{ column: 'dueOn', descending: false }] },
};
const cells = { healthTier: (row: ListedActionItem) => <TierMark tier={row.healthTier} /> };

const waiting = (
  <LoadingSkeleton label="Loading action items">
    <SkeletonBlock height={420} />
  </LoadingSkeleton>
);

const idOf = ({ institutionId, callId }: ListedActionItem): string => `${institutionId} ${callId}`;

/** Queue tab: action items as a list, groups, board or calendar. */
export function ActionItemsTab() {
  const { parameters, change } = useUrlParameters();
  const layout = layouts.find((each) => each === parameters.get('layout')) ?? 'list';
  return (
    <LaidOut
      key={layout}
      layout={layout}
      onLayout={(next) => change({ layout: next === 'list' ? null : next, month: null, by: null })}
    />
  );
}

function LaidOut({ layout, onLayout }: { layout: Layout; onLayout: (layout: Layout) => void }) {
  const source = useQuery(actionItemsQuery);
  const today = useToday();
  const { change: go } = useUrlParameters();
  const { scope, choose } = useCustomerScope();
  const viewer = useViewerName();
  const owner = scope === 'mine' && viewer !== null ? viewer : undefined;
  const everyones = source.data?.rows;
  const rows = useMemo(
    () => (owner === undefined ? everyones : everyones?.filter((row) => row.personName === owner)),
    [everyones, owner],
  );
  const [opened, setOpened] = useState<string>();
  const [isAdding, setIsAdding] = useState(false);
  const clearSelection = useRef<() => void>(undefined);
  const { actions, start, isStarted, dialog } = useActionItemActions(() => {
    setOpened(undefined);
    clearSelection.current?.();
  });
  const list = useList({
    name: 'calls',
    columns: actionItemColumns,
    rows,
    initial: initials[layout],
  });
  const row = everyones?.find((each) => idOf(each) === opened);
  const listOf = (day: string) =>
    go({ layout: null, month: null, view: null, 'f.dueOn': `${day}..${day}`, 'f.state': null });

  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label="Layout"
            data-guide="call-layout"
            value={layout}
            data={layouts.map((value) => ({ value, label: layoutNames[value] }))}
            onChange={(value) => onLayout(layouts.find((each) => each === value) ?? 'list')}
          />
          <OwnCustomersSwitch scope={scope} onChoose={choose} />
        </Group>
        <Button
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setIsAdding(true)}
        >
          New action item
        </Button>
      </Group>
      {layout === 'list' ? (
        <div id="customers" data-guide="call-list">
          <List
            list={list}
            source={source}
            label="Action items"
            noun={{ one: 'action item', many: 'action items' }}
            rowId={idOf}
            cells={cells}
            onOpen={(each) => setOpened(idOf(each))}
            overviewOf={({ institutionId }) => paths.institutionOverview(institutionId)}
            rowActions={actions}
            bulkActions={(selected, clear) => {
              clearSelection.current = clear;
              return (
                <Group gap={6}>
                  <BulkActionButtons rows={selected} actions={actions} />
                </Group>
              );
            }}
            askAbout={{
              list: 'action-items',
              filters: buildCustomerScopeFilters(scope, 'personName'),
            }}
            exportPath={exportActionItems.path}
            whenEmpty="No action items are open, and none were closed in the last 28 days. Alert rules open action items, or you can add one."
            offset={120}
          />
        </div>
      ) : (
        <>
          <Group gap="xs">
            <FilterBar list={list} />
            <SavedViewsMenu list={list} />
          </Group>
          {source.error !== null && (
            <ErrorState
              title="Couldn’t load action items"
              error={source.error}
              onRetry={() => void source.refetch()}
            />
          )}
          {list.matching === undefined && source.error === null && waiting}
          {list.matching !== undefined && (
            <Suspense fallback={waiting}>
              {layout === 'groups' ? (
                <Groups
                  rows={list.matching}
                  today={today}
                  onOpen={(each) => setOpened(idOf(each))}
                />
              ) : layout === 'board' ? (
                <Board
                  rows={list.matching}
                  today={today}
                  onOpen={(each) => setOpened(idOf(each))}
                  onStart={start}
                />
              ) : (
                <Calendar
                  rows={list.matching}
                  today={today}
                  onOpen={(each) => setOpened(idOf(each))}
                  onList={listOf}
                />
              )}
            </Suspense>
          )}
        </>
      )}
      <Suspense>
        {row !== undefined && !isStarted && (
          <CallDialog row={row} actions={actions} onClose={() => setOpened(undefined)} />
        )}
        {isAdding && <AddCall onClose={() => setIsAdding(false)} />}
      </Suspense>
      {dialog}
    </Stack>
  );
}
