import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { urlOf } from '#shared/core/endpoint.ts';
import { paths } from '#shared/core/paths.ts';
import type { ListState } from '#shared/list/state.ts';
import { riskColumns, riskTabColumns } from '#shared/risk/columns.ts';
import { exportRisks, type RiskTab } from '#shared/risk/list.ts';
import { isOnTab, type RiskRow } from '#shared/risk/rows.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { List } from '#web/ui/list/List.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import type { useRiskRows } from './data.ts';
import { ReasonFilter } from './ReasonFilter.tsx';
import { riskCells } from './risk-cells.tsx';

const RiskBulkActions = lazy(async () => ({ default: (await import('./RiskBulkActions.tsx')).RiskBulkActions }));

const begin = (tab: RiskTab, column: string, descending: boolean): Partial<ListState> => ({
  columns: riskTabColumns[tab],
  sort: [{ column, descending }],
});

const initial: Record<RiskTab, Partial<ListState>> = {
  queue: begin('queue', 'priority', true),
  all: begin('all', 'priority', true),
  snoozed: begin('snoozed', 'snoozedUntil', false),
  'cannot-judge': begin('cannot-judge', 'annualRevenue', true),
  recovered: begin('recovered', 'lastAtRiskOn', true),
};

interface Properties {
  tab: RiskTab;
  risk: ReturnType<typeof useRiskRows>;
  onTriage: (rows: readonly RiskRow[]) => void;
}

/** The customers of one tab. */
export function RiskList({ tab, risk, onTriage }: Properties) {
  const openInstitution = useInstitutionModal();
  const rows = useMemo(() => risk.rows?.filter((row) => isOnTab(row, tab)), [risk.rows, tab]);
  const list = useList({ name: 'at-risk', columns: riskColumns, rows, initial: initial[tab] });
  const isOfRisk = tab === 'queue' || tab === 'all' || tab === 'snoozed';
  const waiting = list.matching?.length;
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        {isOfRisk ? <ReasonFilter list={list} /> : <Explanation tab={tab} />}
        {isOfRisk && (
          <Text size="xs" c="dimmed" data-guide="at-risk-priority">
            Priority is the yearly revenue at stake <MetricInfo metric="priority" />
          </Text>
        )}
      </Group>
      <div data-guide="at-risk-filters">
        <List
          list={list}
          source={risk.source}
          label="At-risk customers"
          noun={{ one: 'customer', many: 'customers' }}
          rowId={(row) => row.institutionId}
          onOpen={(row) => openInstitution(row.institutionId, list.matching)}
          overviewOf={(row) => paths.institutionOverview(row.institutionId)}
          cells={riskCells}
          bulkActions={(selected, clearSelection) => (
            <Suspense fallback={<Skeleton w={260} h={30} />}>
              <RiskBulkActions rows={selected} onDone={clearSelection} onTriage={onTriage} />
            </Suspense>
          )}
          exportPath={urlOf(exportRisks.path, {}, { tab })}
          whenEmpty={<WhenEmpty tab={tab} risk={risk} />}
          extra={
            tab === 'queue' && (
              <Button
                size="xs"
                leftSection={<IconPlayerPlay size={15} aria-hidden />}
                data-guide="at-risk-triage"
                disabled={waiting === undefined || waiting === 0}
                onClick={() => onTriage(list.matching ?? [])}
              >
                Triage {waiting?.toLocaleString('en-US')}
              </Button>
            )
          }
          offset={300}
        />
      </div>
    </Stack>
  );
}

function Explanation({ tab }: { tab: RiskTab }) {
  return (
    <Text size="sm" c="dimmed">
      {tab === 'recovered' ? (
        <>
          At risk lately, and not any more <MetricInfo metric="recovered" />
        </>
      ) : (
        <>
          Past their first days, and too little could be measured to judge them <MetricInfo metric="measurableShare" />
        </>
      )}
    </Text>
  );
}

function WhenEmpty({ tab, risk: { list, rows = [] } }: Pick<Properties, 'tab' | 'risk'>) {
  const count = (of: RiskTab) => rows.filter((row) => isOnTab(row, of)).length.toLocaleString('en-US');
  const texts: Record<RiskTab, ReactNode> = {
    queue: `Nobody is waiting. ${count('snoozed')} are snoozed, ${count('cannot-judge')} cannot be judged, ${(list?.inGrace ?? 0).toLocaleString('en-US')} are in grace.`,
    all: 'Nobody was at risk in the last official week.',
    snoozed: 'Nobody is snoozed.',
    'cannot-judge': 'Everybody past grace can be judged.',
    recovered: 'Nobody has recovered in the last weeks.',
  };
  return texts[tab];
}
