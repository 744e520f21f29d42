import type { CrmRenewal } from '#server/core/providers/crm.ts';
import type { Day } from '#shared/core/dates.ts';
import { median } from '#shared/core/numbers/median.ts';
import { milesBetween } from '#shared/core/numbers/miles.ts';
import { prospectKeyOf } from '#shared/core/pages/prospect-key.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import { addressLine } from '#shared/map/address-line.ts';
import {
  maxRouteCandidates,
  type OmittedRouteStop,
  type RouteCandidateAnswer,
  type RouteCandidateRequest,
  type RouteStop,
  routeAreaMiles,
} from '#shared/map/route/candidates.ts';
import type { RoutePoint } from '#shared/map/route/plan.ts';
import {
  customerVisitReasons,
  prospectVisitProblem,
  prospectVisitReasons,
  visitValue,
} from '#shared/map/route/worth.ts';
import type { ListedOnboarding } from '#shared/onboarding/onboarding.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { isActiveProspectStage } from '#shared/prospects/stages.ts';
import { findRiskReasons } from '#shared/work/cases.ts';

type Placed<Row> = Row & RoutePoint;

const isPlaced = <Row extends { latitude: number | null; longitude: number | null }>(
  row: Row,
): row is Placed<Row> => row.latitude !== null && row.longitude !== null;

const milesOf = (one: RoutePoint, other: RoutePoint): number =>
  milesBetween(one.longitude, one.latitude, other.longitude, other.latitude);

/** Returns a function that checks whether a point is in the request's area or around its place. */
function createSuggestionCheck({
  around,
  area,
}: RouteCandidateRequest): (point: RoutePoint) => boolean {
  return (point) =>
    (around !== null && milesOf(around, point) <= routeAreaMiles) ||
    (area !== null &&
      point.latitude >= area.south &&
      point.latitude <= area.north &&
      point.longitude >= area.west &&
      point.longitude <= area.east);
}

/** Customer of a route with the locations at which it can be visited. */
export interface RouteCustomer {
  institutionId: number;
  locations: Placed<Practice>[];
}

export interface SelectedCustomers {
  customers: RouteCustomer[];
  omitted: OmittedRouteStop[];
}

/** Selects the requested customers, and those with a location in the request's area. */
export function selectRouteCustomers(
  practices: readonly Practice[],
  request: RouteCandidateRequest,
): SelectedCustomers {
  const isSuggested = createSuggestionCheck(request);
  const requested = new Map(request.institutionIds.map((id) => [id, [] as Practice[]]));
  const suggested = new Map<number, Placed<Practice>[]>();
  for (const practice of practices) {
    const own = requested.get(practice.institutionId);
    if (own !== undefined) own.push(practice);
    else if (isPlaced(practice) && isSuggested(practice))
      suggested.set(practice.institutionId, [
        ...(suggested.get(practice.institutionId) ?? []),
        practice,
      ]);
  }
  const customers = [...suggested].map(([institutionId, locations]) => ({
    institutionId,
    locations,
  }));
  const omitted: OmittedRouteStop[] = [];
  for (const [institutionId, own] of requested) {
    const locations = own.filter(isPlaced);
    if (locations.length > 0) customers.push({ institutionId, locations });
    else
      omitted.push({
        key: `c${institutionId}`,
        name: own[0]?.institutionName ?? `Customer ${institutionId}`,
        address: own[0] === undefined ? null : addressLine(own[0]),
        reason: own.length === 0 ? 'No longer a customer, or no open location' : 'No coordinates',
      });
  }
  return { customers, omitted };
}

export interface SelectedProspects {
  prospects: Placed<ListedProspect>[];
  omitted: OmittedRouteStop[];
}

/** Selects the requested prospects, and those in active stages in the request's area. */
export function selectRouteProspects(
  rows: readonly ListedProspect[],
  request: RouteCandidateRequest,
): SelectedProspects {
  const isSuggested = createSuggestionCheck(request);
  const missing = new Set(request.prospectIds);
  const prospects: Placed<ListedProspect>[] = [];
  const omitted: OmittedRouteStop[] = [];
  for (const row of rows) {
    const problem = prospectVisitProblem(row);
    if (missing.delete(row.prospectId)) {
      if (problem === undefined && isPlaced(row)) prospects.push(row);
      else
        omitted.push({
          key: `p${row.prospectId}`,
          name: row.name,
          address: row.address === '' ? null : row.address,
          reason: problem ?? 'Unknown',
        });
    } else if (
      problem === undefined &&
      isActiveProspectStage(row.stage) &&
      isPlaced(row) &&
      isSuggested(row)
    )
      prospects.push(row);
  }
  for (const id of missing)
    omitted.push({
      key: `p${id}`,
      name: `Prospect ${id}`,
      address: null,
      reason: 'No longer a prospect',
    });
  return { prospects, omitted };
}

