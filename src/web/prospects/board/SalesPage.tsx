import { Container, Group, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { SalesFilters } from '../SalesFilters.tsx';
import { SalesViewLinks } from '../SalesViewLinks.tsx';
import { useSalesList } from '../use-sales-list.ts';
import { prospectBoardQuery } from '../work-data.ts';
import { LostReasonsSection } from './LostReasonsSection.tsx';
import { ProspectBoard } from './ProspectBoard.tsx';

/** Page of the sales board: prospects by stage. */
export function SalesPage() {
  const { control, listText } = useSalesList();
  const { state } = control;
  const board = useQuery({
    ...prospectBoardQuery(listText ?? ''),
    enabled: listText !== undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="md">
        <Group justify="space-between" align="flex-end" gap="xs">
          <PageTitle>Sales</PageTitle>
          <SalesViewLinks chosen="board" state={state} />
        </Group>
        <SalesFilters control={control} />
        {board.error !== null && board.data === undefined && (
          <ErrorState
            title="Couldn’t load the board"
            error={board.error}
            onRetry={() => board.refetch()}
          />
        )}
        {board.data === undefined && board.error === null && (
          <LoadingSkeleton label="Loading the board">
            <SkeletonBlock height={520} />
          </LoadingSkeleton>
        )}
        {board.data !== undefined && <ProspectBoard columns={board.data.columns} state={state} />}
        <LostReasonsSection />
      </Stack>
    </Container>
  );
}
