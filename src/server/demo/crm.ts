import type { Insertable } from 'kysely';
import type { Day } from '#shared/dates.ts';
import { type ProductKey, products } from '#shared/products.ts';
import type { Schema } from '../db/schema.ts';
import type { TicketTopic } from './life.ts';
import { personName, slugOf } from './names.ts';
import { createRandom, type Random } from './random.ts';
import type { DemoInstitution, World } from './world.ts';

type Row<Table extends keyof Schema> = Insertable<Schema[Table]>;

const ownerCount = 24;
/** The people who can sign in to the demo look after customers of their own, in a region each. */
const signedIn = ['Avery Admin', 'Morgan Member'];
const regionalFrom = 7;
/** The instants of the demo fall into the working day of the time zone UTC−8. */
export const instantOf = (day: Day, minutes = 0): Date => new Date(Date.parse(`${day}T17:00:00Z`) + minutes * 60_000);

export function demoOwners(seed: string): Row<'crm_owner'>[] {
  const random = createRandom(seed, 'owners');
  const names = new Set<string>();
  while (names.size < ownerCount - signedIn.length) names.add(personName(random));
  const everybody = [...names].toSpliced(regionalFrom, 0, ...signedIn);
  return everybody.map((name, index) => ({
    owner_id: index + 1,
    name,
    email: `${slugOf(name).replaceAll('-', '.')}@chairside.example`,
    archived: index === ownerCount - 1,
  }));
}

/** Large customers belong to the first few owners, the others to the owner of their region. */
function ownerOf(random: Random, institution: DemoInstitution): number {
  if (institution.locations.length > 20) return random.integer(1, 3);
  if (institution.locations.length > 5) return random.integer(2, 7);
  if (random.chance(0.015)) return ownerCount;
  return 6 + ((institution.metro + random.integer(0, 1)) % (ownerCount - 6));
}

