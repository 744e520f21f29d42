import { estimateDrive, type RouteCandidate, type RouteLimits, timeRoute } from './plan.ts';

/** Maximum number of stops of a planned route. */
export const maxRouteStops = 25;

/** Points that one minute of driving costs, so that a distant stop must be worth its drive. */
export const pointsPerDrivingMinute = 0.2;

/** Smallest improvement in points or minutes. It keeps rounding errors from going in circles. */
const leastGain = 1e-7;

/** Stops in their order, each as the position of its candidate. */
type Order = readonly number[];

interface Task {
  values: readonly number[];
  isPinned: readonly boolean[];
  minutes: number;
  visitMinutes: number;
  /** Position that stands for the start and the end of the route. */
  depot: number;
  /** Minutes of driving between two positions. */
  drive: (from: number, to: number) => number;
}

function createTask(
  candidates: readonly RouteCandidate[],
  pinned: ReadonlySet<string>,
  { start, isRoundTrip, minutes, visitMinutes, travel }: RouteLimits,
): Task {
  const depot = candidates.length;
  const width = depot + 1;
  const table = new Float64Array(width * width);
  candidates.forEach((from, row) => {
    for (let column = row + 1; column < depot; column++) {
      const to = candidates[column];
      if (to === undefined) continue;
      const { minutes: drive } = estimateDrive(from, to, travel);
      table[row * width + column] = drive;
      table[column * width + row] = drive;
    }
    const { minutes: drive } = estimateDrive(start, from, travel);
    table[depot * width + row] = drive;
    table[row * width + depot] = isRoundTrip ? drive : 0;
  });
  return {
    values: candidates.map(({ value }) => value),
    isPinned: candidates.map(({ key }) => pinned.has(key)),
    minutes,
    visitMinutes,
    depot,
    drive: (from, to) => table[from * width + to] ?? 0,
  };
}

function driveOf(order: Order, { depot, drive }: Task): number {
  let sum = 0;
  let from = depot;
  for (const to of order) {
    sum += drive(from, to);
    from = to;
  }
  return sum + drive(from, depot);
}

/** Route under construction with its minutes of driving and its points. */
interface Draft {
  order: Order;
  driving: number;
  /** Values of the stops minus the cost of driving. */
  points: number;
}

function createDraft(order: Order, task: Task): Draft {
  const driving = driveOf(order, task);
  const value = order.reduce((sum, stop) => sum + (task.values[stop] ?? 0), 0);
  return { order, driving, points: value - driving * pointsPerDrivingMinute };
}

const fits = (stops: number, driving: number, { minutes, visitMinutes }: Task): boolean =>
  stops <= maxRouteStops && driving + stops * visitMinutes <= minutes + leastGain;

/** Returns where a stop adds the fewest minutes of driving, and these minutes. */
function findInsertion(
  order: Order,
  stop: number,
  { depot, drive }: Task,
): { at: number; added: number } {
  let best = { at: 0, added: Number.POSITIVE_INFINITY };
  let from = depot;
  for (let at = 0; at <= order.length; at++) {
    const to = order[at] ?? depot;
    const added = drive(from, stop) + drive(stop, to) - drive(from, to);
    if (added < best.added - leastGain) best = { at, added };
    from = to;
  }
  return best;
}

/** Ranks the stops that a route could take next; the largest result comes first. */
type Preference = (gain: number, addedMinutes: number) => number;
/** Most points per added minute, most points, and nearest first. */
const preferences: readonly Preference[] = [
  (gain, addedMinutes) => gain / Math.max(addedMinutes, leastGain),
  (gain) => gain,
  (_gain, addedMinutes) => -addedMinutes,
];

/** Adds stops that are worth their drive, one by one, until no further stop fits. */
function addStops(draft: Draft, task: Task, prefer: Preference): Draft {
  const { values, visitMinutes } = task;
  const left = new Set(values.keys());
  for (const stop of draft.order) left.delete(stop);
  for (let current = draft; ; ) {
    let next: { stop: number; at: number } | undefined;
    let most = Number.NEGATIVE_INFINITY;
    for (const stop of left) {
      const { at, added } = findInsertion(current.order, stop, task);
      const gain = (values[stop] ?? 0) - added * pointsPerDrivingMinute;
      if (gain <= leastGain || !fits(current.order.length + 1, current.driving + added, task))
        continue;
      const rank = prefer(gain, added + visitMinutes);
      if (rank <= most) continue;
      most = rank;
      next = { stop, at };
    }
    if (next === undefined) return current;
    left.delete(next.stop);
    current = createDraft(current.order.toSpliced(next.at, 0, next.stop), task);
  }
}

