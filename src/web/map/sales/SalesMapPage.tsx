import { Container, Group, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SalesFilters } from '#web/prospects/SalesFilters.tsx';
import { SalesViewLinks } from '#web/prospects/SalesViewLinks.tsx';
import { useSalesList } from '#web/prospects/use-sales-list.ts';
import { prospectPointsQuery } from '#web/prospects/work-data.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { SalesMap } from './SalesMap.tsx';

/** Page with the prospects of the sales board on a map, by stage. */
export function SalesMapPage() {
  const { control, listText } = useSalesList();
  const answer = useQuery({
    ...prospectPointsQuery(listText ?? ''),
    enabled: listText !== undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="md">
        <Group justify="space-between" align="flex-end" gap="xs">
          <PageTitle>Sales</PageTitle>
          <SalesViewLinks chosen="map" state={control.state} />
        </Group>
        <SalesFilters control={control} />
        {answer.error !== null && answer.data === undefined && (
          <ErrorState
            title="Couldn’t load the prospects"
            error={answer.error}
            onRetry={() => answer.refetch()}
          />
        )}
        {answer.data === undefined && answer.error === null && (
          <LoadingSkeleton label="Loading the prospects">
            <SkeletonBlock height={520} />
          </LoadingSkeleton>
        )}
        {answer.data !== undefined && <SalesMap answer={answer.data} state={control.state} />}
      </Stack>
    </Container>
  );
}
