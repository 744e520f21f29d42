import type { DayItem } from './day.ts';
import { urgencies } from './day.ts';

type Ordered = Pick<DayItem, 'key' | 'urgency' | 'value' | 'minutes' | 'due'>;

const perMinute = ({ value, minutes }: Ordered): number => (value ?? 0) / minutes;

/** The more urgent first, then the dollars at stake per minute of work, then the earlier due day. */
export function inOrder(one: Ordered, other: Ordered): number {
  const byUrgency = urgencies.indexOf(one.urgency) - urgencies.indexOf(other.urgency);
  if (byUrgency !== 0) return byUrgency;
  const byValue = perMinute(other) - perMinute(one);
  if (byValue !== 0) return byValue;
  const [due, otherDue] = [one.due ?? '9999', other.due ?? '9999'];
  if (due !== otherDue) return due < otherDue ? -1 : 1;
  return one.key < other.key ? -1 : 1;
}

type Doubled = Pick<DayItem, 'key' | 'kind' | 'institutionId' | 'why' | 'minutes' | 'value' | 'task'>;

/**
 * A customer that is predicted to leave and at risk is one piece of work: the prediction's row, which says both. The cases of other
 * customers stay. A clock of a service level takes in the row of the work that ends it, with its task.
 */
export function withoutDoubles<Item extends Doubled>(items: readonly Item[]): Item[] {
  const predicted = new Set(items.filter(({ kind }) => kind === 'churn').map(({ institutionId }) => institutionId));
  const cases = new Map(items.filter(({ kind }) => kind === 'risk').map((item) => [item.institutionId, item.why]));
  const merged = items.flatMap((item) => {
    if (item.kind === 'risk' && predicted.has(item.institutionId)) return [];
    const why = item.kind === 'churn' ? cases.get(item.institutionId) : undefined;
    return [why === undefined ? item : { ...item, why: `${item.why}. ${why}` }];
  });
  return withClocks(merged);
}

/** By the beginning of a clock's key, the work that ends it. */
const endedBy = { 'sla:first_touch:': ['risk', 'churn'], 'sla:onboarding_check_in:': ['onboarding'] } as const;

/** The step of a playbook ends with its task, whose row has the rest of the key. */
const stepStart = 'sla:playbook_step:';

function withClocks<Item extends Doubled>(items: readonly Item[]): Item[] {
  const taken = new Set<string>();
  const clocks = items.flatMap((clock) => {
    if (clock.kind !== 'sla') return [];
    const kinds: readonly string[] = Object.entries(endedBy).find(([start]) => clock.key.startsWith(start))?.[1] ?? [];
    const taskKey = clock.key.startsWith(stepStart) ? `task:${clock.key.slice(stepStart.length)}` : undefined;
    const work = items.find(
      ({ key, kind, institutionId }) => institutionId === clock.institutionId && (kinds.includes(kind) || key === taskKey),
    );
    if (work === undefined) return [clock];
    taken.add(work.key);
    return [{ ...clock, why: `${clock.why}. ${work.why}`, minutes: work.minutes, value: work.value, task: work.task }];
  });
  return [...items.filter(({ kind, key }) => kind !== 'sla' && !taken.has(key)), ...clocks];
}

/**
 * Fills a day: first the rows that have a place of somebody's own choice, then the others in order, each if its minutes are still
 * free. `places` are by key. The minutes of the rows of the day never sum to more than `freeMinutes`.
 */
export function fillDay<Item extends Ordered>(
  items: readonly Item[],
  freeMinutes: number,
  places: ReadonlyMap<string, number>,
): { rows: Item[]; rest: Item[] } {
  const placeOf = ({ key }: Item) => places.get(key) ?? Number.POSITIVE_INFINITY;
  const sorted = items.toSorted((one, other) => {
    const [place, otherPlace] = [placeOf(one), placeOf(other)];
    return place === otherPlace ? inOrder(one, other) : place - otherPlace;
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

export const minutesOf = (items: readonly Pick<DayItem, 'minutes'>[]): number => items.reduce((sum, { minutes }) => sum + minutes, 0);

/** '2 h 30 min' */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  const inHours = `${hours.toLocaleString('en-US')} h`;
  return rest === 0 ? inHours : `${inHours} ${rest} min`;
}
