import { Badge, Box, Center, Group, Loader, Stack, Tabs, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useProviderNames } from '#web/core/settings.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { ChoiceRow } from './ChoiceRow.tsx';
import { choiceKey, type SearchChoice, type SearchTab } from './choices.ts';
import { EmptyResults } from './EmptyResults.tsx';
import classes from './SearchBox.module.css';
import type { DirectorySearch } from './use-places.ts';
import type { SearchState } from './use-search.ts';

interface ListProperties {
  listId: string;
  optionId: (row: number) => string;
  highlighted: number;
  onHighlight: (row: number) => void;
  onSelect: (choice: SearchChoice) => void;
}
interface Properties extends ListProperties {
  typed: string;
  search: SearchState;
  places: DirectorySearch;
  isReady: boolean;
  failed: UseQueryResult<unknown>[];
}

function Suggestions() {
  return (
    <Stack gap="xs" p="md">
      <Text size="xs" c="dimmed">
        Search by
      </Text>
      <Group gap="xs">
        {['Location name', 'Institution name'].map((text) => (
          <Badge key={text} variant="default" size="lg" tt="none" fw={500}>
            {text}
          </Badge>
        ))}
      </Group>
    </Stack>
  );
}

function ResultList({
  choices,
  needle,
  listId,
  optionId,
  highlighted,
  onHighlight,
  onSelect,
}: ListProperties & { choices: SearchChoice[]; needle: string }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[highlighted]?.scrollIntoView({ block: 'nearest' });
  }, [highlighted]);
  return (
    <div ref={list} id={listId} role="listbox" aria-label="Search results" className={classes.list}>
      {choices.map((choice, row) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys.
        // biome-ignore lint/a11y/useFocusableInteractive: the input points to the option by aria-activedescendant.
        <div
          key={choiceKey(choice)}
          id={optionId(row)}
          role="option"
          aria-selected={row === highlighted}
          className={classes.option}
          onMouseMove={() => row !== highlighted && onHighlight(row)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onSelect(choice)}
        >
          <ChoiceRow choice={choice} needle={needle} />
        </div>
      ))}
    </div>
  );
}

const tabs: { value: SearchTab; label: string }[] = [
  { value: 'customers', label: 'Customers' },
  { value: 'prospects', label: 'Prospects' },
  { value: 'discover', label: 'Discover' },
];

const isTab = (value: string | null): value is SearchTab => tabs.some((tab) => tab.value === value);

export function SearchDropdown({ typed, search, places, isReady, failed, ...list }: Properties) {
  const { placesProvider } = useProviderNames();
  const errors = failed.map(({ error, refetch }) => (
    <Box key={error?.message} p="xs">
      {error && (
        <ErrorState
          title="Couldn’t load part of the search"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
    </Box>
  ));
  if (typed.trim() === '') {
    return (
      <div className={classes.dropdown} id={list.listId}>
        {errors}
        <Suggestions />
      </div>
    );
  }
  if (!isReady) {
    return (
      <Center className={classes.dropdown} id={list.listId} p="lg">
        <Group gap="sm" role="status">
          <Loader size="sm" aria-hidden />
          <Text size="sm" c="dimmed">
            Loading...
          </Text>
        </Group>
      </Center>
    );
  }
  const badgeOf = (tab: SearchTab) => {
    if (tab === 'prospects') return undefined;
    if (tab === 'discover' && places.isSearching)
      return <Loader size={14} aria-label="Searching" />;
    const { customers, hasMoreCustomers } = search.found;
    const count =
      tab === 'customers'
        ? customers.length
        : places.results.filter(({ customerId }) => customerId === null).length;
    return (
      <span className={classes.count}>
        {tab === 'customers' && hasMoreCustomers ? `${count}+` : count}
      </span>
    );
  };
  return (
    <Tabs
      className={classes.dropdown}
      value={search.tab}
      onChange={(value) => isTab(value) && search.setTab(value)}
      keepMounted={false}
    >
      {errors}
      <Tabs.List grow className={classes.tabs} onMouseDown={(event) => event.preventDefault()}>
        {tabs.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value} rightSection={badgeOf(value)}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value }) => (
        <Tabs.Panel key={value} value={value}>
          {search.choicesOf(value).length > 0 ? (
            <ResultList choices={search.choicesOf(value)} needle={search.needle ?? ''} {...list} />
          ) : (
            <div id={list.listId}>
              <EmptyResults
                tab={value}
                isDiscovering={places.isSearching}
                placesProvider={placesProvider}
              />
            </div>
          )}
          {value === 'discover' && places.attribution !== null && places.results.length > 0 && (
            <Text size="xs" fw={500} px="md" pb="xs">
              {places.attribution}
            </Text>
          )}
          {value === 'discover' && places.notice && (
            <Text size="xs" c="dimmed" px="md" pb="sm">
              {places.notice}
            </Text>
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
