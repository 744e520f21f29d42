import { Paper, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { buildUrl } from '#shared/core/endpoint.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import { parseList } from '#shared/list/address.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import { exportInstitutions, type ListedInstitution } from '#shared/portfolio/list.ts';
import { CustomerList } from '#web/institutions/CustomerList.tsx';
import { PlanRouteButton } from '#web/institutions/PlanRouteButton.tsx';
import type { RowsQueryState } from '#web/ui/list/List.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { ExpansionCandidateList } from './ExpansionCandidateList.tsx';
import { institutionCells } from './institution-list.tsx';
import { KeyFiguresFromRows } from './KeyFigures.tsx';
import { LowProductScoreHeatMap } from './LowProductScoreHeatMap.tsx';
import { ScoreMoverList } from './ScoreMoverList.tsx';
import { TierCountBars, TierMovementTable } from './TierCountBars.tsx';
import { TierTrendChart } from './TierTrendChart.tsx';
import { type PortfolioScopeState, portfolioListName } from './use-scope.ts';

interface Properties {
  source: RowsQueryState;
  all: readonly ListedInstitution[];
  /** End of the last official week; `null` before the first official week. */
  weekEnd: string | null;
  /** Rules of the last official week. */
  rules: HealthRules;
  scope: PortfolioScopeState;
}

/** Figures of the scope's customers in the last official week, and the customer list. */
export function PortfolioOverview({ source, all, weekEnd, rules, scope }: Properties) {
  const { rows, segment } = scope;
  const list = useList({ name: portfolioListName, columns: institutionColumns, rows });
  const askAbout =
    segment === undefined
      ? undefined
      : { list: 'customers', ...parseList(new URLSearchParams(segment), institutionColumns).state };
  return (
    <Stack gap="lg">
      {rows === undefined || segment === undefined ? (
        <Skeleton h={560} />
      ) : (
        <>
          <KeyFiguresFromRows rows={rows} segment={segment} scope={scope.value} weekEnd={weekEnd} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <Paper p="md" bg="var(--surface)">
              <TierCountBars rows={rows} />
            </Paper>
            <Paper p="md" bg="var(--surface)">
              <TierMovementTable rows={rows} />
            </Paper>
          </SimpleGrid>
          <Paper p="md" bg="var(--surface)">
            <TierTrendChart segment={segment} />
          </Paper>
          <Paper p="md" bg="var(--surface)">
            <ScoreMoverList rows={rows} rules={rules} />
          </Paper>
          <Paper p="md" bg="var(--surface)">
            <LowProductScoreHeatMap rows={rows} limits={rules} />
          </Paper>
          <Paper p="md" bg="var(--surface)">
            <ExpansionCandidateList rows={rows} all={all} />
          </Paper>
        </>
      )}
      <div id="customers" data-guide="portfolio-list">
        <CustomerList
          list={list}
          source={source}
          label="Customers"
          cells={institutionCells}
          askAbout={askAbout}
          bulkActions={(selected) => (
            <PlanRouteButton institutionIds={selected.map(({ institutionId }) => institutionId)} />
          )}
          exportPath={buildUrl(exportInstitutions.path, {}, segment ? { segment } : {})}
          whenEmpty="No customers yet. Import some to begin."
        />
      </div>
    </Stack>
  );
}
