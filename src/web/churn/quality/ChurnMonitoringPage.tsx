import { Container, Stack } from '@mantine/core';
import { lazy } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { CurrentFreshnessStrip } from '#web/scoring/CurrentFreshnessStrip.tsx';
import { LazyPart } from '#web/ui/page/LazyPart.tsx';
import { TabLinks } from '#web/ui/page/PagePartLinks.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { ChurnLinks } from '../ChurnLinks.tsx';

const PipelineTab = lazy(async () => ({
  default: (await import('./PipelineTab.tsx')).PipelineTab,
}));
const QualityTab = lazy(async () => ({ default: (await import('./QualityTab.tsx')).QualityTab }));

const OutcomesTab = lazy(async () => ({
  default: (await import('./OutcomesTab.tsx')).OutcomesTab,
}));

const pipeline = { key: 'pipeline', name: 'Pipeline', search: '', Tab: PipelineTab };
const tabs = [
  pipeline,
  { key: 'quality', name: 'Model quality', search: 'tab=quality', Tab: QualityTab },
  { key: 'outcomes', name: 'Outcomes', search: 'tab=outcomes', Tab: OutcomesTab },
];

/** Page about the prediction pipeline and the quality of predictions. */
export function ChurnMonitoringPage() {
  const [parameters] = useSearchParams();
  const tab = tabs.find(({ key }) => key === parameters.get('tab')) ?? pipeline;
  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="md">
        <div>
          <PageTitle>Churn monitoring</PageTitle>
          <CurrentFreshnessStrip />
          <ChurnLinks currentPath={paths.churnMonitoring} />
        </div>
        <TabLinks label="Churn monitoring" links={tabs} chosen={tab.key} guide="monitoring-tabs" />
        <LazyPart label="Loading" height={420}>
          <tab.Tab />
        </LazyPart>
      </Stack>
    </Container>
  );
}
