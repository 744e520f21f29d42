import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { addDays } from '#shared/core/dates.ts';
import { paths } from '#shared/core/pages/paths.ts';
import type { DayRow as DayRowData, PlannedItem } from '#shared/day/day.ts';
import { finishKindOf, ticketIdOf } from '#shared/day/rules.ts';
import { AlertDigest } from '#web/alerts/AlertDigest.tsx';
import { useToday } from '#web/core/days.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';
import { undoKeyHint } from '#web/ui/sending/undo-key.ts';
import { PersonSelect } from '#web/work/PersonSelect.tsx';
import { DayDialogs } from './DayDialogs.tsx';
import { DayPart, ShortList } from './DayPart.tsx';
import { DayRow } from './DayRow.tsx';
import { DaySummary } from './DaySummary.tsx';
import { dayQuery } from './data.ts';
import { myDayKeyHints } from './keys.ts';
import { LateFirstTouches } from './LateFirstTouches.tsx';
import type { OpenDialog } from './open-dialog.ts';
import { useDayActions } from './use-day-actions.ts';
import { useDayKeyboardShortcuts } from './use-day-keyboard-shortcuts.ts';

const KeyListDialog = lazy(async () => ({
  default: (await import('#web/ui/dialog/KeyListDialog.tsx')).KeyListDialog,
}));

/** Number of today's rows on a phone before the user expands the list. */
const rowsOnPhone = 5;

