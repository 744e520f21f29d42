import { Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconHistory,
  IconListCheck,
  IconNote,
  IconPencil,
} from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { lossColumns } from '#shared/churn/losses/columns.ts';
import { exportLosses, type getLosses, type Loss } from '#shared/churn/losses/losses.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { paths } from '#shared/core/pages/paths.ts';
import type { ListState } from '#shared/list/state.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import type { ListCells } from '#web/ui/list/cells.tsx';
import { List, type RowsQueryState } from '#web/ui/list/List.tsx';
import type { RowAction } from '#web/ui/list/row-actions.ts';
import { useList } from '#web/ui/list/use-list.ts';
import type { WorkAction } from '#web/work/work-actions.ts';

const LossDialog = lazy(async () => ({ default: (await import('./LossDialog.tsx')).LossDialog }));
const WithdrawDialog = lazy(async () => ({
  default: (await import('./WithdrawDialog.tsx')).WithdrawDialog,
}));
const ReviewDialog = lazy(async () => ({
  default: (await import('./ReviewDialog.tsx')).ReviewDialog,
}));
const WorkDialog = lazy(async () => ({
  default: (await import('#web/work/WorkDialog.tsx')).WorkDialog,
}));

interface Started {
  what: 'change' | 'review' | 'withdraw' | WorkAction;
  loss: Loss;
  opener: Element | null;
}

const initial: Partial<ListState> = {
  columns: [
    'institutionName',
    'noticedOn',
    'effectiveOn',
    'reason',
    'avoidable',
    'monthlyDollars',
    'locationsLost',
    'tier60',
    'score60',
    'predicted',
    'ownerName',
    'retroDueOn',
  ],
  sort: [{ column: 'noticedOn', descending: true }],
};

const choices = [
  { what: 'change', shortcut: 'e', label: 'Change', Icon: IconPencil },
  { what: 'review', shortcut: 'l', label: 'Review loss', Icon: IconHistory },
  { what: 'task', shortcut: 't', label: 'Win-back task', Icon: IconListCheck },
  { what: 'note', shortcut: 'n', label: 'Add note', Icon: IconNote },
  { what: 'withdraw', shortcut: 'b', label: 'Withdraw', Icon: IconArrowBackUp },
] as const;

const cells: ListCells<Loss> = {
  institutionName: (row) =>
    row.takenBack === null ? (
      row.institutionName
    ) : (
      <Text span inherit c="dimmed" fs="italic">
        {row.institutionName} (withdrawn)
      </Text>
    ),
};

const actionsFor = (start: (started: Started) => void): RowAction<Loss>[] =>
  choices.map(({ what, shortcut, label, Icon }) => ({
    shortcut,
    label,
    icon: <Icon size={14} aria-hidden />,
    onAct: ([loss], opener) => loss !== undefined && start({ what, loss, opener }),
  }));

export function LossList({
  losses,
}: {
  losses: RowsQueryState & { data: ResponseOf<typeof getLosses> | undefined };
}) {
  const openInstitution = useInstitutionModal();
  const [started, setStarted] = useState<Started>();
  const actions = useMemo(() => actionsFor(setStarted), []);
  const list = useList({ name: 'losses', columns: lossColumns, rows: losses.data?.rows, initial });
  const close = () => setStarted(undefined);
  return (
    <div id="customers" data-guide="loss-list">
      <List
        list={list}
        cells={cells}
        source={losses}
        label="Losses"
        noun={{ one: 'loss', many: 'losses' }}
        rowId={(row) => row.lossId}
        onOpen={(row) => openInstitution(row.institutionId, list.matching)}
        overviewOf={(row) => paths.institutionOverview(row.institutionId)}
        rowActions={actions}
        askAbout={{ list: 'losses' }}
        exportPath={exportLosses.path}
        whenEmpty="No customers have given notice yet. Add a loss above or import losses."
      />
      <Suspense>
        {started?.what === 'change' && (
          <LossDialog loss={started.loss} opener={started.opener} onClose={close} />
        )}
        {started?.what === 'withdraw' && (
          <WithdrawDialog loss={started.loss} opener={started.opener} onClose={close} />
        )}
        {started?.what === 'review' && (
          <ReviewDialog loss={started.loss} opener={started.opener} onClose={close} />
        )}
        {started !== undefined &&
          started.what !== 'change' &&
          started.what !== 'review' &&
          started.what !== 'withdraw' && (
            <WorkDialog
              action={started.what}
              customers={[started.loss]}
              opener={started.opener}
              onClose={close}
              onDone={close}
            />
          )}
      </Suspense>
    </div>
  );
}
