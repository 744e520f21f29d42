import { Container, Paper, Skeleton, Stack, Tabs, VisuallyHidden } from '@mantine/core';
import { Suspense, useEffect, useRef } from 'react';
import type { LoadedInstitutionDetail } from '#web/health/institution-detail.ts';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';
import { OverviewHeader } from './OverviewHeader.tsx';
import classes from './overview.module.css';
import { type OverviewTabKey, overviewTabs } from './parts.tsx';

interface Properties {
  institutionId: number;
  detail: LoadedInstitutionDetail;
}

const firstTab: OverviewTabKey = 'summary';

/** Header and tabs of a customer's page. The open tab is in the URL. */
export function CustomerOverview({ institutionId, detail }: Properties) {
  const { parameters, change } = useUrlParameters();
  const open = overviewTabs.find(({ key }) => key === parameters.get('tab'))?.key ?? firstTab;
  const select = (next: string | null) =>
    change({ tab: next === firstTab ? null : next }, { replace: true });
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone, the tabs are wider than the screen. The open tab is scrolled to the middle.
    const chosen = list.current?.querySelector<HTMLElement>(`[data-tab="${open}"]`);
    if (list.current && chosen)
      list.current.scrollLeft =
        chosen.offsetLeft - (list.current.clientWidth - chosen.offsetWidth) / 2;
  }, [open]);
  return (
    <Container component="main" size="lg" py="sm">
      <OverviewHeader institutionId={institutionId} detail={detail} />
      <Tabs value={open} onChange={select} keepMounted={false} mt="sm">
        <Tabs.List ref={list} className={classes.tabs} data-guide="customer-tabs">
          {overviewTabs.map(({ key, label }) => (
            <Tabs.Tab key={key} value={key} data-tab={key}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {overviewTabs.map(({ key, label, Part }) => (
          <Tabs.Panel key={key} value={key} pt="md">
            <Paper p={{ base: 'sm', sm: 'xl' }} radius="lg" bg="var(--surface)">
              {key !== firstTab && (
                <VisuallyHidden>
                  <h2>{label}</h2>
                </VisuallyHidden>
              )}
              <Suspense fallback={<Waiting />}>
                <Part institutionId={institutionId} detail={detail} />
              </Suspense>
            </Paper>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Container>
  );
}

function Waiting() {
  return (
    <Stack gap="md" role="status" aria-label="Loading">
      <Skeleton h={28} w="60%" />
      <Skeleton h={240} />
    </Stack>
  );
}
