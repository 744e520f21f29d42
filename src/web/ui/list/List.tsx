import { Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { numberText } from '#shared/core/words.ts';
import { visibleColumns } from '#shared/list/state.ts';
import type { ListCells } from './cells.tsx';
import { ListToolbar, type ListToolbarProperties } from './ListToolbar.tsx';
import classes from './list.module.css';
import type { RowAction } from './row-actions.ts';
import { ListTable, type ListTableHandle } from './table/ListTable.tsx';
import { useRowSelection } from './table/use-row-selection.ts';
import type { ListControl } from './use-list.ts';
import { useListKeys } from './use-list-keys.ts';

const CardListControls = lazy(async () => ({
  default: (await import('./table/CardListControls.tsx')).CardListControls,
}));
const ErrorState = lazy(async () => ({
  default: (await import('../page/ErrorState.tsx')).ErrorState,
}));
const OutdatedRowsNotice = lazy(async () => ({
  default: (await import('./ListNotices.tsx')).OutdatedRowsNotice,
}));
const ViewProblemsNotice = lazy(async () => ({
  default: (await import('./ListNotices.tsx')).ViewProblemsNotice,
}));
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
}));

/** State of the query that loads the rows, such as a `useQuery` result. */
export interface RowsQueryState {
  error: Error | null;
  dataUpdatedAt: number;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface ListProperties<Row> extends ListToolbarProperties<Row> {
  source: RowsQueryState;
  /** Accessible name of the list. */
  label: string;
  rowId: (row: Row) => string | number;
  /** Called on Enter and on a click on the row. */
  onOpen: (row: Row) => void;
  /** Returns the URL of the row's overview, to which the first cell links. */
  overviewOf?: (row: Row) => string;
  cells?: ListCells<Row>;
  /** Renders buttons for the selected rows; without it, rows cannot be selected. */
  bulkActions?: (rows: Row[], clearSelection: () => void) => ReactNode;
  /** Message for a list without rows. */
  whenEmpty?: ReactNode;
  /** Actions of a row, in its menu and by keyboard. Must be the same array on every render. */
  rowActions?: readonly RowAction<Row>[];
  /** Height in pixels that the list leaves free for the rest of the page. */
  offset?: number;
}

const none: never[] = [];
const rowHeights = { comfortable: 40, compact: 32 } as const;
const cardHeights = { comfortable: 68, compact: 60 } as const;

/** List with search, filters, columns, saved views, selection, export and virtual scrolling. */
export function List<Row>({
  list,
  source,
  label,
  noun,
  rowId,
  onOpen,
  overviewOf,
  cells,
  bulkActions,
  exportPath,
  askAbout,
  whenEmpty,
  rowActions,
  facets,
  extra,
  offset,
}: ListProperties<Row>) {
  const { rows, matching, state } = list;
  const selection = useRowSelection(matching ?? [], rowId, list.remote !== undefined);
  const selected = selection.rows;
  const table = useRef<ListTableHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const [showsKeys, setShowsKeys] = useState(false);
  const isCards = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  useListKeys({
    move: (step) => table.current?.move(step),
    open: () => table.current?.open(),
    select: () => table.current?.select(),
    search: () => {
      search.current?.focus();
      search.current?.select();
    },
    help: () => setShowsKeys(true),
    menu: () => table.current?.menu(),
    act: (letter) => table.current?.act(letter) === true,
  });

  if (source.error !== null && rows === undefined) {
    return (
      <Suspense>
        <ErrorState
          title={`Couldn’t load ${noun.many}`}
          error={source.error}
          onRetry={() => source.refetch()}
        />
      </Suspense>
    );
  }
  return (
    <Stack gap="xs" style={offset === undefined ? undefined : { '--list-offset': `${offset}px` }}>
      <ListToolbar
        list={list}
        noun={noun}
        exportPath={exportPath}
        askAbout={askAbout}
        facets={facets}
        extra={extra}
        searchField={search}
        onShowKeys={() => setShowsKeys(true)}
      />
      <Suspense>
        {list.problems.length > 0 && <ViewProblemsNotice problems={list.problems} />}
      </Suspense>
      {source.error !== null && (
        <Suspense>
          <OutdatedRowsNotice
            noun={noun.many}
            loadedAt={source.dataUpdatedAt}
            error={source.error}
            isRetrying={source.isFetching}
            onRetry={() => source.refetch()}
          />
        </Suspense>
      )}
      {selected.length > 0 && (
        <Paper withBorder px="sm" py={6} radius="md" bg="var(--surface)">
          <Group gap="sm">
            <Text size="sm" fw={600} role="status">
              {numberText(selected.length)} selected
            </Text>
            {bulkActions?.(selected, selection.clear)}
            <Button variant="subtle" color="gray" size="compact-sm" onClick={selection.clear}>
              Clear selection
            </Button>
          </Group>
        </Paper>
      )}
      <div className={`${classes.frame} ${source.error === null ? '' : classes.stale}`}>
        {isCards && (
          <Suspense fallback={<Box h={48} />}>
            <CardListControls
              columns={visibleColumns(list.columns, state)}
              sort={state.sort}
              onSort={(sort) => list.change({ sort })}
              selection={bulkActions === undefined ? undefined : selection}
            />
          </Suspense>
        )}
        <ListTable
          label={label}
          list={list}
          rowId={rowId}
          rowHeight={(isCards ? cardHeights : rowHeights)[state.density]}
          isCards={isCards}
          selection={bulkActions === undefined ? undefined : selection}
          cells={cells}
          overviewOf={overviewOf}
          onOpen={onOpen}
          rowActions={rowActions}
          empty={
            (list.remote === undefined ? rows?.length : list.remote.total) === 0 ? (
              <Text c="dimmed">{whenEmpty ?? `No ${noun.many} yet.`}</Text>
            ) : (
              <NothingMatches list={list} noun={noun} />
            )
          }
          handle={table}
        />
      </div>
      <Suspense>
        {showsKeys && (
          <ShortcutsDialog rowActions={rowActions ?? none} onClose={() => setShowsKeys(false)} />
        )}
      </Suspense>
    </Stack>
  );
}

function NothingMatches<Row>({
  list,
  noun,
}: {
  list: ListControl<Row>;
  noun: ListProperties<never>['noun'];
}) {
  return (
    <Stack align="center" gap="sm">
      <Text>No {noun.many} match the search and filters.</Text>
      <Button variant="default" size="xs" onClick={list.clear}>
        Clear filters
      </Button>
    </Stack>
  );
}
