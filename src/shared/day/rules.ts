import type { ActionItemOutcome } from '#shared/action-items/words.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import type { RiskOutcome, RiskOutcomeKind } from '#shared/work/cases.ts';
import { type DayItem, type DayRow, type PlannedItem, urgencies } from './day.ts';

type Ordered = Pick<DayRow, 'key' | 'urgency' | 'value' | 'minutes' | 'due'>;

const perMinute = ({ value, minutes }: Ordered): number => (value ?? 0) / minutes;

const compareUrgencies = (one: Pick<DayItem, 'urgency'>, other: Pick<DayItem, 'urgency'>): number =>
  urgencies.indexOf(one.urgency) - urgencies.indexOf(other.urgency);

/**
 * Compares by urgency, then by dollars at stake per minute of work (highest first), then by due
 * date.
 */
export function compareDayItems(one: Ordered, other: Ordered): number {
  const byUrgency = compareUrgencies(one, other);
  if (byUrgency !== 0) return byUrgency;
  const byValue = perMinute(other) - perMinute(one);
  if (byValue !== 0) return byValue;
  const [due, otherDue] = [one.due ?? '9999', other.due ?? '9999'];
  if (due !== otherDue) return due < otherDue ? -1 : 1;
  return one.key < other.key ? -1 : 1;
}

type Kind = Pick<DayItem, 'kind' | 'sla'>;

/**
 * Returns `true` for work about a customer's condition, which a recorded outcome finishes: risk
 * cases, predictions, onboarding, renewal checkpoints, first
 * touches and onboarding check-ins.
 */
export const isFinishedByOutcome = ({ kind, sla }: Kind): boolean =>
  kind === 'sla'
    ? sla?.kind === 'first_touch' || sla?.kind === 'onboarding_check_in'
    : kind === 'risk' || kind === 'churn' || kind === 'onboarding' || kind === 'renewal';

/**
 * Returns `true` for work that a snooze of its customer hides: work about the customer's condition,
 * and action items that alert rules opened.
 */
export const isHiddenBySnooze = (item: Kind & Pick<DayItem, 'call'>): boolean =>
  isFinishedByOutcome(item) || item.call?.isFromRule === true;

/** Number of days for which an outcome finishes a churn prediction or a stuck onboarding. */
const outcomeDays = 7;

interface OutcomeAndWeek {
  /** Last outcome and its day in the business time zone; `null` without an outcome. */
  last: (Pick<RiskOutcome, 'judgedWeek'> & { day: Day }) | null;
  /** Start of the last official week; `null` before the first. */
  weekStartDate: Day | null;
  today: Day;
}

/**
 * Returns `true` when the customer's last outcome finishes an item. A risk case is finished by an
 * outcome in the same official week, a renewal checkpoint by an outcome since its due date, and a
 * prediction or onboarding by an outcome in the last seven days. SLA clocks end by themselves.
 */
export function hasFinishingOutcome(
  { kind, due }: Pick<DayItem, 'kind' | 'due'>,
  { last, weekStartDate, today }: OutcomeAndWeek,
): boolean {
  if (last === null) return false;
  switch (kind) {
    case 'risk':
      return last.judgedWeek === weekStartDate;
    case 'renewal':
      return due !== null && last.day >= due;
    case 'churn':
    case 'onboarding':
      return last.day > addDays(today, -outcomeDays);
    default:
      return false;
  }
}

/**
 * Merges the row of a playbook step's task into its SLA clock, which ends when the task is done.
 * With `task:` in the place of `sla:playbook_step:`, the clock's key is the key of the task.
 */
export function mergeStepClocks<
  Item extends Pick<DayItem, 'key' | 'due' | 'urgency' | 'minutes' | 'task'>,
>(items: readonly Item[]): Item[] {
  const stepStart = 'sla:playbook_step:';
  const byKey = new Map(items.map((item) => [item.key, item]));
  const taken = new Set<string>();
  const clocks = items.flatMap((clock) => {
    if (!clock.key.startsWith(stepStart)) return [];
    const task = byKey.get(`task:${clock.key.slice(stepStart.length)}`);
    if (task === undefined) return [clock];
    taken.add(task.key);
    const first = compareUrgencies(task, clock) <= 0 ? task : clock;
    const due = [task.due, clock.due].filter((day) => day !== null).toSorted()[0] ?? null;
    const { minutes, task: work } = task;
    return [{ ...clock, urgency: first.urgency, due, minutes, task: work }];
  });
  return [...items.filter(({ key }) => !key.startsWith(stepStart) && !taken.has(key)), ...clocks];
}

/** Returns the minutes for items of one customer. Work that one conversation finishes counts once. */
function minutesOfItems(items: readonly (Kind & Pick<DayItem, 'minutes'>)[]): number {
  const talks = items.filter(isFinishedByOutcome).map(({ minutes }) => minutes);
  const others = items.filter((item) => !isFinishedByOutcome(item));
  return Math.max(0, ...talks) + totalMinutes(others);
}

