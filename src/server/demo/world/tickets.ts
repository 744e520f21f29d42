import { type ProductKey, products } from '#shared/core/products.ts';
import type { Calendar } from './calendar.ts';
import { ownerOf } from './crm.ts';
import type { LifeTicket, TicketTopic } from './life.ts';
import { createRandom, type Random } from './random.ts';
import { type Change, instantOf, type Row } from './rows.ts';
import type { DemoInstitution, World } from './world.ts';

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

/** A ticket as it stands on a day, with the days on which it was opened and will be closed. */
export interface TicketStory {
  row: Row<'crm_ticket'>;
  day: number;
  closes: number;
}

export const firstTicketId = 50_001;

/** The tickets of the world's customers as they stand on its first day. */
export function ticketStories(world: World): TicketStory[] {
  const today = world.calendar.indexOf(world.calendar.today);
  let ticketId = firstTicketId;
  return world.institutions.flatMap((institution) => {
    const random = createRandom(world.seed, 'tickets', institution.institutionId);
    const owner = ownerOf(random, institution);
    return institution.life.tickets.map((ticket) =>
      tellTicket({ ...world, random, institution, owner, ticketId: ticketId++ }, ticket, today),
    );
  });
}

interface Telling {
  calendar: Calendar;
  random: Random;
  institution: DemoInstitution;
  owner: number;
  ticketId: number;
}

function tellTicket(
  { calendar, random, institution, owner, ticketId }: Telling,
  { day, topic, product }: LifeTicket,
  today: number,
): TicketStory {
  const text = ticketText(random, topic, product);
  const created = instantOf(calendar.dayAt(day), random.integer(-60, 500));
  const closes = day + Math.ceil(random.gamma(1.2) * (topic === 'problem' ? 5 : 2.5));
  const closed = closes < today ? instantOf(calendar.dayAt(closes), random.integer(0, 480)) : null;
  const openStage = today - day < 2 ? 'New' : random.pick(waitingStages);
  const row = {
    institution_id: institution.institutionId,
    ticket_id: ticketId,
    ...text,
    stage: closed ? 'Closed' : openStage,
    priority: random.pick(priorities[topic]),
    owner_id: owner,
    product,
    created_at: created,
    updated_at: closed ?? created,
    closed_at: closed,
  };
  return { row, day, closes };
}

const waitingStages = ['Waiting on us', 'Waiting on contact'];

/** A ticket that comes in after the world's first day, and what becomes of it. */
export function newTicket(world: World, institution: DemoInstitution, ticketId: number, ticket: LifeTicket): Change[] {
  const owner = ownerOf(createRandom(world.seed, 'tickets', institution.institutionId), institution);
  const random = createRandom(world.seed, 'ticket', ticketId);
  const story = tellTicket({ ...world, random, institution, owner, ticketId }, ticket, ticket.day + 1);
  return [{ day: ticket.day, table: 'crm_ticket', row: story.row }, ...restOfTicket(world, story, ticket.day + 1)];
}

/** What becomes of an open ticket from a day on: somebody takes it up a day after it came, and closes it. */
export function restOfTicket({ calendar, seed }: World, { row, day, closes }: TicketStory, from: number): Change[] {
  if (row.closed_at !== null) return [];
  const random = createRandom(seed, 'rest of ticket', Number(row.ticket_id));
  const changes: Change[] = [];
  const change = (on: number, stage: string, isEnd: boolean) => {
    const at = instantOf(calendar.dayAt(on), random.integer(0, 480));
    changes.push({ day: on, table: 'crm_ticket', row: { ...row, stage, updated_at: at, closed_at: isEnd ? at : null } });
  };
  if (day + 1 >= from && day + 1 < closes) change(day + 1, random.pick(waitingStages), false);
  change(closes, 'Closed', true);
  return changes;
}
