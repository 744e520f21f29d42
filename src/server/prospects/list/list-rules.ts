import { type Day, dayIn, daysBetween } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { median } from '#shared/core/numbers/median.ts';
import { roundCoordinate } from '#shared/core/numbers/round-coordinate.ts';
import { foldText } from '#shared/core/text.ts';
import { sortFirstPositions } from '#shared/list/order.ts';
import type { ListSort } from '#shared/list/state.ts';
import type { ProspectFactField } from '#shared/prospects/changes.ts';
import { prospectColumns } from '#shared/prospects/columns.ts';
import { exitCriteriaOf } from '#shared/prospects/exit-criteria.ts';
import {
  type BoardColumn,
  type getProspectPoints,
  maxBoardCards,
  type ProspectPoints,
} from '#shared/prospects/list.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import {
  computeProspectScoreParts,
  type ProspectScorePart,
  sumProspectScore,
  sumUnknownPoints,
} from '#shared/prospects/score.ts';
import {
  isActiveProspectStage,
  type ProspectStage,
  prospectStages,
} from '#shared/prospects/stages.ts';
import type { CustomerIndex } from '../customer-index.ts';
import type { SalesRules } from '../sales-rules.ts';
import { centerOfZip } from '../zip-centers.ts';
import type { ProspectRecord } from './record-queries.ts';

/** Data besides the prospects on which their rows depend. */
export interface ProspectListContext {
  customers: CustomerIndex;
  sales: SalesRules;
  timeZone: string;
  today: Day;
  /** Median number of ratings of the prospects in a state, by state. */
  medianRatings: ReadonlyMap<string, number>;
}

const addressEnd = /(?:^|,\s*)([^,]+),\s*([A-Z]{2})\s+(\d{5})(?:-\d{4})?$/;

/**
 * Returns city, state and ZIP code from the end of an address; each is `null` when the address has
 * another format.
 */
export function parseAddressEnd(address: string): {
  city: string | null;
  state: string | null;
  zip: string | null;
} {
  const [, city = null, state = null, zip = null] = addressEnd.exec(address.trim()) ?? [];
  return { city, state, zip };
}

/** Returns the entered number of locations; `null` for text that is not a whole number above 0. */
export const locationCountOf = (text: string | null | undefined): number | null =>
  text != null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;

/** Returns the facts of a prospect: values that users entered, otherwise the stored ones. */
export const factValues = ({
  facts,
  name,
  address,
  businessType,
  phone,
  website,
  ehr,
  locationCount,
}: ProspectRecord): Partial<Record<ProspectFactField, string | null>> => ({
  name,
  address,
  businessType,
  phone,
  website,
  ehr,
  locationCount: locationCount === null ? null : String(locationCount),
  ...facts,
});

function typedFacts(record: ProspectRecord) {
  const { phone = null, website = null, ehr = null, ...facts } = factValues(record);
  return {
    name: facts.name ?? '',
    address: facts.address ?? '',
    businessType: facts.businessType ?? '',
    phone,
    website,
    ehr,
    locationCount: locationCountOf(facts.locationCount),
    hasOnlineBooking: facts.onlineBooking == null ? null : foldText(facts.onlineBooking) === 'yes',
  };
}

/**
 * Returns the stored coordinates of a prospect; otherwise the center of the address's ZIP code.
 * Coordinates belong to the stored address, or were taken with the address in a merge. Therefore,
 * they don't count once a user entered another address.
 */
function positionOf(record: ProspectRecord, address: string) {
  const { latitude, longitude } = record;
  const isOfAddress = address === record.address || record.isPositionTaken;
  if (latitude !== null && longitude !== null && isOfAddress)
    return { latitude, longitude, isPlacedByZip: false };
  const { zip } = parseAddressEnd(address);
  const center = zip === null ? undefined : centerOfZip(zip);
  return {
    latitude: center?.latitude ?? null,
    longitude: center?.longitude ?? null,
    isPlacedByZip: center !== undefined,
  };
}

/** Returns the parts of a prospect's score. */
export function scorePartsOf(
  record: ProspectRecord,
  { customers, sales, medianRatings }: ProspectListContext,
): ProspectScorePart[] {
  const facts = typedFacts(record);
  const { rating, totalRatings, openingHours } = record;
  const { latitude, longitude, isPlacedByZip } = positionOf(record, facts.address);
  const { state } = parseAddressEnd(facts.address);
  const [healthy] =
    latitude === null || longitude === null
      ? []
      : customers.findNearestHealthy(longitude, latitude, 1);
  return computeProspectScoreParts(
    {
      ...facts,
      isEhrInUse: facts.ehr !== null && customers.ehrs.has(foldText(facts.ehr)),
      openingHours,
      rating,
      totalRatings,
      medianRatings: state === null ? null : (medianRatings.get(state) ?? null),
      healthyCustomerMiles: healthy?.miles ?? null,
      isPlacedByZip,
    },
    sales.prospectScore,
  );
}

/** Counts the ticked exit criteria of the current stage; `null` when the stage has none. */
function countExitCriteria(
  { stage, metCriteria }: ProspectRecord,
  { exitCriteria }: SalesRules,
): ListedProspect['exitCriteria'] {
  const criteria = exitCriteriaOf(exitCriteria, stage ?? 'New');
  if (criteria.length === 0) return null;
  const met = criteria.filter(({ id }) => metCriteria !== null && Object.hasOwn(metCriteria, id));
  return { met: met.length, of: criteria.length };
}

/**
 * Returns the row of a prospect, without `duplicateOf` and the suppressions of other prospects, which
 * depend on other rows.
 */
