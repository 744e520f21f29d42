import type { Queries } from '#server/core/db/database.ts';
import { storableJson } from '#server/core/db/storable.ts';
import { insertRows } from '#server/core/db/writes.ts';
import { createRandom, drawSeededUuid, type SeededRandom } from '#server/core/seeded-random.ts';
import {
  buildTimeOnDemoWorkday,
  type DemoCustomer,
  type DemoTeamAndCustomers,
} from '#server/institutions/demo-rows.ts';
import { demoWorkEvent } from '#server/work/demo-event.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import { prospectKeyOf } from '#shared/core/pages/prospect-key.ts';
import { productNames } from '../conversion/rules.ts';
import {
  changeDemoProspect,
  type DemoCustomerFacts,
  findDemoCustomerFacts,
  findDemoProspectsWithoutPlace,
} from './demo-rows-queries.ts';

/** Maximum number of won prospects, and the share of the prospects without a place. */
const mostWon = 40;
const wonShare = 0.3;
/** Days since go-live of the customers that were won as prospects. */
const goLiveDays = { from: 10, until: 360 } as const;

const stages = ['New', 'Researching', 'Contacted', 'Demo', 'Proposal'] as const;
const notes = [
  'The owner saw the demo and wants recalls first.',
  'They compare us with their EHR’s own booking page.',
  'Sent the proposal; the office manager decides this week.',
  'References called; they liked what they heard.',
];

interface WonProspect {
  prospectId: number;
  random: SeededRandom;
  customer: DemoCustomer;
  facts: DemoCustomerFacts;
  /** Days of the moves to the stages after New, and of the conversion. */
  movedOn: Day[];
}

/**
 * Turns some of the demo's prospects into the prospects that recent customers came from, with their
 * history. Returns their ids.
 */
export async function seedDemoWonProspects(
  transaction: Queries,
  { seed, today, customers }: DemoTeamAndCustomers,
): Promise<Set<number>> {
  const recent = customers.filter(
    ({ go_live_on, churned_on, user }) =>
      churned_on === null &&
      user.isActive &&
      go_live_on <= addDays(today, -goLiveDays.from) &&
      go_live_on >= addDays(today, -goLiveDays.until),
  );
  const facts = new Map(
    (await findDemoCustomerFacts(transaction, recent.map(idOf))).map((each) => [
      each.institution_id,
      each,
    ]),
  );
  const prospects = await findDemoProspectsWithoutPlace(transaction);
  const count = Math.min(mostWon, Math.ceil(prospects.length * wonShare));
  const won = recent
    .filter((customer) => facts.has(customer.institution_id))
    .toSorted((one, other) => rank(seed, one) - rank(seed, other))
    .slice(0, count)
    .flatMap((customer, at): WonProspect[] => {
      const [prospect, own] = [prospects[at], facts.get(customer.institution_id)];
      if (prospect === undefined || own === undefined) return [];
      const random = createRandom(seed, 'won-prospect', customer.institution_id);
      const movedOn = daysOfMoves(random, customer.go_live_on);
      return [{ prospectId: prospect.prospect_id, random, customer, facts: own, movedOn }];
    });
  for (const { prospectId, customer, facts: own, movedOn } of won)
    await changeDemoProspect(transaction, prospectId, {
      ...own,
      name: customer.name,
      created_at: buildTimeOnDemoWorkday(addDays(movedOn[0] ?? customer.go_live_on, -3)),
    });
  await insertWork(transaction, won);
  return new Set(won.map(({ prospectId }) => prospectId));
}

const idOf = ({ institution_id }: DemoCustomer): number => institution_id;
const rank = (seed: string, { institution_id }: DemoCustomer): number =>
  createRandom(seed, 'won-rank', institution_id).integer(0, 1_000_000);

/** Returns the days of the moves, counted back from two to six weeks before go-live. */
function daysOfMoves(random: SeededRandom, goLiveOn: Day): Day[] {
  let day = addDays(goLiveOn, -random.integer(14, 42));
  const days = [day];
  while (days.length < stages.length) {
    day = addDays(day, -random.integer(2, 14));
    days.unshift(day);
  }
  return days;
}

async function insertWork(transaction: Queries, won: readonly WonProspect[]): Promise<void> {
  const timeOf = (day: Day | undefined, { go_live_on }: DemoCustomer) =>
    buildTimeOnDemoWorkday(day ?? go_live_on, 90);
  await insertRows(
    transaction,
    'prospect_work',
    won.map(({ prospectId, random, customer, movedOn }) => ({
      prospect_id: prospectId,
      stage: 'Won' as const,
      stage_since: timeOf(movedOn.at(-1), customer),
      owner_id: customer.user.id,
      lost_reason: null,
      monthly_cents: 100 * 50 * random.integer(4, 30),
      version: stages.length + 1,
    })),
  );
  const conversions = won.map((each) => ({ ...each, conversionId: drawSeededUuid(each.random) }));
  await insertRows(
    transaction,
    'prospect_change',
    conversions.flatMap(({ prospectId, conversionId, random, customer, movedOn }) =>
      movedOn.map((day, at) => {
        const isLast = at === stages.length - 1;
        const { institution_id: institutionId, name: institutionName } = customer;
        return {
          prospect_id: prospectId,
          change_id: isLast ? conversionId : drawSeededUuid(random),
          changed_by: customer.user.id,
          changed_at: timeOf(day, customer),
          change: storableJson(
            isLast
              ? { action: 'convert', institutionId, institutionName, isNew: true }
              : { action: 'move', stage: stages[at + 1] ?? 'New', lostReason: null },
          ),
          before: storableJson({ stage: stages[at] ?? 'New' }),
        };
      }),
    ),
  );
  await insertRows(
    transaction,
    'prospect_note',
    won.map(({ prospectId, random, customer, movedOn }) => ({
      prospect_id: prospectId,
      note_id: drawSeededUuid(random),
      author_id: customer.user.id,
      body: random.pick(notes),
      created_at: timeOf(movedOn.at(-2), customer),
    })),
  );
  await insertRows(
    transaction,
    'prospect_conversion',
    conversions.map(({ prospectId, conversionId, customer, movedOn }) => ({
      institution_id: customer.institution_id,
      conversion_id: conversionId,
      prospect_id: prospectId,
      is_new: true,
      request: '{}',
      before: '{}',
      created: '{}',
      converted_by: customer.user.id,
      converted_at: timeOf(movedOn.at(-1), customer),
    })),
  );
  await insertRows(
    transaction,
    'work_event',
    won.map(({ prospectId, random, customer, facts, movedOn }) =>
      demoWorkEvent(
        random,
        {
          institutionId: customer.institution_id,
          kind: 'milestone',
          event: 'converted',
          subjectId: null,
          detail: {
            title: customer.name,
            key: prospectKeyOf({ placeId: null, prospectId }),
            products: facts.products.length === 0 ? null : productNames(facts.products),
          },
        },
        customer.user.id,
        timeOf(movedOn.at(-1), customer),
      ),
    ),
  );
}
