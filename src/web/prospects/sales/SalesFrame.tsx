import { Container, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '#shared/core/pages/paths.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import type { ListStateControl } from '#web/ui/list/use-list.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { SalesFilters } from './SalesFilters.tsx';
import { SalesViewLinks } from './SalesViewLinks.tsx';

interface Properties<Answer> {
  view: 'board' | 'map';
  control: ListStateControl<ListedProspect>;
  answer: UseQueryResult<Answer>;
  /** Returns the view of a loaded answer. */
  render: (answer: Answer) => ReactNode;
  children?: ReactNode;
}

/** Page of the board or the map of prospects: filters, the view or its error, and `children`. */
export function SalesFrame<Answer>({
  view,
  control,
  answer: { data, error, refetch },
  render,
  children,
}: Properties<Answer>) {
  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="md">
        <div>
          <PageTitle>Sales</PageTitle>
          <SalesViewLinks
            currentPath={view === 'board' ? paths.sales : paths.salesMap}
            state={control.state}
          />
        </div>
        <SalesFilters control={control} />
        {data !== undefined && render(data)}
        {data === undefined && error !== null && (
          <ErrorState title={`Couldn’t load the ${view}`} error={error} onRetry={() => refetch()} />
        )}
        {data === undefined && error === null && (
          <LoadingSkeleton label={`Loading the ${view}`}>
            <SkeletonBlock height={520} />
          </LoadingSkeleton>
        )}
        {children}
      </Stack>
    </Container>
  );
}