export function toListedProspect(
  record: ProspectRecord,
  context: ProspectListContext,
): ListedProspect {
  const { customers, sales, timeZone, today } = context;
  const { hasOnlineBooking: _, ...facts } = typedFacts(record);
  const { createdAt, stageSince, factsCheckedAt } = record;
  const position = positionOf(record, facts.address);
  const { latitude, longitude } = position;
  const [nearest] =
    latitude === null || longitude === null ? [] : customers.findNearest(longitude, latitude, 1);
  const since = stageSince ?? createdAt;
  const addedOn = dayIn(timeZone, createdAt);
  const lastTouchOn = record.lastNoteAt === null ? null : dayIn(timeZone, record.lastNoteAt);
  const stage = record.stage ?? 'New';
  const parts = scorePartsOf(record, context);
  const addressEnd = parseAddressEnd(facts.address);
  const territory = sales.findTerritory(addressEnd);
  return {
    prospectId: record.prospectId,
    placeId: record.placeId,
    ...facts,
    ...addressEnd,
    territory: territory?.name ?? null,
    territoryOwner: sales.ownerNames.get(territory?.ownerId ?? '') ?? null,
    ...position,
    source: record.source,
    addedOn,
    checkedOn: factsCheckedAt === null ? addedOn : dayIn(timeZone, factsCheckedAt),
    stage,
    stageSince: since.toISOString(),
    daysInStage: Math.max(0, daysBetween(dayIn(timeZone, since), today)),
    owner:
      record.ownerId === null || record.ownerName === null
        ? null
        : { id: record.ownerId, name: record.ownerName },
    lostReason: record.lostReason,
    monthlyAmount: record.monthlyCents === null ? null : record.monthlyCents / 100,
    doNotContact: record.doNotContact,
    nextTask: record.nextTask,
    suppressedBy: null,
    exitCriteria: countExitCriteria(record, sales),
    lastTouchOn,
    daysWithoutTouch: isActiveProspectStage(stage)
      ? Math.max(0, daysBetween(lastTouchOn ?? addedOn, today))
      : null,
    score: sumProspectScore(parts),
    unknownPoints: sumUnknownPoints(parts),
    nearestMiles: nearest?.miles ?? null,
    nearestCustomer:
      nearest === undefined
        ? null
        : {
            institutionId: nearest.practice.institutionId,
            institutionName: nearest.practice.institutionName,
          },
    customer: record.customer,
    deal: record.deal,
    duplicateOf: null,
    version: record.version,
  };
}

/** Smallest number of prospects in a state for a median of their ratings. */
const fewestRated = 5;

/** Returns the median number of ratings by state, for states with at least five rated prospects. */
export function medianRatingsByState(records: readonly ProspectRecord[]): Map<string, number> {
  const byState = new Map<string, number[]>();
  for (const { address, totalRatings } of records) {
    const { state } = parseAddressEnd(address);
    if (state === null || totalRatings === null) continue;
    const ratings = byState.get(state) ?? [];
    ratings.push(totalRatings);
    byState.set(state, ratings);
  }
  return new Map(
    [...byState]
      .filter(([, ratings]) => ratings.length >= fewestRated)
      .map(([state, ratings]) => [state, median(ratings) ?? 0]),
  );
}

/** Order of the cards in a board column: longest in the stage first, then highest score. */
const cardOrder: readonly ListSort[] = [
  { column: 'daysInStage', descending: true },
  { column: 'score', descending: true },
];

/** Returns the days in the stage of the rows, by stage. */
function daysByStage(rows: readonly ListedProspect[]): Map<ProspectStage, number[]> {
  const days = new Map<ProspectStage, number[]>(prospectStages.map((stage) => [stage, []]));
  for (const { stage, daysInStage } of rows) days.get(stage)?.push(daysInStage);
  return days;
}

/**
 * Returns the columns of the board, one for each stage, with the rows at the given positions. The
 * median of the days in a stage is that of all rows.
 */
export function buildBoard(
  rows: readonly ListedProspect[],
  positions: readonly number[],
): BoardColumn[] {
  const days = daysByStage(rows);
  const byStage = new Map(
    prospectStages.map((stage) => [stage, { own: [] as number[], locations: 0, monthlyAmount: 0 }]),
  );
  for (const at of positions) {
    const row = rows[at];
    if (row === undefined) continue;
    const column = byStage.get(row.stage);
    if (column === undefined) continue;
    column.own.push(at);
    column.locations += row.locationCount ?? 0;
    column.monthlyAmount += row.monthlyAmount ?? 0;
  }
  return [...byStage].map(([stage, { own, locations, monthlyAmount }]) => {
    const all = days.get(stage) ?? [];
    return {
      stage,
      count: own.length,
      locations,
      monthlyAmount,
      medianDays: all.length < minimumGroupSize ? null : median(all),
      cards: sortFirstPositions(rows, prospectColumns, own, cardOrder, maxBoardCards).flatMap(
        (at) => rows[at] ?? [],
      ),
    };
  });
}

/** Returns the points of the rows that have coordinates, and the number of the others. */
export function buildPoints(rows: readonly ListedProspect[]): ResponseOf<typeof getProspectPoints> {
  const points: ProspectPoints = {
    prospectId: [],
    placeId: [],
    name: [],
    stage: [],
    latitude: [],
    longitude: [],
    monthlyAmount: [],
  };
  for (const row of rows) {
    if (row.latitude === null || row.longitude === null) continue;
    points.prospectId.push(row.prospectId);
    points.placeId.push(row.placeId);
    points.name.push(row.name);
    points.stage.push(row.stage);
    points.latitude.push(roundCoordinate(row.latitude));
    points.longitude.push(roundCoordinate(row.longitude));
    points.monthlyAmount.push(row.monthlyAmount);
  }
  return { points, withoutPosition: rows.length - points.prospectId.length };
}