/** A person's plan for today: work that fits into the free hours, and work that doesn't. */
export function MyDay() {
  const { parameters, change } = useUrlParameters();
  const today = useToday();
  const day = useQuery(dayQuery(parameters.get('person') ?? undefined));
  const { rows = [], rest = [], moved = [], lateFirstTouches = [], person = null } = day.data ?? {};
  const actions = useDayActions(person?.id, today);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [showsKeys, setShowsKeys] = useState(false);
  const isNarrow = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  const all = [...rows, ...lateFirstTouches, ...rest, ...moved];
  const navigate = useNavigate();

  function finish(row: DayRowData, opener: Element | null): void {
    const kind = finishKindOf(row);
    const closable = row.items.find(({ save, call }) =>
      kind === 'save' ? save !== null : call !== null,
    );
    if (kind === 'tasks') actions.completeTasks(row);
    else if ((kind === 'save' || kind === 'action item') && closable !== undefined)
      setDialog({ kind, row, item: closable, opener });
    else if (kind === 'outcome') setDialog({ kind: 'finish', row, opener });
    else if (kind === 'reply') {
      const ticketId = ticketIdOf(row);
      if (ticketId !== null) void navigate(paths.ticket(ticketId));
    }
  }

  function shift({ key }: DayRowData, by: 1 | -1): void {
    const from = rows.findIndex((row) => row.key === key);
    const to = from + by;
    const [row] = rows.slice(from, from + 1);
    if (row === undefined || to < 0 || to >= rows.length) return;
    actions.order(
      rows
        .toSpliced(from, 1)
        .toSpliced(to, 0, row)
        .flatMap(({ items }) => items.map((item) => item.key)),
    );
  }

  const rowActions = {
    onMove: actions.move,
    onPickDay: (row: DayRowData, opener: Element | null) =>
      setDialog({ kind: 'move', row, opener }),
    onFinish: finish,
    onSnooze: (row: DayRowData, opener: Element | null) =>
      setDialog({ kind: 'snooze', row, opener }),
    onCloseOutdated: actions.closeOutdated,
  };

  useDayKeyboardShortcuts(
    (letter, key) => {
      const row = all.find((each) => each.key === key);
      if (row === undefined) return false;
      const pausable = row.items.find(({ sla }) => sla?.canPause === true);
      const opener = document.activeElement;
      if (letter === 'e') finish(row, opener);
      else if (letter === 's') rowActions.onSnooze(row, opener);
      else if (letter === 't') actions.move(row, addDays(today, 1));
      else if (letter === 'm') rowActions.onPickDay(row, opener);
      else if (letter === 'p' && pausable !== undefined)
        setDialog({ kind: 'pause', row, item: pausable, opener });
      else if (letter === 'J' || letter === 'K') shift(row, letter === 'J' ? 1 : -1);
      else return false;
      return true;
    },
    () => setShowsKeys(true),
  );

  if (day.data === undefined) {
    if (day.error !== null)
      return (
        <ErrorState
          title="Couldn’t load the day"
          error={day.error}
          onRetry={() => void day.refetch()}
        />
      );
    return (
      <LoadingSkeleton label="Loading the day">
        <SkeletonBlock height={90} />
        <SkeletonBlock height={420} />
      </LoadingSkeleton>
    );
  }
  const { freeMinutes, customers } = day.data;
  const shared = (row: DayRowData) => ({
    row,
    among: all,
    today,
    ...rowActions,
    onPause: (item: PlannedItem, opener: Element | null) =>
      setDialog({ kind: 'pause', row, item, opener }),
  });
  const list = (shown: readonly DayRowData[]) =>
    shown.map((row) => <DayRow key={row.key} {...shared(row)} />);
  return (
    <Stack gap="md">
      {day.error !== null && (
        <ErrorState
          title="Couldn’t refresh the day"
          error={day.error}
          onRetry={() => void day.refetch()}
        />
      )}
      {parameters.get('person') === null && <AlertDigest />}
      <Group justify="space-between" align="flex-end">
        <DaySummary day={day.data} onShowKeys={() => setShowsKeys(true)} />
        <div data-guide="day-person">
          <PersonSelect
            label="Person"
            nobody="Me"
            value={person}
            onChange={(next) => change({ person: next?.id ?? null })}
          />
        </div>
      </Group>
      <Paper p={{ base: 'xs', sm: 'md' }} bg="var(--surface)" data-guide="day-list">
        <Title order={2} size="h4">
          Today <MetricInfo metric="dayOrder" />
        </Title>
        {rows.length === 0 && (
          <Text size="sm">
            {emptyDayText({
              customers,
              freeMinutes,
              isAnyLeft: rest.length > 0,
              isOwnDay: parameters.get('person') === null,
            })}
          </Text>
        )}
        <ShortList
          label="Today"
          limit={isNarrow ? rowsOnPhone : rows.length}
          rows={rows}
          render={(row) => <DayRow key={row.key} {...shared(row)} onShift={shift} />}
        />
      </Paper>
      <LateFirstTouches rows={lateFirstTouches} list={list} />
      <DayPart
        title="Not today"
        guide="day-rest"
        rows={rest}
        list={list}
        isCollapsed={isNarrow}
        whenEmpty="All work fits into today."
      />
      <DayPart title="Moved to another day" rows={moved} list={list} isCollapsed={isNarrow} />
      <DayDialogs
        dialog={dialog}
        today={today}
        actions={actions}
        onClose={() => setDialog(undefined)}
      />
      <Suspense>
        {showsKeys && (
          <KeyListDialog
            keys={[
              ...myDayKeyHints.map(({ keys, does }) => [keys.join(', '), does] as const),
              undoKeyHint,
            ]}
            onClose={() => setShowsKeys(false)}
          />
        )}
      </Suspense>
    </Stack>
  );
}

interface EmptyDay {
  customers: number | null;
  freeMinutes: number;
  isAnyLeft: boolean;
  isOwnDay: boolean;
}

/** Returns the reason why today's list is empty, and where waiting work is listed. */
function emptyDayText({ customers, freeMinutes, isAnyLeft, isOwnDay }: EmptyDay): string {
  if (isAnyLeft)
    return freeMinutes === 0
      ? 'No free hours today because of a day off, a holiday or an absence. Waiting work is listed below.'
      : `No work fits into ${isOwnDay ? 'your' : 'this person’s'} free time today. Waiting work is listed below.`;
  if (customers !== 0) return 'No work is due today.';
  return isOwnDay
    ? 'You own no customers in the CRM and have no task due. Customers appear here once you own them in the CRM.'
    : 'This person owns no customers in the CRM and has no task due. Customers appear here once the person owns them in the CRM.';
}