/** Returns the point near which customers with several locations are visited. */
export function findReferencePoint(
  { start, around, area }: RouteCandidateRequest,
  points: readonly RoutePoint[],
): RoutePoint {
  if (start !== null) return start;
  if (around !== null) return around;
  if (area !== null)
    return {
      latitude: (area.south + area.north) / 2,
      longitude: (area.west + area.east) / 2,
    };
  return {
    latitude: median(points.map(({ latitude }) => latitude)) ?? 0,
    longitude: median(points.map(({ longitude }) => longitude)) ?? 0,
  };
}

/** Data about customers from which the worth of a visit is computed. */
export interface CustomerVisitSources {
  today: Day;
  institutions: ReadonlyMap<number, ListedInstitution>;
  rules: Pick<HealthRules, 'decliningWeeksAtRisk'>;
  /** Renewals by institution id; `undefined` when the CRM is unavailable. */
  renewals: ReadonlyMap<string, CrmRenewal> | undefined;
  onboarding: ReadonlyMap<number, ListedOnboarding>;
  lastDays: ReadonlyMap<number, Day>;
}

function toCustomerStop(
  { institutionId, locations }: RouteCustomer,
  reference: RoutePoint,
  { today, institutions, rules, renewals, onboarding, lastDays }: CustomerVisitSources,
): RouteStop[] {
  const nearest = locations.toSorted(
    (one, other) => milesOf(reference, one) - milesOf(reference, other),
  )[0];
  if (nearest === undefined) return [];
  const row = institutions.get(institutionId);
  const leavesOn = lastDays.get(institutionId) ?? null;
  const reasons = customerVisitReasons(
    {
      riskReasons: row?.atRisk === true ? findRiskReasons(row, rules) : [],
      weeksDeclining: row?.consecutiveWeeksDeclining ?? 0,
      renewalOn: renewals?.get(String(institutionId))?.renewalOn ?? null,
      onboarding: onboarding.get(institutionId),
      leavesOn,
    },
    today,
  );
  const { latitude, longitude } = nearest;
  return [
    {
      key: `c${institutionId}`,
      name: nearest.institutionName,
      address: addressLine(nearest),
      phone: nearest.phone,
      latitude,
      longitude,
      isPlacedByZip: nearest.isPlacedByZip,
      institutionId,
      prospectKey: null,
      healthTier: nearest.healthTier,
      leavesOn,
      value: visitValue(reasons),
      reasons,
    },
  ];
}

function toProspectStop(row: Placed<ListedProspect>): RouteStop {
  const { name, address, phone, latitude, longitude } = row;
  const reasons = prospectVisitReasons(row);
  return {
    key: `p${row.prospectId}`,
    name,
    address: address === '' ? null : address,
    phone,
    latitude,
    longitude,
    isPlacedByZip: row.isPlacedByZip,
    institutionId: null,
    prospectKey: prospectKeyOf(row),
    healthTier: null,
    leavesOn: null,
    value: visitValue(reasons),
    reasons,
  };
}

/**
 * Returns the candidates, most valuable first. Requested customers and prospects come before
 * suggested ones when there are too many.
 */
export function buildRouteCandidates(
  request: RouteCandidateRequest,
  customers: SelectedCustomers,
  prospects: SelectedProspects,
  sources: CustomerVisitSources,
): Pick<RouteCandidateAnswer, 'stops' | 'found' | 'omitted'> {
  const reference = findReferencePoint(request, [
    ...customers.customers.flatMap(({ locations }) => locations),
    ...prospects.prospects,
  ]);
  const requested = new Set([
    ...request.institutionIds.map((id) => `c${id}`),
    ...request.prospectIds.map((id) => `p${id}`),
  ]);
  const byValue = (one: RouteStop, other: RouteStop) =>
    other.value - one.value || milesOf(reference, one) - milesOf(reference, other);
  const found = [
    ...customers.customers.flatMap((customer) => toCustomerStop(customer, reference, sources)),
    ...prospects.prospects.map(toProspectStop),
  ].sort(
    (one, other) =>
      Number(requested.has(other.key)) - Number(requested.has(one.key)) || byValue(one, other),
  );
  return {
    stops: found.slice(0, maxRouteCandidates).sort(byValue),
    found: found.length,
    omitted: [...customers.omitted, ...prospects.omitted],
  };
}