/** Yields each order with a part reversed or a stop moved. */
function* listRearrangements(order: Order): Generator<Order> {
  for (let from = 0; from < order.length; from++)
    for (let to = from + 1; to < order.length; to++)
      yield order.toSpliced(from, to - from + 1, ...order.slice(from, to + 1).reverse());
  for (const [from, stop] of order.entries())
    for (let to = 0; to < order.length; to++)
      if (to !== from) yield order.toSpliced(from, 1).toSpliced(to, 0, stop);
}

/** Returns a rearrangement with less driving; `undefined` when there is none. */
function shorten({ order, driving }: Draft, task: Task): Draft | undefined {
  for (const rearranged of listRearrangements(order))
    if (driveOf(rearranged, task) < driving - leastGain) return createDraft(rearranged, task);
  return undefined;
}

/**
 * Returns the draft with one stop dropped or replaced that has the most points; `undefined` when no
 * such draft has more points. Keeps pinned stops.
 */
function exchangeStop({ order, points }: Draft, task: Task): Draft | undefined {
  const { values, isPinned } = task;
  const used = new Set(order);
  let best: Draft | undefined;
  let most = points + leastGain;
  for (const [place, dropped] of order.entries()) {
    if (isPinned[dropped] === true) continue;
    const rest = createDraft(order.toSpliced(place, 1), task);
    if (rest.points > most) {
      best = rest;
      most = rest.points + leastGain;
    }
    for (const [stop, value] of values.entries()) {
      // Even without a drive, this stop would not be better.
      if (rest.points + value <= most || used.has(stop)) continue;
      const { at, added } = findInsertion(rest.order, stop, task);
      const total = rest.points + value - added * pointsPerDrivingMinute;
      if (total <= most || !fits(order.length, rest.driving + added, task)) continue;
      best = createDraft(rest.order.toSpliced(at, 0, stop), task);
      most = total + leastGain;
    }
  }
  return best;
}

/** Improves a draft until neither a rearrangement, an exchange nor an addition does. */
function improve(draft: Draft, task: Task, prefer: Preference): Draft {
  for (let current = addStops(draft, task, prefer); ; ) {
    const better = shorten(current, task) ?? exchangeStop(current, task);
    if (better === undefined) return current;
    current = addStops(better, task, prefer);
  }
}

/**
 * Plans a route: chooses the stops, and their order, with the most points, which are the values of
 * the stops minus the cost of driving. The route takes at most the given time. Pinned stops are
 * always in the route; when they alone take longer, the route has no other stops. A stop is chosen
 * only when it is worth its drive. The same input always gives the same route.
 *
 * Uses greedy insertion with local search, from three first routes (Gunawan et al., "Orienteering
 * Problem: A survey", 2016).
 */
export function planRoute<Candidate extends RouteCandidate>(
  candidates: readonly Candidate[],
  pinned: ReadonlySet<string>,
  limits: RouteLimits,
): Candidate[] {
  const task = createTask(candidates, pinned, limits);
  const must = [...task.isPinned.keys()].filter((stop) => task.isPinned[stop]);
  const first = must.reduce<Order>(
    (order, stop) => order.toSpliced(findInsertion(order, stop, task).at, 0, stop),
    [],
  );
  const [best] = preferences
    .map((prefer) => improve(createDraft(first, task), task, prefer))
    .sort((one, other) => other.points - one.points);
  return (best?.order ?? []).flatMap((stop) => candidates[stop] ?? []);
}

/** Returns the points of a route: the values of its stops minus the cost of driving. */
export function routePoints(order: readonly RouteCandidate[], limits: RouteLimits): number {
  const value = order.reduce((sum, stop) => sum + stop.value, 0);
  return value - timeRoute(order, limits).driving.minutes * pointsPerDrivingMinute;
}

/** Returns the order with a stop added where it adds the least driving. */
export function insertStop<Candidate extends RouteCandidate>(
  order: readonly Candidate[],
  stop: Candidate,
  limits: RouteLimits,
): Candidate[] {
  const task = createTask([...order, stop], new Set(), limits);
  const { at } = findInsertion([...order.keys()], order.length, task);
  return order.toSpliced(at, 0, stop);
}