/**
 * Returns one row for each customer or prospect, and for each absent colleague whose work the
 * person covers. A moved item is in another row than the items of today.
 */
export function groupByCustomer(items: readonly PlannedItem[]): DayRow[] {
  const groups = Map.groupBy(items, ({ institutionId, prospect, coveringFor, movedTo }) =>
    [
      prospect === null ? `customer:${institutionId}` : `prospect:${prospect.prospectId}`,
      ...(coveringFor === null ? [] : [coveringFor.id]),
      ...(movedTo === null ? [] : [movedTo]),
    ].join(':'),
  );
  return [...groups].flatMap(([key, group]) => {
    const own = group.toSorted(compareDayItems);
    const [first] = own;
    if (first === undefined) return [];
    const { institutionId, institutionName, healthTier, prospect, coveringFor, movedTo } = first;
    const dues = own.flatMap(({ due }) => (due === null ? [] : [due]));
    return [
      {
        ...{ key, institutionId, institutionName, healthTier, prospect, coveringFor, movedTo },
        urgency: first.urgency,
        due: dues.toSorted()[0] ?? null,
        value: own.reduce<number | null>(
          (most, { value }) => (value === null ? most : Math.max(most ?? 0, value)),
          null,
        ),
        minutes: minutesOfItems(own),
        items: own,
      },
    ];
  });
}

/** Number of days overdue after which a first touch is collapsed into a group. */
export const lateFirstTouchDays = 30;

/**
 * Returns `true` for a row whose only work is a first touch that is more than 30 days overdue. The
 * customer's risk case is part of the same work, unless it is urgent.
 */
export const isLateFirstTouch = ({ items }: Pick<DayRow, 'items'>, today: Day): boolean =>
  items.some(
    ({ sla, due }) =>
      sla?.kind === 'first_touch' && due !== null && due < addDays(today, -lateFirstTouchDays),
  ) &&
  items.every(
    ({ kind, sla, urgency }) =>
      (kind === 'risk' && urgency !== 'today') || sla?.kind === 'first_touch',
  );

/**
 * Fills a day with the rows that fit: first rows with a custom position, then the others in order.
 * `placeOf` returns the custom position of a row; `undefined` without one. The selected rows never
 * need more than `freeMinutes` in total.
 */
export function scheduleItemsInDay<Item extends Ordered>(
  items: readonly Item[],
  freeMinutes: number,
  placeOf: (item: Item) => number | undefined,
): { rows: Item[]; rest: Item[] } {
  const sorted = items.toSorted((one, other) => {
    const [place, otherPlace] = [
      placeOf(one) ?? Number.POSITIVE_INFINITY,
      placeOf(other) ?? Number.POSITIVE_INFINITY,
    ];
    return place === otherPlace ? compareDayItems(one, other) : place - otherPlace;
  });
  const rows: Item[] = [];
  const rest: Item[] = [];
  let left = freeMinutes;
  for (const item of sorted) {
    const fits = item.minutes <= left;
    if (fits) left -= item.minutes;
    (fits ? rows : rest).push(item);
  }
  return { rows, rest };
}

export const totalMinutes = (items: readonly Pick<DayItem, 'minutes'>[]): number =>
  items.reduce((sum, { minutes }) => sum + minutes, 0);

/** Returns the ticket of a row's first SLA clock of a ticket; `null` without one. */
export const ticketIdOf = ({ items }: Pick<DayRow, 'items'>): number | null =>
  items.find(({ sla }) => sla?.ticketId != null)?.sla?.ticketId ?? null;

/** Returns the name of the customer or prospect of a row. */
export const dayItemName = ({
  institutionName,
  prospect,
}: Pick<DayItem, 'institutionName' | 'prospect'>): string =>
  prospect?.name ?? institutionName ?? '';

/**
 * Way in which a row is finished: by closing its only task, its only action item or its save
 * attempt, by replying to tickets, or by an outcome for all its work.
 */
type FinishKind = 'tasks' | 'action item' | 'save' | 'reply' | 'outcome';

const isReply = ({ sla, task }: Pick<DayItem, 'sla' | 'task'>): boolean =>
  sla?.ticketId != null && task === null;

export function finishKindOf({ items }: Pick<DayRow, 'items'>): FinishKind {
  if (items.some(({ save }) => save !== null)) return 'save';
  const closable = items.filter((item) => !isReply(item));
  if (closable.length === 0) return 'reply';
  if (closable.every(({ task }) => task !== null)) return 'tasks';
  return closable.length === 1 && closable[0]?.call != null ? 'action item' : 'outcome';
}

/** Returns the outcome of an action item that is closed with an outcome of its customer. */
export function actionItemOutcomeOf(outcome: RiskOutcomeKind): ActionItemOutcome {
  switch (outcome) {
    case 'contacted':
    case 'escalated':
      return 'acted';
    case 'recovering':
    case 'no_action':
      return 'lapsed';
    case 'wrong_alarm':
    case 'data_problem':
      return 'false_alarm';
  }
}
