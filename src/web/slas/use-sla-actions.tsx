import { notifications } from '@mantine/notifications';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import type { SlaClock } from '#shared/slas/clocks.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import type { RowActionsWithDialog } from '#web/ui/list/row-actions.ts';
import { canPauseClock, canResumeClock, createSlaActions } from './actions.tsx';
import { useResumeClocks } from './data.ts';

const PauseDialog = lazy(async () => ({
  default: (await import('./PauseDialog.tsx')).PauseDialog,
}));

interface Pausing {
  rows: readonly SlaClock[];
  /** Number of clocks that the user selected, including clocks that can't be paused. */
  chosen: number;
  opener: Element | null;
}

/** Returns the actions on SLA clocks. `onDone` is called after clocks are paused or resumed. */
export function useSlaActions(onDone?: () => void): RowActionsWithDialog<SlaClock> {
  const navigate = useNavigate();
  const { mutate: resume } = useResumeClocks();
  const [pausing, setPausing] = useState<Pausing>();
  const resumeAll = useCallback(
    (these: readonly SlaClock[]) => {
      if (these.length > maxBulkItems)
        notifications.show({
          title: 'Too many clocks',
          message: `Select at most ${maxBulkItems} clocks to resume together.`,
        });
      else resume(these, { onSuccess: () => onDone?.() });
    },
    [resume, onDone],
  );
  const actions = useMemo(
    () =>
      createSlaActions((act, chosen, opener) => {
        if (act === 'pause')
          onEach(chosen, canPauseClock, notPaused, (these) =>
            setPausing({ rows: these, chosen: chosen.length, opener }),
          );
        else if (act === 'resume') onEach(chosen, canResumeClock, notResumed, resumeAll);
        else
          openTicket(
            chosen[0]?.ticketId ?? null,
            (ticketId) => void navigate(paths.ticket(ticketId)),
          );
      }),
    [resumeAll, navigate],
  );
  const dialog = (
    <Suspense>
      {pausing !== undefined && (
        <PauseDialog
          clocks={pausing.rows}
          chosen={pausing.chosen}
          overdue={pausing.rows.filter(({ status }) => status === 'Overdue').length}
          opener={pausing.opener}
          onDone={onDone}
          onClose={() => setPausing(undefined)}
        />
      )}
    </Suspense>
  );
  return { actions, dialog };
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
