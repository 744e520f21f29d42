import { Button, Skeleton, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { buildUrl } from '#shared/core/endpoint.ts';
import { numberText } from '#shared/core/words.ts';
import type { ListState } from '#shared/list/state.ts';
import { riskColumns, riskTabColumns } from '#shared/risk/columns.ts';
import { exportRisks, type RiskTab } from '#shared/risk/list.ts';
import { isOnRiskTab, type RiskRow } from '#shared/risk/rows.ts';
import { riskReasonKeys, riskReasonNames } from '#shared/work/cases.ts';
import { useToday } from '#web/core/days.ts';
import { CustomerList } from '#web/institutions/CustomerList.tsx';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { buildCustomerScopeFilters } from '#web/portfolio/own-scope.ts';
import { type QuickFilter, QuickFilterButtons } from '#web/ui/list/QuickFilterButtons.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import type { useRiskRows } from './data.ts';
import { createRiskActions, type StartedRiskAction } from './risk-actions.tsx';
import { createRiskCells } from './risk-cells.tsx';

const WorkDialog = lazy(async () => ({
  default: (await import('#web/work/WorkDialog.tsx')).WorkDialog,
}));
const PriorityPopover = lazy(async () => ({
  default: (await import('./PriorityPopover.tsx')).PriorityPopover,
}));
const RiskBulkActions = lazy(async () => ({
  default: (await import('./RiskBulkActions.tsx')).RiskBulkActions,
}));

const initialState = (tab: RiskTab, column: string, descending: boolean): Partial<ListState> => ({
  columns: riskTabColumns[tab],
  sort: [{ column, descending }],
});

const initial: Record<RiskTab, Partial<ListState>> = {
  queue: initialState('queue', 'priority', true),
  all: initialState('all', 'priority', true),
  snoozed: initialState('snoozed', 'snoozedUntil', false),
  leaving: initialState('leaving', 'leavesOn', false),
  'cannot-judge': initialState('cannot-judge', 'annualRevenue', true),
  recovered: initialState('recovered', 'lastAtRiskOn', true),
};

const reasonFacets: readonly QuickFilter[] = riskReasonKeys.map((reason) => ({
  label: riskReasonNames[reason],
  filter: { column: 'reasons', kind: 'contains', text: riskReasonNames[reason] },
}));

interface Properties {
  tab: RiskTab;
  risk: ReturnType<typeof useRiskRows>;
  /** Name of the owner by which the rows are filtered; `undefined` without a filter. */
  owner: string | undefined;
  onTriage: (rows: readonly RiskRow[], opener: Element | null) => void;
}

export function RiskList({ tab, risk, owner, onTriage }: Properties) {
  const today = useToday();
  const [priority, setPriority] = useState<{ row: RiskRow; opener: HTMLElement }>();
  const cells = useMemo(
    () => createRiskCells(today, (row, opener) => setPriority({ row, opener })),
    [today],
  );
  const [work, setWork] = useState<StartedRiskAction>();
  const actions = useMemo(() => createRiskActions(setWork), []);
  const clearSelection = useRef<() => void>(undefined);
  const rows = useMemo(() => risk.rows?.filter((row) => isOnRiskTab(row, tab)), [risk.rows, tab]);
  const list = useList({ name: 'at-risk', columns: riskColumns, rows, initial: initial[tab] });
  const isOfRisk = tab === 'queue' || tab === 'all' || tab === 'snoozed';
  const waiting = list.matching?.length;
  return (
    <div data-guide="at-risk-filters">
      <CustomerList
        list={list}
        source={risk.source}
        label="At-risk customers"
        cells={cells}
        rowActions={actions}
        bulkActions={(selected, clear) => {
          clearSelection.current = clear;
          return (
            <Suspense fallback={<Skeleton w={260} h={30} />}>
              <RiskBulkActions rows={selected} actions={actions} onTriage={onTriage} />
            </Suspense>
          );
        }}
        askAbout={{
          list: `risk-${tab}`,
          filters: buildCustomerScopeFilters(owner === undefined ? 'all' : 'mine'),
        }}
        exportPath={buildUrl(
          exportRisks.path,
          {},
          { tab, ...(owner === undefined ? {} : { owner }) },
        )}
        whenEmpty={<WhenEmpty tab={tab} risk={risk} />}
        facets={
          isOfRisk ? (
            <QuickFilterButtons
              list={list}
              label="Reasons"
              facets={reasonFacets}
              guide="at-risk-reasons"
            />
          ) : (
            <Explanation tab={tab} />
          )
        }
        extra={
          tab === 'queue' && (
            <Button
              size="xs"
              flex="none"
              leftSection={<IconPlayerPlay size={15} aria-hidden />}
              data-guide="at-risk-triage"
              disabled={waiting === undefined || waiting === 0}
              onClick={(event) => onTriage(list.matching ?? [], event.currentTarget)}
            >
              Triage {waiting !== undefined && numberText(waiting)}
            </Button>
          )
        }
        offset={230}
      />
      <Suspense>
        {priority !== undefined && (
          <PriorityPopover {...priority} onClose={() => setPriority(undefined)} />
        )}
      </Suspense>
      <Suspense>
        {work !== undefined && (
          <WorkDialog
            action={work.action}
            customers={work.rows}
            opener={work.opener}
            onClose={() => setWork(undefined)}
            onDone={() => clearSelection.current?.()}
          />
        )}
      </Suspense>
    </div>
  );
}

function Explanation({ tab }: { tab: RiskTab }) {
  const texts: Partial<Record<RiskTab, ReactNode>> = {
    leaving: 'Customers that have given notice. They are not in the queue.',
    recovered: (
      <>
        Recently left the queue <MetricInfo metric="recovered" />
      </>
    ),
    'cannot-judge': (
      <>
        These customers are past their grace period but don’t have enough data for a score{' '}
        <MetricInfo metric="measurableShare" />
      </>
    ),
  };
  return (
    <Text size="sm" c="dimmed" flex={{ base: '1 1 100%', sm: 'none' }}>
      {texts[tab]}
    </Text>
  );
}

function WhenEmpty({ tab, risk: { list, rows = [] } }: Pick<Properties, 'tab' | 'risk'>) {
  const count = (of: RiskTab) => numberText(rows.filter((row) => isOnRiskTab(row, of)).length);
  const texts: Record<RiskTab, ReactNode> = {
    queue: `The queue is empty. ${count('snoozed')} snoozed, ${count('cannot-judge')} without enough data, ${numberText(list?.inGrace ?? 0)} in grace.`,
    all: 'No customers were at risk in the last official week.',
    snoozed: 'No snoozed customers. To hide a customer until a date, snooze it in the queue.',
    leaving: 'No current customer has given notice.',
    'cannot-judge': 'Every customer past its grace period has enough data.',
    recovered: 'No customer has left the queue recently.',
  };
  return texts[tab];
}
