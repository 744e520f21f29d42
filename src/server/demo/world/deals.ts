import { createRandom, type SeededRandom } from '#server/core/seeded-random.ts';
import { buildTimeOnDemoWorkday } from '#server/institutions/demo-rows.ts';
import { type ProductKey, products } from '#shared/core/products.ts';
import { chooseCustomerOwner } from './crm.ts';
import { addEntitledProduct } from './life.ts';
import { type DemoTableRow, type EndOfDayRow, entitlementRow } from './rows.ts';
import type { DemoInstitution, DemoWorld } from './world.ts';

type DealRow = Required<DemoTableRow<'crm_deal'>>;

const firstDealId = 70_001;

const unitOf = (random: SeededRandom): number => random.integer(38, 62) * 100;
const monthlyCents = ({ life, locations }: DemoInstitution, unit: number): number =>
  life.products.length * locations.length * unit;

/**
 * Returns the price and the owner of a customer; `undefined` for the few customers without a deal
 * in the CRM.
 */
function termsOf({ seed }: DemoWorld, institution: DemoInstitution) {
  const random = createRandom(seed, 'deals', institution.institutionId);
  if (random.chance(0.03)) return undefined;
  const owner = random.chance(0.02) ? null : chooseCustomerOwner(random, institution);
  const unit = unitOf(random);
  return { random, owner, unit, monthly: monthlyCents(institution, unit) };
}

/**
 * Returns the cents per month for one product at one location; `undefined` for a customer without a
 * deal in the CRM.
 */
export const computeMonthlyCentsPerProductLocation = (
  world: DemoWorld,
  institution: DemoInstitution,
): number | undefined => termsOf(world, institution)?.unit;

/** Returns the deals of the world's customers as of its first day. */
export function createFirstDayDeals(world: DemoWorld): DealRow[] {
  const { calendar } = world;
  const today = calendar.indexOf(calendar.today);
  let dealId = firstDealId;
  return world.institutions.flatMap((institution) => {
    const terms = termsOf(world, institution);
    if (terms === undefined) return [];
    const { random, owner, monthly } = terms;
    const deal = (
      pipeline: string,
      stage: string,
      closes: number,
      closed: boolean,
      amount: number,
    ): DealRow => ({
      institution_id: institution.institutionId,
      deal_id: dealId++,
      name: `${institution.name} - ${pipeline}`,
      pipeline,
      stage,
      owner_id: owner,
      amount_cents: amount,
      closes_on: calendar.dayAt(closes),
      closed,
      updated_at: buildTimeOnDemoWorkday(
        calendar.dayAt(Math.min(today - 1, closes, today - random.integer(1, 40))),
        random.integer(0, 480),
      ),
    });
    const deals: DealRow[] = [];
    if (today - institution.created < 120 && institution.churned === null)
      deals.push(deal('New Business', 'Closed won', institution.created, true, monthly * 12));
    if (institution.churned !== null)
      deals.push(deal('Renewals', 'Closed lost', institution.churned, true, monthly * 12));
    else {
      const yearsHeld = Math.floor((today - institution.created) / 365);
      const renewal = institution.created + (yearsHeld + 1) * 365;
      const stage =
        renewal - today < 60
          ? random.pick(['Contract sent', 'Negotiation', 'Verbal yes'])
          : 'Scheduled';
      deals.push(deal('Renewals', stage, renewal, false, monthly * 12));
      if (random.chance(0.09)) {
        const missing = Object.values(products).length - institution.life.products.length;
        if (missing > 0)
          deals.push(
            deal(
              'Expansion',
              random.pick(['Discovery', 'Demo done', 'Proposal sent']),
              today + random.integer(10, 90),
              false,
              (monthly / 4) | 0,
            ),
          );
      }
    }
    return deals;
  });
}

/**
 * Stages of an open deal. `before` is the number of days before the close at which the deal reaches
 * the stage.
 */
const stages = {
  Renewals: [
    { stage: 'Scheduled', before: Number.POSITIVE_INFINITY },
    { stage: 'Contract sent', before: 60 },
    { stage: 'Negotiation', before: 30 },
    { stage: 'Verbal yes', before: 10 },
  ],
  Expansion: [
    { stage: 'Discovery', before: Number.POSITIVE_INFINITY },
    { stage: 'Demo done', before: 25 },
    { stage: 'Proposal sent', before: 8 },
  ],
} as const;
type OpenPipeline = keyof typeof stages;
/** Number of days before the close at which a deal first changes its stage. */
const firstStep = 60;

/**
 * Probability per week that a customer considers another product, and probability that the customer
 * then buys it.
 */
const expansion = { begins: 0.012, isWon: 0.35 };

interface OpenDeal {
  pipeline: OpenPipeline;
  row: DealRow;
  closes: number;
}

export interface DealSimulation {
  /** Returns the signed deal of a new customer and the deal of its renewal. */
  welcome(institution: DemoInstitution): EndOfDayRow[];
  /** Returns the changes of a customer's deals in a week, from the day `from` on. */
  work(
    institution: DemoInstitution,
    random: SeededRandom,
    week: number,
    from: number,
  ): EndOfDayRow[];
  /** Returns the changes of a customer's deals when the customer leaves on a day. */
  close(institution: DemoInstitution, day: number): EndOfDayRow[];
}

