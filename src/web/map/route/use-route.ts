import { useMemo } from 'react';
import type { RouteCandidateAnswer, RouteStop } from '#shared/map/route/candidates.ts';
import { type RouteLimits, type TimedRoute, timeRoute } from '#shared/map/route/plan.ts';
import { insertStop, planRoute } from '#shared/map/route/planner.ts';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';
import { formatRouteChange, type RouteAddress } from './route-address.ts';

export interface PlannedRoute {
  limits: RouteLimits;
  timed: TimedRoute<RouteStop>;
  /** Candidates that are not in the route, most valuable first. */
  others: RouteStop[];
  /** Number of stops in the URL that are no candidates any more. */
  missing: number;
}

/** Plans the route, or computes the times of the user's own order. */
export function computeRoute(
  { stops: candidates, settings }: RouteCandidateAnswer,
  { start, isRoundTrip, hours, stops, pinned, removed }: RouteAddress,
): PlannedRoute {
  const limits: RouteLimits = {
    start,
    isRoundTrip,
    minutes: hours * 60,
    visitMinutes: settings.visitMinutes,
    travel: settings,
  };
  const byKey = new Map(candidates.map((candidate) => [candidate.key, candidate]));
  const order =
    stops === null
      ? planRoute(
          candidates.filter(({ key }) => !removed.has(key)),
          pinned,
          limits,
        )
      : stops.flatMap((key) => byKey.get(key) ?? []);
  const chosen = new Set(order);
  return {
    limits,
    timed: timeRoute(order, limits),
    others: candidates.filter((candidate) => !chosen.has(candidate)),
    missing: stops === null ? 0 : stops.length - order.length,
  };
}

export interface RouteEditing {
  move: (from: number, to: number) => void;
  remove: (stop: RouteStop) => void;
  add: (stop: RouteStop) => void;
  pin: (stop: RouteStop, isPinned: boolean) => void;
  /** Lets the planner choose stops and order again. */
  planAgain: () => void;
  change: (values: Parameters<typeof formatRouteChange>[0]) => void;
}

/** Returns the route of the page's URL, and functions that change the URL. */
export function useRoute(
  answer: RouteCandidateAnswer | undefined,
  address: RouteAddress,
): { route: PlannedRoute | undefined; editing: RouteEditing } {
  const { change: changeUrl } = useUrlParameters();
  const route = useMemo(() => answer && computeRoute(answer, address), [answer, address]);
  const order = route?.timed.stops.map(({ candidate }) => candidate) ?? [];
  const change: RouteEditing['change'] = (values) =>
    changeUrl(formatRouteChange(values), { replace: true });
  const without = (keys: ReadonlySet<string>, key: string) =>
    new Set([...keys].filter((each) => each !== key));
  const keysOf = (stops: readonly RouteStop[]) => stops.map(({ key }) => key);
  const editing: RouteEditing = {
    change,
    move: (from, to) => {
      const moved = order[from];
      if (moved === undefined || to < 0 || to >= order.length) return;
      change({ stops: keysOf(order.toSpliced(from, 1).toSpliced(to, 0, moved)) });
    },
    remove: ({ key }) =>
      change({
        stops: keysOf(order).filter((each) => each !== key),
        removed: new Set([...address.removed, key]),
        pinned: without(address.pinned, key),
      }),
    add: (stop) => {
      if (route === undefined) return;
      change({
        stops: keysOf(insertStop(order, stop, route.limits)),
        removed: without(address.removed, stop.key),
      });
    },
    pin: ({ key }, isPinned) =>
      change({
        pinned: isPinned ? new Set([...address.pinned, key]) : without(address.pinned, key),
        // The stops stay as they are until the user plans again.
        stops: keysOf(order),
      }),
    planAgain: () => change({ stops: null }),
  };
  return { route, editing };
}
