import { Container, Stack, Tabs } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { isOnTab, type RiskRow, type RiskTab, riskTabs } from '#shared/risk-rows.ts';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { FreshnessStrip } from '../FreshnessStrip.tsx';
import { useRiskRows } from './data.ts';
import { RiskList } from './RiskList.tsx';
import classes from './risk.module.css';

const Triage = lazy(async () => ({ default: (await import('./triage/Triage.tsx')).Triage }));

const tabNames: Record<RiskTab, string> = {
  queue: 'Queue',
  all: 'All',
  snoozed: 'Snoozed',
  'cannot-judge': 'Cannot judge',
  recovered: 'Recovered',
};

/** Who is at risk, why, and whom to see to first. */
export function AtRiskPage() {
  const [parameters, setParameters] = useSearchParams();
  const risk = useRiskRows();
  const [triaged, setTriaged] = useState<readonly RiskRow[]>();
  const tab = riskTabs.find((each) => each === parameters.get('tab')) ?? 'queue';

  /** Search and filters go along to another tab; order and columns are the tab's own. */
  function open(next: RiskTab) {
    const kept = [...parameters].filter(([name]) => name === 'q' || name.startsWith('f.'));
    setParameters(next === 'queue' ? kept : [['tab', next], ...kept]);
  }

  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="md">
        <div>
          <PageTitle>At-risk customers</PageTitle>
          {risk.list?.weekEndDate && <FreshnessStrip weekEnd={risk.list.weekEndDate} />}
        </div>
        <Tabs
          value={tab}
          onChange={(next) => open(riskTabs.find((each) => each === next) ?? 'queue')}
          keepMounted={false}
          data-guide="at-risk-tabs"
        >
          <Tabs.List mb="md" style={{ flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' }}>
            {riskTabs.map((each) => (
              <Tabs.Tab key={each} value={each}>
                {tabNames[each]}
                {risk.rows !== undefined && (
                  <span className={classes.tabCount}>{risk.rows.filter((row) => isOnTab(row, each)).length.toLocaleString('en-US')}</span>
                )}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {riskTabs.map((each) => (
            <Tabs.Panel key={each} value={each}>
              <RiskList tab={each} risk={risk} onTriage={setTriaged} />
            </Tabs.Panel>
          ))}
        </Tabs>
      </Stack>
      <Suspense>{triaged !== undefined && <Triage rows={triaged} onClose={() => setTriaged(undefined)} />}</Suspense>
    </Container>
  );
}