export function demoDeals(world: World): Row<'crm_deal'>[] {
  const { calendar } = world;
  const today = calendar.indexOf(calendar.today);
  let dealId = 70_001;
  return world.institutions.flatMap((institution) => {
    const random = createRandom(world.seed, 'deals', institution.institutionId);
    if (random.chance(0.03)) return [];
    const owner = random.chance(0.02) ? null : ownerOf(random, institution);
    const monthly = institution.life.products.length * institution.locations.length * random.integer(38, 62) * 100;
    const deal = (pipeline: string, stage: string, closes: number, closed: boolean, amount: number): Row<'crm_deal'> => ({
      institution_id: institution.institutionId,
      deal_id: dealId++,
      name: `${institution.name} - ${pipeline}`,
      pipeline,
      stage,
      owner_id: owner,
      amount_cents: amount,
      closes_on: calendar.dayAt(closes),
      closed,
      updated_at: instantOf(calendar.dayAt(Math.min(today - 1, closes, today - random.integer(1, 40))), random.integer(0, 480)),
    });
    const deals: Row<'crm_deal'>[] = [];
    if (today - institution.created < 120 && institution.churned === null)
      deals.push(deal('New Business', 'Closed won', institution.created, true, monthly * 12));
    if (institution.churned !== null) deals.push(deal('Renewals', 'Closed lost', institution.churned, true, monthly * 12));
    else {
      const yearsHeld = Math.floor((today - institution.created) / 365);
      const renewal = institution.created + (yearsHeld + 1) * 365;
      const stage = renewal - today < 60 ? random.pick(['Contract sent', 'Negotiation', 'Verbal yes']) : 'Scheduled';
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

type TicketText = { subject: string; body: string; pipeline: string };
const asks = (name: string): [string, string][] => [
  [`How do we change our ${name} settings?`, `Our office manager would like to adjust ${name} and could not find where.`],
  [`${name}: training for two new team members`, `We hired two people at the front desk. Could someone walk them through ${name}?`],
  [`${name} report for last month`, `Where do we see how ${name} did last month, by provider?`],
];
const complaints = (name: string): [string, string][] => [
  [`${name} stopped working this morning`, `Since this morning ${name} has not been working at our office. Patients are calling in.`],
  [`${name} does not match our schedule`, `What ${name} shows is not what our schedule says. This is the second time this month.`],
  [`${name} is slow at the front desk`, `Pages of ${name} take most of a minute to load. The team has gone back to doing it by phone.`],
  [`Patients are confused by ${name}`, `Several patients told us that ${name} sent them in circles. What can we change?`],
];

function ticketText(random: Random, topic: TicketTopic, product: ProductKey | null): TicketText {
  const name = product === null ? 'Chairside' : products[product].name;
  const pick = (choices: [string, string][], pipeline: string): TicketText => {
    const [subject, body] = random.pick(choices);
    return { subject, body, pipeline };
  };
  switch (topic) {
    case 'question':
      return pick(asks(name), 'Support');
    case 'problem':
      return pick(complaints(name), 'Support');
    case 'billing':
      return pick(
        [
          [`Question about our invoice`, `The last invoice lists ${name}. Please explain the amount.`],
          ['Update the card on file', 'Our card changes next week. How do we update it?'],
        ],
        'Billing',
      );
    case 'ownership':
      return pick(
        [['Change of ownership', 'The practice has a new owner as of this month. Please update the account and send the agreement again.']],
        'Account',
      );
    case 'cancellation':
      return pick(
        [['Request to cancel', 'We have decided not to continue and would like to know the notice period and how we get our data.']],
        'Account',
      );
  }
}

const priorities: Record<TicketTopic, readonly string[]> = {
  question: ['LOW', 'LOW', 'MEDIUM'],
  problem: ['MEDIUM', 'HIGH', 'HIGH', 'URGENT'],
  billing: ['LOW', 'MEDIUM'],
  ownership: ['MEDIUM'],
  cancellation: ['HIGH', 'URGENT'],
};

export function demoTickets(world: World): Row<'crm_ticket'>[] {
  const { calendar } = world;
  const today = calendar.indexOf(calendar.today);
  let ticketId = 50_001;
  return world.institutions.flatMap((institution) => {
    const random = createRandom(world.seed, 'tickets', institution.institutionId);
    const owner = ownerOf(random, institution);
    return institution.life.tickets.map((ticket): Row<'crm_ticket'> => {
      const text = ticketText(random, ticket.topic, ticket.product);
      const created = instantOf(calendar.dayAt(ticket.day), random.integer(-60, 500));
      const takes = Math.ceil(random.gamma(1.2) * (ticket.topic === 'problem' ? 5 : 2.5));
      const closed = ticket.day + takes < today ? instantOf(calendar.dayAt(ticket.day + takes), random.integer(0, 480)) : null;
      const openStage = today - ticket.day < 2 ? 'New' : random.pick(['Waiting on us', 'Waiting on contact']);
      return {
        institution_id: institution.institutionId,
        ticket_id: ticketId++,
        ...text,
        stage: closed ? 'Closed' : openStage,
        priority: random.pick(priorities[ticket.topic]),
        owner_id: owner,
        product: ticket.product,
        created_at: created,
        updated_at: closed ?? created,
        closed_at: closed,
      };
    });
  });
}

const roles = ['Office manager', 'Owner', 'Front desk lead', 'Billing lead', 'Treatment coordinator', 'Operations director'];

export function demoContacts(world: World): Row<'contact'>[] {
  let contactId = 30_001;
  return world.institutions.flatMap((institution) => {
    const random = createRandom(world.seed, 'contacts', institution.institutionId);
    const count =
      institution.locations.length > 5
        ? random.integer(2, 4)
        : random.weighted([
            { count: 1, weight: 5 },
            { count: 2, weight: 4 },
            { count: 3, weight: 1 },
          ]).count;
    return Array.from({ length: count }, (_, index): Row<'contact'> => {
      const name = personName(random);
      return {
        institution_id: institution.institutionId,
        contact_id: contactId++,
        name,
        role: roles[index] ?? 'Office manager',
        email: `${slugOf(name).replaceAll('-', '.')}@${institution.slug}.example`,
        phone: random.chance(0.8) ? (institution.locations[0]?.phone ?? null) : null,
      };
    });
  });
}
