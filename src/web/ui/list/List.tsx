import {
  ActionIcon,
  Alert,
  Box,
  Button,
  Group,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  Tooltip,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconDownload,
  IconKeyboard,
} from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { ageText } from '#shared/core/dates.ts';
import { numberText } from '#shared/core/words.ts';
import { densities, visibleColumns } from '#shared/list/state.ts';
import { ErrorState } from '../page/ErrorState.tsx';
import { errorText } from '../sending/error-text.ts';
import type { AskableRows } from './AskAboutLink.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import type { ListCells } from './cells.tsx';
import { FilterBar } from './filters/FilterBar.tsx';
import { ListTable, type ListTableHandle } from './ListTable.tsx';
import classes from './list.module.css';
import type { RowAction } from './row-actions.ts';
import { SearchField } from './SearchField.tsx';
import type { ListControl } from './use-list.ts';
import { useListKeys } from './use-list-keys.ts';
import { useSelection } from './use-selection.ts';
import { SavedViewsMenu } from './views/SavedViewsMenu.tsx';

const AskAboutLink = lazy(async () => ({
  default: (await import('./AskAboutLink.tsx')).AskAboutLink,
}));
const CardOrder = lazy(async () => ({ default: (await import('./CardOrder.tsx')).CardOrder }));
const KeysDialog = lazy(async () => ({ default: (await import('./KeysDialog.tsx')).KeysDialog }));

/** State of the query that loads the rows, such as a `useQuery` result. */
export interface RowsQueryState {
  error: Error | null;
  dataUpdatedAt: number;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface ListProperties<Row> {
  /** Result of `useList`. */
  list: ListControl<Row>;
  source: RowsQueryState;
  /** Accessible name of the list. */
  label: string;
  noun: { one: string; many: string };
  rowId: (row: Row) => string | number;
  /** Called on Enter and on a click on the row. */
  onOpen: (row: Row) => void;
  /** Returns the URL of the row's overview, to which the first cell links. */
  overviewOf?: (row: Row) => string;
  cells?: ListCells<Row>;
  /** Renders buttons for the selected rows; without it, rows cannot be selected. */
  bulkActions?: (rows: Row[], clearSelection: () => void) => ReactNode;
  /** URL of the CSV export, optionally with parameters. */
  exportPath?: string;
  /** Rows in the assistant's lists; without it, the toolbar has no link to the assistant. */
  askAbout?: AskableRows | undefined;
  /** Message for a list without rows. */
  whenEmpty?: ReactNode;
  /** Actions of a row, in its menu and by keyboard. Must be the same array on every render. */
  rowActions?: readonly RowAction<Row>[];
  /** Page-specific filter controls, shown after the search field. */
  facets?: ReactNode;
  /** Page-specific controls at the end of the toolbar. */
  extra?: ReactNode;
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
  const selection = useSelection(matching ?? [], rowId);
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
      <ErrorState
        title={`Couldn’t load ${noun.many}`}
        error={source.error}
        onRetry={() => source.refetch()}
      />
    );
  }
  return (
    <Stack gap="xs" style={offset === undefined ? undefined : { '--list-offset': `${offset}px` }}>
      <div className={classes.toolbar}>
        <SearchField
          field={search}
          label={`Search ${noun.many}`}
          value={state.search}
          onChange={(text) => list.change({ search: text }, { replace: true })}
        />
        <span className={classes.count} role="status">
          <Count rows={rows?.length} matching={matching?.length} noun={noun} />
        </span>
        {facets}
        <div className={classes.filters}>
          <FilterBar list={list} />
        </div>
        <SavedViewsMenu list={list} />
        <ColumnChooser list={list} />
        <Group gap={8} wrap="nowrap">
          <SegmentedControl
            visibleFrom="sm"
            size="xs"
            aria-label="Row height"
            value={state.density}
            data={densities.map((density) => ({
              value: density,
              label: <DensityMark density={density} />,
            }))}
            onChange={(value) => {
              const density = densities.find((each) => each === value);
              if (density !== undefined) list.change({ density }, { replace: true });
            }}
          />
          <Suspense>
            {askAbout !== undefined && <AskAboutLink rows={askAbout} state={state} />}
          </Suspense>
          {exportPath !== undefined && (
            <Button
              component="a"
              download
              href={exportAddress(exportPath, list.exportSearch)}
              variant="default"
              size="xs"
              leftSection={<IconDownload size={15} aria-hidden />}
            >
              <span className={classes.wideOnly}>Export CSV</span>
            </Button>
          )}
          <Tooltip label="Keyboard shortcuts: press ?">
            <ActionIcon
              visibleFrom="sm"
              variant="subtle"
              color="gray"
              aria-label="Keyboard shortcuts"
              onClick={() => setShowsKeys(true)}
            >
              <IconKeyboard size={17} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
        {extra !== undefined && <div className={classes.extra}>{extra}</div>}
      </div>
      {list.problems.length > 0 && <Problems problems={list.problems} />}
      {source.error !== null && (
        <Alert
          variant="default"
          role="alert"
          title={`These ${noun.many} are out of date: loaded ${ageText(Date.now() - source.dataUpdatedAt)}`}
        >
          <Group gap="sm">
            <Text size="sm">{errorText(source.error)}</Text>
            <Button
              size="compact-xs"
              variant="default"
              loading={source.isFetching}
              onClick={() => source.refetch()}
            >
              Retry
            </Button>
          </Group>
        </Alert>
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
            <CardOrder
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
            rows?.length === 0 ? (
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
          <KeysDialog rowActions={rowActions ?? none} onClose={() => setShowsKeys(false)} />
        )}
      </Suspense>
    </Stack>
  );
}

const exportAddress = (path: string, search: string): string =>
  search === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${search}`;

function Count({
  rows,
  matching,
  noun,
}: {
  rows: number | undefined;
  matching: number | undefined;
  noun: ListProperties<never>['noun'];
}) {
  if (rows === undefined || matching === undefined) return 'Loading…';
  const word = rows === 1 ? noun.one : noun.many;
  return matching === rows
    ? `${numberText(rows)} ${word}`
    : `${numberText(matching)} of ${numberText(rows)} ${word}`;
}

function DensityMark({ density }: { density: (typeof densities)[number] }) {
  const Icon = density === 'comfortable' ? IconBaselineDensityMedium : IconBaselineDensitySmall;
  return (
    <Icon
      size={14}
      aria-label={density === 'comfortable' ? 'Comfortable' : 'Compact'}
      style={{ display: 'block' }}
    />
  );
}

function Problems({ problems }: { problems: readonly string[] }) {
  return (
    <Alert variant="default" role="status" title="Some of this view couldn’t be shown">
      {problems.map((problem) => (
        <Text key={problem} size="sm">
          {problem}
        </Text>
      ))}
    </Alert>
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
