import { ActionIcon, Box, Button, Group, SegmentedControl, Tooltip } from '@mantine/core';
import {
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconDownload,
  IconKeyboard,
} from '@tabler/icons-react';
import { lazy, type ReactNode, type RefObject, Suspense } from 'react';
import { numberText } from '#shared/core/words.ts';
import { rowDensities } from '#shared/list/state.ts';
import type { AssistantRowSelection } from './AskAboutLink.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import { FilterBar } from './filters/FilterBar.tsx';
import classes from './list.module.css';
import { SearchField } from './SearchField.tsx';
import type { ListControl } from './use-list.ts';
import { SavedViewsMenu } from './views/SavedViewsMenu.tsx';

const AskAboutLink = lazy(async () => ({
  default: (await import('./AskAboutLink.tsx')).AskAboutLink,
}));

export interface ListToolbarProperties<Row> {
  /** Result of `useList`. */
  list: ListControl<Row>;
  noun: { one: string; many: string };
  /** URL of the CSV export, optionally with parameters. */
  exportPath?: string | undefined;
  /** Rows to ask the assistant about. When omitted, the toolbar has no link to the assistant. */
  askAbout?: AssistantRowSelection | undefined;
  /** Page-specific filter controls, shown after the search field. */
  facets?: ReactNode;
  /** Page-specific controls at the end of the toolbar. */
  extra?: ReactNode;
}

interface Properties<Row> extends ListToolbarProperties<Row> {
  searchField: RefObject<HTMLInputElement | null>;
  onShowKeys: () => void;
}

/** Toolbar of a list: search, filters, columns, saved views, row height and export. */
export function ListToolbar<Row>({
  list,
  noun,
  exportPath,
  askAbout,
  facets,
  extra,
  searchField,
  onShowKeys,
}: Properties<Row>) {
  const { rows, matching, remote, state } = list;
  return (
    <div className={classes.toolbar}>
      <SearchField
        field={searchField}
        label={`Search ${noun.many}`}
        value={state.search}
        onChange={(text) => list.change({ search: text }, { replace: true })}
      />
      <span className={classes.count} role="status">
        <Count
          rows={remote === undefined ? rows?.length : remote.total}
          matching={remote === undefined ? matching?.length : remote.matching}
          noun={noun}
        />
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
          data={rowDensities.map((density) => ({
            value: density,
            label: <DensityMark density={density} />,
          }))}
          onChange={(value) => {
            const density = rowDensities.find((each) => each === value);
            if (density !== undefined) list.change({ density }, { replace: true });
          }}
        />
        {askAbout !== undefined && (
          <Suspense fallback={<AskAboutSpace />}>
            <AskAboutLink rows={askAbout} state={state} />
          </Suspense>
        )}
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
            onClick={onShowKeys}
          >
            <IconKeyboard size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      {extra !== undefined && <div className={classes.extra}>{extra}</div>}
    </div>
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
  noun: ListToolbarProperties<never>['noun'];
}) {
  if (rows === undefined || matching === undefined) return 'Loading…';
  const word = rows === 1 ? noun.one : noun.many;
  return matching === rows
    ? `${numberText(rows)} ${word}`
    : `${numberText(matching)} of ${numberText(rows)} ${word}`;
}

function DensityMark({ density }: { density: (typeof rowDensities)[number] }) {
  const Icon = density === 'comfortable' ? IconBaselineDensityMedium : IconBaselineDensitySmall;
  return (
    <Icon
      size={14}
      aria-label={density === 'comfortable' ? 'Comfortable' : 'Compact'}
      style={{ display: 'block' }}
    />
  );
}

/**
 * Invisible button that reserves the width of the assistant link while its code loads, so that the
 * toolbar does not jump.
 */
function AskAboutSpace() {
  return (
    <Button
      variant="default"
      size="xs"
      style={{ visibility: 'hidden' }}
      leftSection={<Box w={15} h={15} />}
    >
      <span className={classes.wideOnly}>Ask</span>
    </Button>
  );
}
