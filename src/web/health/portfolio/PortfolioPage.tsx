import { Container, Paper, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { institutionColumns } from '#shared/institution-columns.ts';
import { institutionExportPath, type ListedInstitution } from '#shared/institution-list.ts';
import { paths } from '#shared/paths.ts';
import { institutionCells, institutionListQuery } from '#web/institutions/institution-list.tsx';
import { useModals } from '#web/shell/modals.tsx';
import { List } from '#web/ui/list/List.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { FreshnessStrip } from '../FreshnessStrip.tsx';
import { HeatMap } from './HeatMap.tsx';
import { KeyFigures } from './KeyFigures.tsx';
import { Movers } from './Movers.tsx';
import { TierMovement, Tiers } from './Tiers.tsx';

/** All customers at a glance: how many are well, who moved and why, and the list behind every figure. */
export function PortfolioPage() {
  const source = useQuery(institutionListQuery);
  const { openInstitution } = useModals();
  const rows = source.data?.institutions;
  const list = useList({ name: 'portfolio', columns: institutionColumns, rows });
  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="lg">
        <div>
          <PageTitle>Portfolio</PageTitle>
          {source.data?.weekEndDate && <FreshnessStrip weekEnd={source.data.weekEndDate} />}
        </div>
        {rows === undefined ? source.error === null && <Skeleton h={560} /> : <Overview rows={rows} />}
        <div id="customers" data-guide="portfolio-list">
          <List
            list={list}
            source={source}
            label="Customers"
            noun={{ one: 'customer', many: 'customers' }}
            rowId={(row) => row.institutionId}
            onOpen={(row) => openInstitution(row.institutionId)}
            overviewOf={(row) => paths.institutionOverview(row.institutionId)}
            cells={institutionCells}
            exportPath={institutionExportPath}
            whenEmpty="There are no customers yet. An import brings them."
          />
        </div>
      </Stack>
    </Container>
  );
}

function Overview({ rows }: { rows: readonly ListedInstitution[] }) {
  return (
    <>
      <KeyFigures rows={rows} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Paper p="md" bg="var(--surface)">
          <Tiers rows={rows} />
        </Paper>
        <Paper p="md" bg="var(--surface)">
          <TierMovement rows={rows} />
        </Paper>
      </SimpleGrid>
      <Paper p="md" bg="var(--surface)">
        <Movers rows={rows} />
      </Paper>
      <Paper p="md" bg="var(--surface)">
        <HeatMap rows={rows} />
      </Paper>
    </>
  );
}
