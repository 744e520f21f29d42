import { Alert, Button, Container, Group, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { countText } from '#shared/core/words.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import { FreshnessStrip } from '#web/scoring/FreshnessStrip.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { HealthPageLinks } from './HealthPageLinks.tsx';
import { institutionListQuery } from './institution-list.tsx';
import { PortfolioOverviewSkeleton } from './PortfolioOverviewSkeleton.tsx';
import { ScopePicker } from './ScopePicker.tsx';
import { usePortfolioScope } from './use-scope.ts';

const Overview = lazy(async () => ({
  default: (await import('./PortfolioOverview.tsx')).PortfolioOverview,
}));
const PortfolioComparison = lazy(async () => ({
  default: (await import('./comparison/PortfolioComparison.tsx')).PortfolioComparison,
}));

/**
 * Portfolio page of all customers or of a scope, with an overview and a comparison of two weeks.
 */
export function PortfolioPage() {
  const source = useQuery(institutionListQuery);
  const all = source.data?.rows;
  const scope = usePortfolioScope(all);
  const [parameters, setParameters] = useSearchParams();
  const tab = parameters.get('tab') === 'comparison' ? 'comparison' : 'overview';

  /**
   * Opens a tab. The scope, which both tabs share, is kept; the list parameters of the other tab
   * are dropped.
   */
  const open = (next: string | null) =>
    setParameters({
      ...(next === 'comparison' ? { tab: 'comparison' } : {}),
      scope: scope.value,
    });

  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="lg">
        <Group justify="space-between" align="flex-end">
          <div>
            <PageTitle>Portfolio</PageTitle>
            {scope.rows !== undefined && <Population rows={scope.rows} />}
            {source.data?.weekEndDate !== null && (
              <FreshnessStrip
                weekEnd={source.data?.weekEndDate}
                isUnavailable={source.error !== null}
              />
            )}
            <HealthPageLinks currentPath={paths.portfolio} />
          </div>
          <ScopePicker scope={scope} />
        </Group>
        {scope.problem !== undefined && (
          <Alert variant="default" role="status">
            {scope.problem}
          </Alert>
        )}
        <Tabs value={tab} onChange={open} keepMounted={false}>
          <Tabs.List mb="lg">
            <Tabs.Tab value="overview">Overview</Tabs.Tab>
            <Tabs.Tab value="comparison" data-guide="portfolio-comparison">
              Weekly comparison
            </Tabs.Tab>
          </Tabs.List>
          {source.error !== null && all === undefined && (
            <ErrorState
              title="Couldn’t load customers"
              error={source.error}
              onRetry={() => void source.refetch()}
            />
          )}
          {scope.value !== 'all' && scope.rows?.length === 0 ? (
            <EmptyScope isMine={scope.value === 'mine'} onShowAll={() => scope.choose('all')} />
          ) : (
            <>
              <Tabs.Panel value="overview">
                <Suspense fallback={<PortfolioOverviewSkeleton scope={scope} />}>
                  {source.data !== undefined && (
                    <Overview
                      source={source}
                      all={source.data.rows}
                      weekEnd={source.data.weekEndDate}
                      rules={source.data.rules}
                      scope={scope}
                    />
                  )}
                  {source.data === undefined && source.error === null && (
                    <PortfolioOverviewSkeleton scope={scope} />
                  )}
                </Suspense>
              </Tabs.Panel>
              <Tabs.Panel value="comparison">
                <Suspense fallback={<ComparisonWaiting />}>
                  <PortfolioComparison segment={scope.segment} rows={scope.rows} />
                </Suspense>
              </Tabs.Panel>
            </>
          )}
        </Tabs>
      </Stack>
    </Container>
  );
}

/** Number of customers and of their locations in the scope. */
function Population({ rows }: { rows: readonly ListedInstitution[] }) {
  const locations = rows.reduce((sum, row) => sum + row.locationCount, 0);
  return (
    <Text size="sm" role="status">
      {countText(rows.length, 'customer')}, {countText(locations, 'open location')}
    </Text>
  );
}

function ComparisonWaiting() {
  return (
    <LoadingSkeleton label="Loading the comparison">
      <SkeletonBlock height={420} />
    </LoadingSkeleton>
  );
}

function EmptyScope({ isMine, onShowAll }: { isMine: boolean; onShowAll: () => void }) {
  return (
    <Stack align="flex-start" gap="sm" py="lg">
      <Text>No customers in this scope.</Text>
      {isMine && (
        <Text size="sm" c="dimmed">
          “My customers” are the customers that you own in the CRM.
        </Text>
      )}
      <Button variant="default" onClick={onShowAll}>
        Show all customers
      </Button>
    </Stack>
  );
}
