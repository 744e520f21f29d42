import { Container, Group, Stack } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { isSearchOrFilterParameter } from '#shared/list/address.ts';
import { type RiskTab, riskTabs } from '#shared/risk/list.ts';
import { isOnRiskTab, type RiskRow } from '#shared/risk/rows.ts';
import { OwnCustomersSwitch } from '#web/portfolio/OwnCustomersSwitch.tsx';
import { useCustomerScope } from '#web/portfolio/own-scope.ts';
import { FreshnessStrip } from '#web/scoring/FreshnessStrip.tsx';
import { useViewerName } from '#web/ui/list/viewer.ts';
import { NameWithCount, TabLinks } from '#web/ui/page/PagePartLinks.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { useRiskRows } from './data.ts';
import { RiskList } from './RiskList.tsx';

const Triage = lazy(async () => ({
  default: (await import('./triage/TriageScreen.tsx')).TriageScreen,
}));

const tabNames: Record<RiskTab, string> = {
  queue: 'Queue',
  all: 'All',
  snoozed: 'Snoozed',
  leaving: 'Leaving',
  'cannot-judge': 'Not enough data',
  recovered: 'Recovered',
};

/** Page of at-risk customers with their reasons, in order of priority. */
export function AtRiskPage() {
  const [parameters] = useSearchParams();
  const { scope, choose } = useCustomerScope();
  const viewer = useViewerName();
  const owner = scope === 'mine' && viewer !== null ? viewer : undefined;
  const everyone = useRiskRows();
  const rows = useMemo(
    () =>
      owner === undefined ? everyone.rows : everyone.rows?.filter((row) => row.ownerName === owner),
    [everyone.rows, owner],
  );
  const risk = { ...everyone, rows };
  const [triaged, setTriaged] = useState<{ rows: readonly RiskRow[]; opener: Element | null }>();
  const tab = riskTabs.find((each) => each === parameters.get('tab')) ?? 'queue';

  /**
   * Returns the query string for another tab. Scope, search and filters are kept; each tab has its
   * own order and columns.
   */
  function searchOf(next: RiskTab): string {
    const keptParameters = [...parameters].filter(
      ([name]) => name === 'scope' || isSearchOrFilterParameter(name),
    );
    return new URLSearchParams(
      next === 'queue' ? keptParameters : [['tab', next], ...keptParameters],
    ).toString();
  }

  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="md">
        <Group justify="space-between" align="flex-end" gap="xs">
          <div>
            <PageTitle>At-risk customers</PageTitle>
            {risk.list?.weekEndDate !== null && (
              <FreshnessStrip
                weekEnd={risk.list?.weekEndDate}
                isUnavailable={risk.source.error !== null}
              />
            )}
          </div>
          <OwnCustomersSwitch scope={scope} onChoose={choose} />
        </Group>
        <TabLinks
          label="At-risk customers"
          links={riskTabs.map((each) => ({
            key: each,
            name: (
              <NameWithCount
                name={tabNames[each]}
                count={risk.rows?.filter((row) => isOnRiskTab(row, each)).length}
              />
            ),
            search: searchOf(each),
          }))}
          chosen={tab}
          guide="at-risk-tabs"
        />
        <RiskList
          key={tab}
          tab={tab}
          risk={risk}
          owner={owner}
          onTriage={(rows, opener) => setTriaged({ rows, opener })}
        />
      </Stack>
      <Suspense>
        {triaged !== undefined && <Triage {...triaged} onClose={() => setTriaged(undefined)} />}
      </Suspense>
    </Container>
  );
}
