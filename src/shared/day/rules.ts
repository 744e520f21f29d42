import type { DayItem } from './day.ts';
import { urgencies } from './day.ts';

type Ordered = Pick<DayItem, 'key' | 'urgency' | 'value' | 'minutes' | 'due'>;

const perMinute = ({ value, minutes }: Ordered): number => (value ?? 0) / minutes;

/**
 * Compares by urgency, then by dollars at stake per minute of work (highest first), then by due
 * date.
 */
export function compareDayItems(one: Ordered, other: Ordered): number {
  const byUrgency = urgencies.indexOf(one.urgency) - urgencies.indexOf(other.urgency);
  if (byUrgency !== 0) return byUrgency;
  const byValue = perMinute(other) - perMinute(one);
  if (byValue !== 0) return byValue;
  const [due, otherDue] = [one.due ?? '9999', other.due ?? '9999'];
  if (due !== otherDue) return due < otherDue ? -1 : 1;
  return one.key < other.key ? -1 : 1;
}

type Doubled = Pick<
  DayItem,
  'key' | 'kind' | 'institutionId' | 'why' | 'minutes' | 'value' | 'task'
>;

/**
 * Merges rows for the same work. A customer that is both at risk and predicted to leave gets only
 * the row of the prediction, with both texts. A row whose work ends an SLA clock is merged into the
 * clock's row, which keeps both texts and receives the task.
 */
export function mergeDuplicateItems<Item extends Doubled>(items: readonly Item[]): Item[] {
  const predicted = new Set(
    items.filter(({ kind }) => kind === 'churn').map(({ institutionId }) => institutionId),
  );
  const cases = new Map(
    items.filter(({ kind }) => kind === 'risk').map((item) => [item.institutionId, item.why]),
  );
  const merged = items.flatMap((item) => {
    if (item.kind === 'risk' && predicted.has(item.institutionId)) return [];
    const why = item.kind === 'churn' ? cases.get(item.institutionId) : undefined;
    return [why === undefined ? item : { ...item, why: `${item.why}. ${why}` }];
  });
  return withClocks(merged);
}

/** Maps the prefix of a clock's key to the kinds of work that end the clock. */
const endedBy = {
  'sla:first_touch:': ['risk', 'churn'],
  'sla:onboarding_check_in:': ['onboarding'],
} as const;

/**
 * Prefix of the clock keys of playbook steps. Such a clock ends when the step's task is closed.
 * With `task:` in the place of this prefix, the clock's key is the key of the task's row.
 */
const stepStart = 'sla:playbook_step:';

function withClocks<Item extends Doubled>(items: readonly Item[]): Item[] {
  const taken = new Set<string>();
  const clocks = items.flatMap((clock) => {
    if (clock.kind !== 'sla') return [];
    const kinds: readonly string[] =
      Object.entries(endedBy).find(([start]) => clock.key.startsWith(start))?.[1] ?? [];
    const taskKey = clock.key.startsWith(stepStart)
      ? `task:${clock.key.slice(stepStart.length)}`
      : undefined;
    const work = items.find(
      ({ key, kind, institutionId }) =>
        institutionId === clock.institutionId && (kinds.includes(kind) || key === taskKey),
    );
    if (work === undefined) return [clock];
    taken.add(work.key);
    return [
      {
        ...clock,
        why: `${clock.why}. ${work.why}`,
        minutes: work.minutes,
        value: work.value,
        task: work.task,
      },
    ];
  });
  return [...items.filter(({ kind, key }) => kind !== 'sla' && !taken.has(key)), ...clocks];
}

/**
 * Fills a day with the rows that fit: first rows with a custom position, then the others in order.
 * `places` maps keys to custom positions. The selected rows never need more than `computeFreeMinutes` in
 * total.
 */
export function scheduleItemsInDay<Item extends Ordered>(
  items: readonly Item[],
  freeMinutes: number,
  places: ReadonlyMap<string, number>,
): { rows: Item[]; rest: Item[] } {
  const placeOf = ({ key }: Item) => places.get(key) ?? Number.POSITIVE_INFINITY;
  const sorted = items.toSorted((one, other) => {
    const [place, otherPlace] = [placeOf(one), placeOf(other)];
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

/** Returns the name of the customer or prospect of an item. */
export const dayItemName = ({
  institutionName,
  prospect,
}: Pick<DayItem, 'institutionName' | 'prospect'>): string =>
  prospect?.name ?? institutionName ?? '';
