import { type Day, dayIn, daysBetween } from '#shared/core/dates.ts';
import { median } from '#shared/core/numbers/median.ts';
import { foldText } from '#shared/core/text.ts';
import type { BoardColumn } from '#shared/prospects/list.ts';
import { maxBoardCards } from '#shared/prospects/list.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import {
  computeProspectScoreParts,
  type ProspectScorePart,
  type ProspectScoreWeights,
  sumProspectScore,
  sumUnknownPoints,
} from '#shared/prospects/score.ts';
import { type ProspectStage, prospectStages } from '#shared/prospects/stages.ts';
import type { CustomerIndex } from './customer-index.ts';
import type { ProspectRecord } from './record-queries.ts';

/** Data besides the prospects on which their rows depend. */
export interface ProspectListContext {
  customers: CustomerIndex;
  weights: ProspectScoreWeights;
  timeZone: string;
  today: Day;
  /** Median number of ratings of the prospects in a state, by state. */
  medianRatings: ReadonlyMap<string, number>;
}

const addressEnd = /(?:^|,\s*)([^,]+),\s*([A-Z]{2})\s+(\d{5})(?:-\d{4})?$/;

/** Returns the parts of an address that ends in city, state and ZIP code; `null` for others. */
export function parseAddressEnd(address: string): {
  city: string | null;
  state: string | null;
  zip: string | null;
} {
  const [, city = null, state = null, zip = null] = addressEnd.exec(address.trim()) ?? [];
  return { city, state, zip };
}

/** Number of locations that a user entered; `null` for text that is not a whole number above 0. */
const locationCountOf = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;

/** Facts of a prospect in force: values that users entered, otherwise the stored ones. */
function factsInForce(record: ProspectRecord) {
  const { facts, name, address, businessType, phone, website } = record;
  return {
    name: facts?.name ?? name,
    address: facts?.address ?? address,
    businessType: facts?.businessType ?? businessType,
    phone: facts?.phone ?? phone,
    website: facts?.website ?? website,
    ehr: facts?.ehr ?? null,
    locationCount: locationCountOf(facts?.locationCount),
    hasOnlineBooking:
      facts?.onlineBooking === undefined ? null : foldText(facts.onlineBooking) === 'yes',
  };
}

/** Returns the parts of a prospect's score. */
export function scorePartsOf(
  record: ProspectRecord,
  { customers, weights, medianRatings }: ProspectListContext,
): ProspectScorePart[] {
  const facts = factsInForce(record);
  const { latitude, longitude, rating, totalRatings, openingHours } = record;
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
    },
    weights,
  );
}

/** Returns the row of a prospect without the note on duplicates, which depends on other rows. */
export function toListedProspect(
  record: ProspectRecord,
  context: ProspectListContext,
): ListedProspect {
  const { customers, timeZone, today } = context;
  const { hasOnlineBooking: _, ...facts } = factsInForce(record);
  const { latitude, longitude, createdAt, stageSince, factsCheckedAt } = record;
  const [nearest] =
    latitude === null || longitude === null ? [] : customers.findNearest(longitude, latitude, 1);
  const since = stageSince ?? createdAt;
  const addedOn = dayIn(timeZone, createdAt);
  const parts = scorePartsOf(record, context);
  return {
    prospectId: record.prospectId,
    placeId: record.placeId,
    ...facts,
    ...parseAddressEnd(facts.address),
    latitude,
    longitude,
    source: record.source,
    addedOn,
    checkedOn: factsCheckedAt === null ? addedOn : dayIn(timeZone, factsCheckedAt),
    stage: record.stage ?? 'New',
    stageSince: since.toISOString(),
    daysInStage: Math.max(0, daysBetween(dayIn(timeZone, since), today)),
    owner:
      record.ownerId === null || record.ownerName === null
        ? null
        : { id: record.ownerId, name: record.ownerName },
    lostReason: record.lostReason,
    monthlyAmount: record.monthlyCents === null ? null : record.monthlyCents / 100,
    doNotContact: record.doNotContact,
    lastTouchOn: record.lastNoteAt === null ? null : dayIn(timeZone, record.lastNoteAt),
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

interface StageTally {
  count: number;
  locations: number;
  monthlyAmount: number;
  /** Number of prospects by number of days in the stage. */
  countsByDays: Map<number, number>;
  /** First cards, unordered, and some that may turn out to be later ones. */
  cards: ListedProspect[];
}

/**
 * Returns the columns of the board, one for each stage. The rows are read once, because sorting all
 * of them takes several times as long.
 */
export function buildBoard(rows: Iterable<ListedProspect>): BoardColumn[] {
  const tallies = new Map(
    prospectStages.map((stage): [ProspectStage, StageTally] => [
      stage,
      { count: 0, locations: 0, monthlyAmount: 0, countsByDays: new Map(), cards: [] },
    ]),
  );
  for (const row of rows) {
    const tally = tallies.get(row.stage);
    if (tally === undefined) continue;
    tally.count += 1;
    tally.locations += row.locationCount ?? 0;
    tally.monthlyAmount += row.monthlyAmount ?? 0;
    tally.countsByDays.set(row.daysInStage, (tally.countsByDays.get(row.daysInStage) ?? 0) + 1);
    addCard(tally, row);
  }
  return [...tallies].map(([stage, { count, locations, monthlyAmount, countsByDays, cards }]) => ({
    stage,
    count,
    locations,
    monthlyAmount,
    medianDays: medianOfCounts(countsByDays, count),
    cards: cards.sort(compareCards).slice(0, maxBoardCards),
  }));
}

const compareCards = (one: ListedProspect, other: ListedProspect): number =>
  other.daysInStage - one.daysInStage ||
  other.score - one.score ||
  one.prospectId - other.prospectId;

/** Adds a card unless there are enough cards before it. */
function addCard(tally: StageTally, row: ListedProspect): void {
  const { cards } = tally;
  // After each sort, the card at this position is an upper bound for the cards to keep.
  const last = cards[maxBoardCards - 1];
  if (last !== undefined && compareCards(row, last) >= 0) return;
  cards.push(row);
  if (cards.length === maxBoardCards || cards.length >= 2 * maxBoardCards)
    tally.cards = cards.sort(compareCards).slice(0, maxBoardCards);
}

/** Returns the median of values given by their numbers of occurrences; `null` without any. */
function medianOfCounts(counts: ReadonlyMap<number, number>, total: number): number | null {
  const sorted = [...counts].sort(([one], [other]) => one - other);
  function valueAt(position: number): number {
    let before = 0;
    for (const [value, count] of sorted) {
      before += count;
      if (position < before) return value;
    }
    return Number.NaN;
  }
  return total === 0
    ? null
    : (valueAt(Math.floor((total - 1) / 2)) + valueAt(Math.floor(total / 2))) / 2;
}
