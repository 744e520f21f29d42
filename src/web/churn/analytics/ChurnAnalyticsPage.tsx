import { Container, Stack } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import classes from '#web/risk/risk.module.css';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { Waiting, WaitingPart } from '#web/ui/Waiting.tsx';

const views = [
  { key: 'revenue', name: 'Revenue', View: lazy(async () => ({ default: (await import('./Revenue.tsx')).Revenue })) },
  { key: 'survival', name: 'Survival', View: lazy(async () => ({ default: (await import('./survival/Survival.tsx')).Survival })) },
  { key: 'causes', name: 'Causes', View: lazy(async () => ({ default: (await import('./causes/Causes.tsx')).Causes })) },
  { key: 'saves', name: 'Saves', View: lazy(async () => ({ default: (await import('./saves/Saves.tsx')).Saves })) },
] as const;

/** What became of the revenue, when and why customers leave, and who was saved. */
export function ChurnAnalyticsPage() {
  const [parameters] = useSearchParams();
  const chosen = views.find(({ key }) => key === parameters.get('part')) ?? views[0];
  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="lg">
        <PageTitle>Churn analytics</PageTitle>
        <nav className={classes.tabs} aria-label="Churn analytics" data-guide="analytics-views">
          {views.map(({ key, name }) => (
            <Link
              key={key}
              to={{ search: key === views[0].key ? '' : `part=${key}` }}
              aria-current={key === chosen.key ? 'page' : undefined}
            >
              {name}
            </Link>
          ))}
        </nav>
        <Suspense fallback={<ViewWaiting />}>
          <chosen.View />
        </Suspense>
      </Stack>
    </Container>
  );
}

const ViewWaiting = () => (
  <Waiting label="Loading the figures">
    <WaitingPart height={260} />
    <WaitingPart height={300} />
  </Waiting>
);
