import { Button } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { formatListQueryString } from '#shared/list/address.ts';
import { intersectFilters } from '#shared/list/merge.ts';
import type { ListFilter, ListState } from '#shared/list/state.ts';
import classes from './list.module.css';

/** Key, filters and search by which the assistant finds the rows of this page's list. */
export interface AssistantRowSelection {
  /** Key of the assistant's list. */
  list: string;
  /** Filters and search that always apply on this page, in addition to the user's. */
  filters?: readonly ListFilter[];
  search?: string;
}

/** Link to the assistant for questions about the matching rows. */
export function AskAboutLink({
  rows: { list, filters = [], search = '' },
  state,
}: {
  rows: AssistantRowSelection;
  state: Pick<ListState, 'search' | 'filters' | 'sort'>;
}) {
  const merged = intersectFilters(filters, state.filters);
  const hasTwoSearches = search !== '' && state.search !== '' && search !== state.search;
  // Renders no link when filters or searches can't be combined. The assistant would select other
  // rows than the list.
  if (typeof merged === 'string' || hasTwoSearches) return null;
  const address = formatListQueryString({
    filters: merged,
    search: state.search === '' ? search : state.search,
    sort: state.sort,
  });
  return (
    <Button
      component={Link}
      to={paths.askAboutList(list, address)}
      variant="default"
      size="xs"
      aria-label="Ask about this list"
      leftSection={<IconMessageQuestion size={15} aria-hidden />}
    >
      <span className={classes.wideOnly}>Ask</span>
    </Button>
  );
}