/** Creates the simulation of deals after the day on which the demo starts. */
export function createDealSimulation(world: DemoWorld): DealSimulation {
  const { calendar, seed } = world;
  const first = createFirstDayDeals(world);
  let dealId = firstDealId + first.length;
  const open = new Map<number, OpenDeal[]>();
  const dealsOf = (institutionId: number): OpenDeal[] => open.get(institutionId) ?? [];
  for (const row of first)
    if (!row.closed)
      keep({
        pipeline: row.pipeline === 'Expansion' ? 'Expansion' : 'Renewals',
        row,
        closes: calendar.indexOf(row.closes_on ?? ''),
      });

  function keep(deal: OpenDeal): void {
    const id = deal.row.institution_id;
    open.set(id, [...dealsOf(id), deal]);
  }

  function begin(
    institution: DemoInstitution,
    pipeline: OpenPipeline,
    day: number,
    closes: number,
    terms: Pick<DealRow, 'owner_id' | 'amount_cents'>,
  ): EndOfDayRow {
    const row: DealRow = {
      institution_id: institution.institutionId,
      deal_id: dealId++,
      name: `${institution.name} - ${pipeline}`,
      pipeline,
      stage: stages[pipeline][0].stage,
      ...terms,
      closes_on: calendar.dayAt(closes),
      closed: false,
      updated_at: buildTimeOnDemoWorkday(calendar.dayAt(day)),
    };
    keep({ pipeline, row, closes });
    return { day, table: 'crm_deal', row };
  }

  function move(deal: OpenDeal, day: number, stage: string, closed = false): EndOfDayRow {
    const minutes = createRandom(seed, 'deal', deal.row.deal_id, day).integer(1, 480);
    deal.row = {
      ...deal.row,
      stage,
      closed,
      updated_at: buildTimeOnDemoWorkday(calendar.dayAt(day), minutes),
    };
    if (closed) {
      const id = deal.row.institution_id;
      open.set(
        id,
        dealsOf(id).filter((other) => other !== deal),
      );
    }
    return { day, table: 'crm_deal', row: deal.row };
  }

  function moveOn(institution: DemoInstitution, deal: OpenDeal, day: number): EndOfDayRow[] {
    if (day < deal.closes) {
      const due = stages[deal.pipeline].findLast(({ before }) => deal.closes - day <= before);
      const reached = stages[deal.pipeline].find(({ stage }) => stage === deal.row.stage);
      return due && reached && due.before < reached.before ? [move(deal, day, due.stage)] : [];
    }
    if (deal.pipeline === 'Renewals') {
      const { owner_id, amount_cents } = deal.row;
      return [
        move(deal, day, 'Closed won', true),
        begin(institution, 'Renewals', day, day + 365, { owner_id, amount_cents }),
      ];
    }
    const random = createRandom(seed, 'expansion', deal.row.deal_id);
    const wanted = missingProducts(institution);
    if (wanted.length === 0 || !random.chance(expansion.isWon))
      return [move(deal, day, 'Closed lost', true)];
    const bought = addEntitledProduct(institution.life, random, random.pick(wanted), day + 1);
    return [
      move(deal, day, 'Closed won', true),
      {
        day: bought.from,
        table: 'entitlement',
        row: entitlementRow(calendar, institution, bought),
      },
    ];
  }

  /**
   * Starts an expansion deal. A customer has at most one such deal at a time and none in its first
   * weeks.
   */
  function beginExpansion(
    institution: DemoInstitution,
    random: SeededRandom,
    day: number,
  ): EndOfDayRow[] {
    const [renewal, ...others] = dealsOf(institution.institutionId);
    if (renewal === undefined || others.length > 0 || day - institution.created < 60) return [];
    if (missingProducts(institution).length === 0) return [];
    const terms = {
      owner_id: renewal.row.owner_id,
      amount_cents: Math.trunc((renewal.row.amount_cents ?? 0) / 48),
    };
    return [begin(institution, 'Expansion', day, day + random.integer(20, 80), terms)];
  }

  return {
    welcome(institution) {
      const { created } = institution;
      const random = createRandom(seed, 'deals', institution.institutionId);
      const terms = {
        owner_id: chooseCustomerOwner(random, institution),
        amount_cents: monthlyCents(institution, unitOf(random)) * 12,
      };
      const renewal = begin(institution, 'Renewals', created, created + 365, terms);
      const signed: DealRow = {
        ...terms,
        institution_id: institution.institutionId,
        deal_id: dealId++,
        name: `${institution.name} - New Business`,
        pipeline: 'New Business',
        stage: 'Closed won',
        closes_on: calendar.dayAt(created),
        closed: true,
        updated_at: buildTimeOnDemoWorkday(calendar.dayAt(created)),
      };
      return [{ day: created, table: 'crm_deal', row: signed }, renewal];
    },
    work(institution, random, week, from) {
      const { institutionId, life } = institution;
      // No deal of a customer that has given notice makes progress.
      if (life.notice !== null || !open.has(institutionId)) return [];
      const end = week * 7 + 7;
      const changes: EndOfDayRow[] = [];
      if (dealsOf(institutionId).some(({ closes }) => closes - end < firstStep))
        for (let day = Math.max(from, week * 7); day < end; day++)
          for (const deal of dealsOf(institutionId))
            changes.push(...moveOn(institution, deal, day));
      if (random.chance(expansion.begins))
        changes.push(...beginExpansion(institution, random, week * 7 + random.integer(1, 5)));
      return changes;
    },
    close: ({ institutionId }, day) =>
      dealsOf(institutionId).map((deal) => move(deal, day, 'Closed lost', true)),
  };
}

/** Returns the top-level products that a customer never had. */
function missingProducts({ life }: DemoInstitution): ProductKey[] {
  const had = new Set(life.products.map(({ product }) => product));
  return Object.values(products).flatMap(({ key, parent }) =>
    parent || had.has(key) ? [] : [key],
  );
}
