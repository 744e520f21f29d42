import { Group } from '@mantine/core';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { predictionColumns } from '#shared/churn/predictions/columns.ts';
import { exportPredictions, type PredictionTab } from '#shared/churn/predictions/list.ts';
import { isOnPredictionTab, type PredictionRow } from '#shared/churn/predictions/rows.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { countText } from '#shared/core/words.ts';
import type { ListState } from '#shared/list/state.ts';
import { CustomerList } from '#web/institutions/CustomerList.tsx';
import { BulkActionButtons } from '#web/ui/list/BulkActionButtons.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { StartPlaybookLink } from '#web/work/StartPlaybookLink.tsx';
import type { LoadedPredictions } from './data.ts';
import { createPredictionActions, type StartedPredictionAction } from './prediction-actions.tsx';
import { createPredictionCells } from './prediction-cells.tsx';

const WorkDialog = lazy(async () => ({
  default: (await import('#web/work/WorkDialog.tsx')).WorkDialog,
}));
const VerdictDialog = lazy(async () => ({
  default: (await import('./VerdictDialog.tsx')).VerdictDialog,
}));
const EvidenceDialog = lazy(async () => ({
  default: (await import('./EvidenceDialog.tsx')).EvidenceDialog,
}));

const open = [
  'institutionName',
  'tier',
  'daysLeft',
  'chance60',
  'patterns',
  'nextStep',
  'ownerName',
  'annualRevenue',
];
const columnsOf: Record<PredictionTab, string[]> = {
  open,
  accepted: [...open, 'verdictReason'],
  snoozed: [
    'institutionName',
    'tier',
    'daysLeft',
    'chance60',
    'snoozedUntil',
    'snoozeReason',
    'ownerName',
  ],
  rejected: [
    'institutionName',
    'tier',
    'chance60',
    'patterns',
    'verdictReason',
    'verdictBy',
    'ownerName',
  ],
};
const initialOf = (tab: PredictionTab): Partial<ListState> => ({
  columns: columnsOf[tab],
  sort: [
    { column: 'tier', descending: false },
    { column: 'chance60', descending: true },
  ],
});
const initial = {
  open: initialOf('open'),
  accepted: initialOf('accepted'),
  snoozed: initialOf('snoozed'),
  rejected: initialOf('rejected'),
};

export function PredictionList({
  tab,
  predictions,
}: {
  tab: PredictionTab;
  predictions: LoadedPredictions;
}) {
  const [act, setAct] = useState<StartedPredictionAction>();
  const actions = useMemo(() => createPredictionActions(setAct), []);
  const cells = useMemo(
    () => createPredictionCells((row, opener) => setAct({ kind: 'evidence', rows: [row], opener })),
    [],
  );
  const clearSelection = useRef<() => void>(undefined);
  const rows = useMemo(
    () => predictions.rows?.filter((row) => isOnPredictionTab(row, tab)),
    [predictions.rows, tab],
  );
  const list = useList({
    name: 'churn-predictions',
    columns: predictionColumns,
    rows,
    initial: initial[tab],
  });
  const close = () => setAct(undefined);
  const done = () => clearSelection.current?.();
  return (
    <div data-guide="churn-patterns">
      <CustomerList
        list={list}
        source={predictions.source}
        label="Churn predictions"
        cells={cells}
        rowActions={actions}
        bulkActions={(selected, clear) => {
          clearSelection.current = clear;
          return <BulkActions rows={selected} actions={actions} />;
        }}
        askAbout={{ list: `predictions-${tab}` }}
        exportPath={buildUrl(exportPredictions.path, {}, { tab })}
        whenEmpty={<WhenEmpty tab={tab} predictions={predictions} />}
        offset={230}
      />
      <Suspense>
        {act?.kind === 'evidence' && act.rows[0] !== undefined && (
          <EvidenceDialog
            row={act.rows[0]}
            opener={act.opener}
            onClose={close}
            onVerdict={(kind) => setAct({ ...act, kind })}
          />
        )}
        {act !== undefined &&
          (act.kind === 'accepted' || act.kind === 'rejected' || act.kind === 'withdrawn') && (
            <VerdictDialog
              verdict={act.kind}
              rows={act.rows}
              opener={act.opener}
              onClose={close}
              onDone={done}
            />
          )}
        {act !== undefined && act.kind === 'work' && (
          <WorkDialog
            action={act.action}
            customers={act.rows}
            opener={act.opener}
            onClose={close}
            onDone={done}
          />
        )}
      </Suspense>
    </div>
  );
}

function BulkActions({
  rows,
  actions,
}: {
  rows: readonly PredictionRow[];
  actions: ReturnType<typeof createPredictionActions>;
}) {
  return (
    <Group gap={6} data-guide="churn-actions">
      <BulkActionButtons rows={rows} actions={actions.filter(({ shortcut }) => shortcut !== 'v')} />
      <StartPlaybookLink institutionIds={rows.map(({ institutionId }) => institutionId)} />
    </Group>
  );
}

function WhenEmpty({
  tab,
  predictions: { answer, rows = [] },
}: {
  tab: PredictionTab;
  predictions: LoadedPredictions;
}) {
  const count = (of: PredictionTab) => rows.filter((row) => isOnPredictionTab(row, of)).length;
  const lack = answer?.lackPatterns ?? 0;
  const others = `${count('accepted')} are accepted, ${count('snoozed')} snoozed, ${count('rejected')} rejected.`;
  const texts: Record<PredictionTab, string> = {
    open:
      rows.length > 0
        ? `All predictions have been handled. ${others}`
        : `No customer has both a high enough chance of notice and 3 warning patterns. ${countText(lack, 'customer')} ${lack === 1 ? 'has' : 'have'} a high enough chance but fewer patterns.`,
    accepted: 'None of today’s predictions are accepted.',
    snoozed: 'None of today’s predictions are snoozed.',
    rejected: 'None of today’s predictions are rejected.',
  };
  return texts[tab];
}
