import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { durationText } from '#shared/core/amount-words.ts';
import { addDays } from '#shared/core/dates.ts';
import { countText } from '#shared/core/words.ts';
import type { PlannedItem } from '#shared/day/day.ts';
import { totalMinutes } from '#shared/day/rules.ts';
import type { ActionItemReference } from '#web/action-items/data.ts';
import { AlertDigest } from '#web/alerts/AlertDigest.tsx';
import { useToday } from '#web/core/days.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import type { ClockReference } from '#web/slas/data.ts';
import { customersOfOwnersPath } from '#web/team/paths.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';
import { PersonSelect } from '#web/work/PersonSelect.tsx';
import { DayRow } from './DayRow.tsx';
import { dayQuery } from './data.ts';
import classes from './day.module.css';
import { MoveDialog } from './MoveDialog.tsx';
import { useDayActions } from './use-day-actions.ts';
import { useDayKeyboardShortcuts } from './use-day-keyboard-shortcuts.ts';

const PauseDialog = lazy(async () => ({
  default: (await import('#web/slas/PauseDialog.tsx')).PauseDialog,
}));
const ChangeDialog = lazy(async () => ({
  default: (await import('#web/action-items/ChangeDialog.tsx')).ChangeDialog,
}));

/** A person's plan for today: work that fits into the free hours, and work that doesn't. */
export function MyDay() {
  const { parameters, change } = useUrlParameters();
  const today = useToday();
  const day = useQuery(dayQuery(parameters.get('person') ?? undefined));
  const { rows = [], rest = [], moved = [], person = null } = day.data ?? {};
  const actions = useDayActions(person?.id, today);
  const [picking, setPicking] = useState<PlannedItem>();
  const [closing, setClosing] = useState<{ call: ActionItemReference; opener: Element | null }>();
  const [pausing, setPausing] = useState<{ clock: ClockReference; opener: Element | null }>();
  const all = [...rows, ...rest, ...moved];

  function complete(item: PlannedItem, opener: Element | null): void {
    const { call, institutionId, institutionName } = item;
    if (call === null || institutionId === null || institutionName === null) actions.complete(item);
    else setClosing({ call: { ...call, institutionId, institutionName }, opener });
  }

  const pause = ({ sla, institutionId, institutionName }: PlannedItem, opener: Element | null) =>
    sla !== null &&
    institutionId !== null &&
    institutionName !== null &&
    setPausing({ clock: { institutionId, institutionName, key: sla.key }, opener });

  function shift({ key }: PlannedItem, by: 1 | -1): void {
    const keys = rows.map((row) => row.key);
    const [from, to] = [keys.indexOf(key), keys.indexOf(key) + by];
    if (from === -1 || to < 0 || to >= keys.length) return;
    actions.order(keys.toSpliced(from, 1).toSpliced(to, 0, key));
  }

  useDayKeyboardShortcuts((letter, key) => {
    const item = all.find((each) => each.key === key);
    if (item === undefined || actions.isBusy) return false;
    if (letter === 'e') complete(item, document.activeElement);
    else if (letter === 't') actions.move(item, addDays(today, 1));
    else if (letter === 'm') setPicking(item);
    else if (letter === 'p' && item.sla?.canPause === true) pause(item, document.activeElement);
    else if (letter === 'J' || letter === 'K') shift(item, letter === 'J' ? 1 : -1);
    else return false;
    return true;
  });

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
  const { freeMinutes, doneMinutes, isAway, customers } = day.data;
  const row = {
    among: all,
    today,
    isBusy: actions.isBusy,
    onMove: actions.move,
    onPickDay: setPicking,
    onComplete: complete,
    onPause: pause,
  };
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
        <div>
          <Text fw={600} fz="lg" role="status">
            {durationText(totalMinutes(rows))} planned of{' '}
            {durationText(Math.max(0, freeMinutes - doneMinutes))} free{' '}
            <MetricInfo metric="freeMinutes" />
          </Text>
          <Text size="sm" c="dimmed">
            {isAway ? 'Away today. ' : ''}
            {doneMinutes > 0 ? `${durationText(doneMinutes)} of work done today. ` : ''}
            {customers === null ? (
              'The CRM is unavailable, so some owners may be missing.'
            ) : (
              <Anchor
                component={Link}
                to={customersOfOwnersPath(day.data.person.name)}
                inherit
                td="underline"
              >
                {countText(customers, 'customer')}
              </Anchor>
            )}
          </Text>
        </div>
        <div data-guide="day-person">
          <PersonSelect
            label="Person"
            nobody="Me"
            value={person}
            onChange={(next) => change({ person: next?.id ?? null })}
          />
        </div>
      </Group>
      <Paper p="md" bg="var(--surface)" data-guide="day-list">
        <Title order={2} size="h4">
          Today <MetricInfo metric="dayOrder" />
        </Title>
        {rows.length === 0 && (
          <WhenEmpty customers={customers} freeMinutes={freeMinutes} isAnyLeft={rest.length > 0} />
        )}
        <ol className={classes.list} aria-label="Today">
          {rows.map((item) => (
            <DayRow key={item.key} item={item} {...row} onShift={shift} />
          ))}
        </ol>
      </Paper>
      <Part title="Not today" guide="day-rest" items={rest} row={row} />
      <Part title="Moved to another day" items={moved} row={row} />
      <Suspense>
        {closing !== undefined && (
          <ChangeDialog
            asked="close"
            calls={[closing.call]}
            opener={closing.opener}
            onClose={() => setClosing(undefined)}
          />
        )}
        {pausing !== undefined && (
          <PauseDialog
            clocks={[pausing.clock]}
            overdue={0}
            opener={pausing.opener}
            onClose={() => setPausing(undefined)}
          />
        )}
      </Suspense>
      {picking !== undefined && (
        <MoveDialog
          item={picking}
          today={today}
          onMove={(to) => actions.move(picking, to)}
          onClose={() => setPicking(undefined)}
        />
      )}
    </Stack>
  );
}

interface PartProperties {
  title: string;
  guide?: string;
  items: readonly PlannedItem[];
  row: Omit<Parameters<typeof DayRow>[0], 'item' | 'onShift'>;
}

function Part({ title, guide, items, row }: PartProperties) {
  if (items.length === 0 && guide === undefined) return null;
  return (
    <Paper p="md" bg="var(--surface)" data-guide={guide}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text size="sm" c="dimmed">
        {items.length === 0
          ? 'All work fits into today.'
          : `${countText(items.length, 'item')}, ${durationText(totalMinutes(items))}`}
      </Text>
      <ol className={classes.list} aria-label={title}>
        {items.map((item) => (
          <DayRow key={item.key} item={item} {...row} />
        ))}
      </ol>
    </Paper>
  );
}

function WhenEmpty({
  customers,
  freeMinutes,
  isAnyLeft,
}: {
  customers: number | null;
  freeMinutes: number;
  isAnyLeft: boolean;
}) {
  const text =
    freeMinutes === 0 && isAnyLeft
      ? 'No free hours today because of a day off, a holiday or an absence. Waiting work is listed below.'
      : customers === 0
        ? 'This person owns no customers in the CRM and has no task due. Customers appear here once the person owns them in the CRM.'
        : 'No work is due today.';
  return <Text size="sm">{text}</Text>;
}
