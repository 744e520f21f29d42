import { Anchor, Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Day } from '#shared/core/dates.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { exportSlaClocks, type SlaClock, type SlaClocks } from '#shared/slas/clocks.ts';
import { slaColumns } from '#shared/slas/columns.ts';
import { timeLeftText } from '#shared/slas/time-left.ts';
import { endedClockPeriodDays, type SlaPeriod, type SlaStatus } from '#shared/slas/words.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import { useBusinessTimeZone, useToday } from '#web/core/days.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { OwnCustomersSwitch } from '#web/portfolio/OwnCustomersSwitch.tsx';
import { scopeFilters, useCustomerScope } from '#web/portfolio/own-scope.ts';
import { List, type RowsQueryState } from '#web/ui/list/List.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { useViewerName } from '#web/ui/list/viewer.ts';
import { canPauseClock, canResumeClock, slaActions } from './actions.tsx';
import { useResumeClocks } from './data.ts';
import { StatusMark } from './StatusMark.tsx';

const PauseDialog = lazy(async () => ({
  default: (await import('./PauseDialog.tsx')).PauseDialog,
}));

const openAndBreached: readonly SlaStatus[] = ['Overdue', 'Running', 'Paused', 'Breached'];
const initial = {
  filters: [{ column: 'status', kind: 'one-of' as const, values: [...openAndBreached] }],
  sort: [{ column: 'leftMinutes', descending: false }],
};

/** Period of the assistant's list of clocks. */
const [, askableDays] = endedClockPeriodDays;

const cellsOn = (today: Day) => ({
  leftMinutes: (clock: SlaClock) => timeLeftText(clock, today),
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
});

interface Pausing {
  rows: readonly SlaClock[];
  opener: Element | null;
  onDone?: () => void;
}

interface Properties {
  source: RowsQueryState & { data: SlaClocks | undefined };
  days: SlaPeriod;
}

/** List of running and ended clocks with their actions. */
export function SlaList({ source, days }: Properties) {
  const navigate = useNavigate();
  const openInstitution = useInstitutionModal();
  const { mutate: resume } = useResumeClocks();
  const { scope, choose } = useCustomerScope();
  const viewer = useViewerName();
  const owner = scope === 'mine' && viewer !== null ? viewer : undefined;
  const [pausing, setPausing] = useState<Pausing>();
  const everyones = source.data?.rows;
  const rows = useMemo(
    () => (owner === undefined ? everyones : everyones?.filter((row) => row.ownerName === owner)),
    [everyones, owner],
  );
  const today = useToday();
  const cells = useMemo(() => cellsOn(today), [today]);
  const list = useList({ name: 'slas', columns: slaColumns(useBusinessTimeZone()), rows, initial });
  const resumeAll = useCallback(
    (these: readonly SlaClock[], options?: { onSuccess: () => void }) => {
      if (these.length > maxBulkItems)
        notifications.show({
          title: 'Too many clocks',
          message: `Select at most ${maxBulkItems} clocks to resume together.`,
        });
      else resume(these, options);
    },
    [resume],
  );
  const actions = useMemo(
    () =>
      slaActions((act, chosen, opener) => {
        if (act === 'pause')
          onEach(chosen, canPauseClock, notPaused, (these) => setPausing({ rows: these, opener }));
        else if (act === 'resume')
          onEach(chosen, canResumeClock, notResumed, (these) => resumeAll(these));
        else
          openTicket(
            chosen[0]?.ticketId ?? null,
            (ticketId) => void navigate(paths.ticket(ticketId)),
          );
      }),
    [resumeAll, navigate],
  );
  return (
    <>
      <OwnCustomersSwitch scope={scope} onChoose={choose} />
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
                  onEach(selected, canPauseClock, notPaused, (these) =>
                    setPausing({ rows: these, opener, onDone: clear }),
                  );
                }}
              >
                Pause
              </Button>
              <Button
                size="xs"
                variant="default"
                onClick={() =>
                  onEach(selected, canResumeClock, notResumed, (these) =>
                    resumeAll(these, { onSuccess: clear }),
                  )
                }
              >
                Resume
              </Button>
            </Group>
          )}
          askAbout={
            days === askableDays ? { list: 'sla-clocks', filters: scopeFilters(scope) } : undefined
          }
          exportPath={`${exportSlaClocks.path}?days=${days}`}
          whenEmpty="No clocks are running, and none ended in this period. Clocks start with tickets, new risk cases, onboarding checkpoints and playbook steps."
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

/** Applies an action to the rows that support it. Shows a notification when no row does. */
function onEach(
  rows: readonly SlaClock[],
  isMeant: (row: SlaClock) => boolean,
  otherwise: { title: string; already: string },
  act: (rows: readonly SlaClock[]) => void,
) {
  const meant = rows.filter(isMeant);
  if (meant.length > 0) act(meant);
  else notifications.show({ title: otherwise.title, message: whyNot(rows, otherwise.already) });
}

const notPaused = { title: 'Not running', already: 'This clock is already paused.' };
const notResumed = { title: 'Nothing to resume', already: 'This clock is already running.' };

function whyNot(rows: readonly SlaClock[], already: string): string {
  if (rows.every(({ endedAt }) => endedAt !== null))
    return rows.length === 1 ? 'This clock has ended.' : 'These clocks have ended.';
  if (rows.some(({ isPaused, pausedBy }) => isPaused && pausedBy === null))
    return 'The clock was paused with the customer’s onboarding and resumes with it.';
  return already;
}

function openTicket(ticketId: number | null, open: (ticketId: number) => void) {
  if (ticketId === null)
    notifications.show({ title: 'No ticket', message: 'This clock isn’t for a ticket.' });
  else open(ticketId);
}
