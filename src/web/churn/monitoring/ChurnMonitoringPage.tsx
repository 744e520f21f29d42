import { Container, Stack } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import classes from '#web/risk/risk.module.css';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { PipelineTab } from './PipelineTab.tsx';
import { QualityTab } from './QualityTab.tsx';

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
        {tab === 'pipeline' ? <PipelineTab /> : <QualityTab />}
      </Stack>
    </Container>
  );
}
