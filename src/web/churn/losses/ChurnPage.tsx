import { Button, Container, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { LostRenewal } from '#shared/churn/losses/lost-renewals.ts';
import { lossHistoryText } from '#shared/churn/losses/rules.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { CurrentFreshnessStrip } from '#web/scoring/CurrentFreshnessStrip.tsx';
import { JobTroubleList } from '#web/scoring/WorkTrouble.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LazyPart } from '#web/ui/page/LazyPart.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';
import { ChurnLinks } from '../ChurnLinks.tsx';
import { lossesQuery, lostRenewalsQuery } from './data.ts';
import { HealthBeforeNotice } from './HealthBeforeNotice.tsx';
import { LossFigureCards } from './LossFigureCards.tsx';
import { LossReasonTable } from './LossReasonTable.tsx';
import { LossTenureTable } from './LossTenureTable.tsx';
import { LostRenewals } from './LostRenewals.tsx';

const LossList = lazy(async () => ({ default: (await import('./LossList.tsx')).LossList }));
const LossDialog = lazy(async () => ({ default: (await import('./LossDialog.tsx')).LossDialog }));

/** Page of losses with reasons and the health before the notice. */
export function ChurnPage() {
  const losses = useQuery(lossesQuery);
  const [entering, setEntering] = useState<{ opener: Element; renewal?: LostRenewal }>();
  const rows = losses.data?.rows;
  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="lg">
        <Group justify="space-between" align="flex-end" gap="xs">
          <div>
            <PageTitle>Churn analysis</PageTitle>
            <CurrentFreshnessStrip />
            <JobTroubleList works={[{ name: 'losses', jobs: ['churn.departures'] }]} />
            <ChurnLinks currentPath={paths.churn} />
          </div>
          <Button
            size="xs"
            leftSection={<IconPlus size={15} aria-hidden />}
            data-guide="loss-enter"
            onClick={(event) => setEntering({ opener: event.currentTarget })}
          >
            Add loss
          </Button>
        </Group>
        <LostRenewals onEnter={(renewal, opener) => setEntering({ renewal, opener })} />
        {rows === undefined && losses.error !== null && (
          <ErrorState
            title="Couldn’t load losses"
            error={losses.error}
            onRetry={() => void losses.refetch()}
          />
        )}
        {rows === undefined && losses.error === null && (
          <LoadingSkeleton label="Loading losses">
            <SkeletonBlock height={110} />
            <SkeletonBlock height={230} />
            <SkeletonBlock height={230} />
          </LoadingSkeleton>
        )}
        {rows !== undefined && (
          <>
            <LossFigureCards losses={rows} />
            <Text size="sm" c="dimmed">
              The tables and the list below have all losses {lossHistoryText(rows)}.
            </Text>
            <HealthBeforeNotice losses={rows} />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
              <LossReasonTable losses={rows} />
              <LossTenureTable losses={rows} />
            </SimpleGrid>
          </>
        )}
        <LazyPart label="Loading the list" height={420}>
          <LossList losses={losses} />
        </LazyPart>
      </Stack>
      <Suspense>
        <LinkedLossDialog />
        {entering !== undefined && (
          <LossDialog {...entering} onClose={() => setEntering(undefined)} />
        )}
      </Suspense>
    </Container>
  );
}

/** Dialog for the loss of the customer in the URL, prefilled from the customer's lost renewal. */
function LinkedLossDialog() {
  const { parameters, change } = useUrlParameters();
  // A renewal may have been recorded as lost a moment ago.
  const lostRenewals = useQuery({ ...lostRenewalsQuery, staleTime: 0 });
  const institutionId = Number(parameters.get('addLoss'));
  if (
    !Number.isSafeInteger(institutionId) ||
    institutionId < 1 ||
    !lostRenewals.isFetchedAfterMount
  )
    return null;
  return (
    <LossDialog
      renewal={lostRenewals.data?.rows.find((row) => row.institutionId === institutionId)}
      institutionId={institutionId}
      opener={null}
      onClose={() => change({ addLoss: null }, { replace: true })}
    />
  );
}
