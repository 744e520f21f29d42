import { Container, Group, Paper, Skeleton } from '@mantine/core';
import { DetailSkeleton } from './DetailLoader.tsx';
import classes from './header.module.css';

/** Placeholder of a customer's page while it is loading: header, tabs and first tab. */
export function CustomerOverviewSkeleton() {
  return (
    <Container component="main" size="lg" py="sm">
      <div className={classes.bar} aria-hidden>
        <Skeleton h={24} w="min(320px, 60%)" my={5} />
        <Skeleton h={30} w={360} visibleFrom="md" />
      </div>
      <Group className={classes.facts} aria-hidden>
        <Skeleton h={12} w={200} />
      </Group>
      <Skeleton h={36} mt="sm" mb="md" />
      <Paper p={{ base: 'sm', sm: 'xl' }} radius="lg" bg="var(--surface)">
        <DetailSkeleton />
      </Paper>
    </Container>
  );
}
