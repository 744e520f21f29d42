import { Anchor, Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '#shared/core/paths.ts';
import { exportSlaClocks, type SlaClock, type SlaClocks } from '#shared/success-ops/slas/clocks.ts';
import { slaColumns } from '#shared/success-ops/slas/columns.ts';
import type { SlaPeriod, SlaStatus } from '#shared/success-ops/slas/words.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { OwnScopePicker } from '#web/portfolio/OwnScopePicker.tsx';
import { useOwnScope } from '#web/portfolio/own-scope.ts';
import { List, type RowsSource } from '#web/ui/list/List.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { useViewerName } from '#web/ui/list/viewer.ts';
import { canPause, canResume, slaActions } from './actions.tsx';
import { useResume } from './data.tsx';
import { StatusMark } from './StatusMark.tsx';

const PauseDialog = lazy(async () => ({ default: (await import('./PauseDialog.tsx')).PauseDialog }));

const begun: readonly SlaStatus[] = ['Overdue', 'Running', 'Paused', 'Breached'];
const initial = {
  filters: [{ column: 'status', kind: 'one-of' as const, values: [...begun] }],
  sort: [{ column: 'leftMinutes', descending: false }],
};

const cells = {
  status: ({ status }: SlaClock) => <StatusMark status={status} />,
  subject: ({ subject, ticketId }: SlaClock, isTabStop: boolean) =>
    ticketId === null ? null : (
      <Anchor
        component={Link}
        to={paths.ticket(ticketId)}
        inherit
        tabIndex={isTabStop ? 0 : -1}
        onClick={(event) => event.stopPropagation()}
      >
        {subject}
      </Anchor>
    ),
};

interface Pausing {
  rows: readonly SlaClock[];
  opener: Element | null;
  onDone?: () => void;
}

interface Properties {
  source: RowsSource & { data: SlaClocks | undefined };
  days: SlaPeriod;
}

/** The clocks that run and those that are over, with what can be done about them. */
export function SlaList({ source, days }: Properties) {
  const navigate = useNavigate();
  const openInstitution = useInstitutionModal();
  const { mutate: resume } = useResume();
  const { asked: scope, choose } = useOwnScope();
  const viewer = useViewerName();
  const owner = scope === 'mine' && viewer !== null ? viewer : undefined;
  const [pausing, setPausing] = useState<Pausing>();
  const everyones = source.data?.rows;
  const rows = useMemo(() => (owner === undefined ? everyones : everyones?.filter((row) => row.ownerName === owner)), [everyones, owner]);
  const list = useList({ name: 'slas', columns: slaColumns, rows, initial });
  const actions = useMemo(
    () =>
      slaActions((act, chosen, opener) => {
        if (act === 'pause') onEach(chosen, canPause, 'Not running', (these) => setPausing({ rows: these, opener }));
        else if (act === 'resume') onEach(chosen, canResume, 'Nothing to resume', resume);
        else openTicket(chosen[0]?.ticketId ?? null, (ticketId) => void navigate(paths.ticket(ticketId)));
      }),
    [resume, navigate],
  );
  return (
    <>
      <OwnScopePicker scope={scope} onChoose={choose} />
      <div id="customers" data-guide="sla-list">
        <List
          list={list}
          source={source}
          label="Clocks"
          noun={{ one: 'clock', many: 'clocks' }}
          rowId={({ key }) => key}
          cells={cells}
          onOpen={({ institutionId }) => openInstitution(institutionId, list.matching)}
          overviewOf={({ institutionId }) => paths.institutionOverview(institutionId)}
          rowActions={actions}
          bulkActions={(selected, clear) => (
            <Group gap={6}>
              <Button
                size="xs"
                variant="default"
                onClick={(event) => {
                  const opener = event.currentTarget;
                  onEach(selected, canPause, 'Not running', (these) => setPausing({ rows: these, opener, onDone: clear }));
                }}
              >
                Pause
              </Button>
              <Button
                size="xs"
                variant="default"
                onClick={() => onEach(selected, canResume, 'Nothing to resume', (these) => resume(these, { onSuccess: clear }))}
              >
                Resume
              </Button>
            </Group>
          )}
          exportPath={`${exportSlaClocks.path}?days=${days}`}
          whenEmpty="No clock runs, and none ended in this period. Clocks start with tickets, new risk cases, onboarding checkpoints and playbook steps."
          offset={120}
        />
      </div>
      <Suspense>
        {pausing !== undefined && (
          <PauseDialog
            clocks={pausing.rows}
            overdue={pausing.rows.filter(({ status }) => status === 'Overdue').length}
            opener={pausing.opener}
            onDone={pausing.onDone}
            onClose={() => setPausing(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Those of the rows for which it makes sense; where there are none, that is said. */
function onEach(
  rows: readonly SlaClock[],
  isMeant: (row: SlaClock) => boolean,
  otherwise: string,
  act: (rows: readonly SlaClock[]) => void,
) {
  const meant = rows.filter(isMeant);
  if (meant.length > 0) act(meant);
  else notifications.show({ title: otherwise, message: whyNot(rows) });
}

const whyNot = (rows: readonly SlaClock[]): string =>
  rows.every(({ endedAt }) => endedAt !== null)
    ? 'This clock has ended.'
    : rows.some(({ isPaused, pausedBy }) => isPaused && pausedBy === null)
      ? 'It stands still because onboarding is paused, and runs on with it.'
      : 'Look at its status.';

function openTicket(ticketId: number | null, open: (ticketId: number) => void) {
  if (ticketId === null) notifications.show({ title: 'No ticket', message: 'This clock is not about a ticket.' });
  else open(ticketId);
}
