import { Container, Stack, Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { HealthPageLinks } from '#web/portfolio/HealthPageLinks.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { BoardSkeleton } from './BoardSkeleton.tsx';

const CustomersTab = lazy(async () => ({
  default: (await import('./CustomersTab.tsx')).CustomersTab,
}));
const BenchmarksTab = lazy(async () => ({
  default: (await import('#web/benchmarks/BenchmarksTab.tsx')).BenchmarksTab,
}));

/** Dashboard with boards of figures and the benchmarks. */
export function DashboardPage() {
  const [parameters, setParameters] = useSearchParams();
  const tab = parameters.get('tab') === 'benchmarks' ? 'benchmarks' : 'customers';
  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="md">
        <div>
          <PageTitle>Dashboard</PageTitle>
          <HealthPageLinks currentPath={paths.dashboard} />
        </div>
        <Tabs
          value={tab}
          onChange={(next) => setParameters(next === 'benchmarks' ? { tab: next } : {})}
          keepMounted={false}
        >
          <Tabs.List mb="md" data-guide="dashboard-tabs">
            <Tabs.Tab value="customers">Customers</Tabs.Tab>
            <Tabs.Tab value="benchmarks">Benchmarks</Tabs.Tab>
          </Tabs.List>
          <Suspense fallback={<BoardSkeleton />}>
            <Tabs.Panel value="customers">
              <CustomersTab />
            </Tabs.Panel>
            <Tabs.Panel value="benchmarks">
              <BenchmarksTab />
            </Tabs.Panel>
          </Suspense>
        </Tabs>
      </Stack>
    </Container>
  );
}
