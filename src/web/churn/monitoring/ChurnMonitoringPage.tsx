import { Container, Stack } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import classes from '#web/risk/risk.module.css';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { Waiting, WaitingPart } from '#web/ui/Waiting.tsx';

const PipelineTab = lazy(async () => ({ default: (await import('./PipelineTab.tsx')).PipelineTab }));
const QualityTab = lazy(async () => ({ default: (await import('./QualityTab.tsx')).QualityTab }));

const tabs = { pipeline: 'Pipeline', quality: 'Model quality' } as const;

/** How the predictions are made, and how good they were. */
export function ChurnMonitoringPage() {
  const [parameters] = useSearchParams();
  const tab = parameters.get('tab') === 'quality' ? 'quality' : 'pipeline';
  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="md">
        <PageTitle>Churn monitoring</PageTitle>
        <nav className={classes.tabs} aria-label="Churn monitoring" data-guide="monitoring-tabs">
          <Link to={{ search: '' }} aria-current={tab === 'pipeline' ? 'page' : undefined}>
            {tabs.pipeline}
          </Link>
          <Link to={{ search: 'tab=quality' }} aria-current={tab === 'quality' ? 'page' : undefined}>
            {tabs.quality}
          </Link>
        </nav>
        <Suspense
          fallback={
            <Waiting label="Loading">
              <WaitingPart height={420} />
            </Waiting>
          }
        >
          {tab === 'pipeline' ? <PipelineTab /> : <QualityTab />}
        </Suspense>
      </Stack>
    </Container>
  );
}
