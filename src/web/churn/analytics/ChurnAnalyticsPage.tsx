import { Container, Stack } from '@mantine/core';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { Revenue } from './Revenue.tsx';

/** What became of the revenue, and of whom. */
export function ChurnAnalyticsPage() {
  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="lg">
        <PageTitle>Churn analytics</PageTitle>
        <Revenue />
      </Stack>
    </Container>
  );
}
