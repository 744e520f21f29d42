import { Container, Stack } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import classes from '#web/risk/risk.module.css';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { Waiting, WaitingPart } from '#web/ui/Waiting.tsx';

/** The first one is the page without a parameter. */
const parts = [
  { key: 'day', name: 'My day', Part: lazy(async () => ({ default: (await import('./day/MyDay.tsx')).MyDay })) },
  { key: 'queue', name: 'Queue', Part: lazy(async () => ({ default: (await import('./calls/Queue.tsx')).Queue })) },
  { key: 'team', name: 'Team', Part: lazy(async () => ({ default: (await import('./team/Team.tsx')).Team })) },
  { key: 'playbooks', name: 'Playbooks', Part: lazy(async () => ({ default: (await import('./playbooks/Playbooks.tsx')).Playbooks })) },
  { key: 'renewals', name: 'Renewals', Part: lazy(async () => ({ default: (await import('./renewals/Renewals.tsx')).Renewals })) },
  { key: 'slas', name: 'SLAs', Part: lazy(async () => ({ default: (await import('./slas/Slas.tsx')).Slas })) },
  { key: 'incidents', name: 'Incidents', Part: lazy(async () => ({ default: (await import('./radar/Incidents.tsx')).Incidents })) },
  { key: 'alerts', name: 'Alert rules', Part: lazy(async () => ({ default: (await import('./alerts/AlertRules.tsx')).AlertRules })) },
] as const;

/** Where the team's day is run. */
export function SuccessOpsPage() {
  const [parameters] = useSearchParams();
  const chosen = parts.find(({ key }) => key === parameters.get('part')) ?? parts[0];
  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="lg">
        <PageTitle>Success operations</PageTitle>
        <nav className={classes.tabs} aria-label="Success operations" data-guide="ops-parts">
          {parts.map(({ key, name }) => (
            <Link
              key={key}
              to={{ search: key === parts[0].key ? '' : `part=${key}` }}
              aria-current={key === chosen.key ? 'page' : undefined}
            >
              {name}
            </Link>
          ))}
        </nav>
        <Suspense fallback={<PartWaiting />}>
          <chosen.Part />
        </Suspense>
      </Stack>
    </Container>
  );
}

const PartWaiting = () => (
  <Waiting label="Loading">
    <WaitingPart height={90} />
    <WaitingPart height={420} />
  </Waiting>
);
