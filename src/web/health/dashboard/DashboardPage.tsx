import { Container, Stack } from '@mantine/core';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { BenchmarksTab } from './BenchmarksTab.tsx';

/** The benchmarks that every score is made with. */
export function DashboardPage() {
  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="lg">
        <PageTitle>Dashboard</PageTitle>
        <BenchmarksTab />
      </Stack>
    </Container>
  );
}
