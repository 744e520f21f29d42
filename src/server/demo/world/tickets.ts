import { createRandom, type SeededRandom } from '#server/core/seeded-random.ts';
import { buildTimeOnDemoWorkday } from '#server/institutions/demo-rows.ts';
import { type ProductKey, products } from '#shared/core/products.ts';
import type { DemoCalendar } from './calendar.ts';
import { chooseCustomerOwner } from './crm.ts';
import type { SimulatedTicket, TicketTopic } from './life.ts';
import type { DemoTableRow, EndOfDayRow } from './rows.ts';
import { createMessagesFrom, type TicketRowWithDays } from './ticket-messages.ts';
import type { DemoInstitution, DemoWorld } from './world.ts';

const pipelines = { support: 'Support', billing: 'Billing', account: 'Account' } as const;
type Pipeline = keyof typeof pipelines;
const stageLabels = {
  new: 'New',
  waiting_on_us: 'Waiting on us',
  waiting_on_contact: 'Waiting on contact',
  closed: 'Closed',
} as const;
type Stage = keyof typeof stageLabels;

export const createDemoPipelines = (): DemoTableRow<'crm_ticket_pipeline'>[] =>
  Object.entries(pipelines).map(([pipeline_id, label], position) => ({
    pipeline_id,
    label,
    position,
  }));

export const createDemoStages = (): DemoTableRow<'crm_ticket_stage'>[] =>
  Object.keys(pipelines).flatMap((pipeline_id) =>
    Object.entries(stageLabels).map(([stage_id, label], position) => ({
      pipeline_id,
      stage_id,
      label,
      position,
      ticket_state: stage_id === 'closed' ? ('CLOSED' as const) : ('OPEN' as const),
    })),
  );

type TicketText = { subject: string; body: string; pipeline_id: Pipeline };
const asks = (name: string): [string, string][] => [
  [
    `How do we change our ${name} settings?`,
    `Our office manager would like to adjust ${name} and could not find where.`,
  ],
  [
    `${name}: training for two new team members`,
    `We hired two people at the front desk. Could someone walk them through ${name}?`,
  ],
  [`${name} report for last month`, `Where do we see how ${name} did last month, by provider?`],
];
const complaints = (name: string): [string, string][] => [
  [
    `${name} stopped working this morning`,
    `Since this morning ${name} has not been working at our office. Patients are calling in.`,
  ],
  [
    `${name} does not match our schedule`,
    `What ${name} shows is not what our schedule says. This is the second time this month.`,
  ],
  [
    `${name} is slow at the front desk`,
    `Pages of ${name} take most of a minute to load. The team has gone back to doing it by phone.`,
  ],
  [
    `Patients are confused by ${name}`,
    `Several patients told us that ${name} sent them in circles. What can we change?`,
  ],
];

function ticketText(
  random: SeededRandom,
  topic: TicketTopic,
  product: ProductKey | null,
): TicketText {
  const name = product === null ? 'Chairside' : products[product].name;
  const pick = (choices: [string, string][], pipeline_id: Pipeline): TicketText => {
    const [subject, body] = random.pick(choices);
    return { subject, body, pipeline_id };
  };
  switch (topic) {
    case 'question':
      return pick(asks(name), 'support');
    case 'problem':
      return pick(complaints(name), 'support');
    case 'billing':
      return pick(
        [
          [
            `Question about our invoice`,
            `The last invoice lists ${name}. Please explain the amount.`,
          ],
          ['Update the card on file', 'Our card changes next week. How do we update it?'],
        ],
        'billing',
      );
    case 'ownership':
      return pick(
        [
          [
            'Change of ownership',
            'The practice has a new owner as of this month. Please update the account and send the agreement again.',
          ],
        ],
        'account',
      );
    case 'cancellation':
      return pick(
        [
          [
            'Request to cancel',
            'We have decided not to continue and would like to know the notice period and how we get our data.',
          ],
        ],
        'account',
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

export const firstTicketId = 50_001;

/** Returns the tickets of all customers in their state on the day on which the demo starts. */
export function createFirstDayTickets(world: DemoWorld): TicketRowWithDays[] {
  const today = world.calendar.indexOf(world.calendar.today);
  let ticketId = firstTicketId;
  return world.institutions.flatMap((institution) => {
    const random = createRandom(world.seed, 'tickets', institution.institutionId);
    const owner = chooseCustomerOwner(random, institution);
    return institution.life.tickets.map((ticket) =>
      tellTicket({ ...world, random, institution, owner, ticketId: ticketId++ }, ticket, today),
    );
  });
}

interface Telling {
  calendar: DemoCalendar;
  seed: string;
  random: SeededRandom;
  institution: DemoInstitution;
  owner: number;
  ticketId: number;
}

function tellTicket(
  { calendar, seed, random, institution, owner, ticketId }: Telling,
  { day, topic, product }: SimulatedTicket,
  today: number,
): TicketRowWithDays {
  const text = ticketText(random, topic, product);
  const created = buildTimeOnDemoWorkday(calendar.dayAt(day), random.integer(-60, 500));
  const own = createRandom(seed, 'way of ticket', ticketId);
  const lingers = topic === 'problem' && own.chance(0.08) ? own.integer(18, 40) : 0;
  const closes = day + lingers + Math.ceil(random.gamma(1.2) * (topic === 'problem' ? 5 : 2.5));
  const closed =
    closes < today ? buildTimeOnDemoWorkday(calendar.dayAt(closes), random.integer(0, 480)) : null;
  const openStage = today - day < 2 ? 'new' : random.pick(waitingStages);
  const row = {
    institution_id: institution.institutionId,
    ticket_id: ticketId,
    ...text,
    stage_id: closed ? 'closed' : openStage,
    priority: random.pick(priorities[topic]),
    owner_id: owner,
    product,
    created_at: created,
    updated_at: closed ?? created,
    closed_at: closed,
    channel: own.weighted(channels).channel,
    reopened_at:
      closed !== null && closes - day > 3 && own.chance(0.06)
        ? buildTimeOnDemoWorkday(calendar.dayAt(closes - 2), 60)
        : null,
  };
  return { row, day, closes };
}

const channels = [
  { channel: 'email', weight: 6 },
  { channel: 'phone', weight: 3 },
  { channel: 'chat', weight: 2 },
  { channel: 'form', weight: 1 },
];
const waitingStages: Stage[] = ['waiting_on_us', 'waiting_on_contact'];

/**
 * Returns the rows of a ticket opened after the start of the demo, and the later changes of these
 * rows.
 */
export function createNewTicketRows(
  world: DemoWorld,
  institution: DemoInstitution,
  ticketId: number,
  ticket: SimulatedTicket,
): EndOfDayRow[] {
  const owner = chooseCustomerOwner(
    createRandom(world.seed, 'tickets', institution.institutionId),
    institution,
  );
  const random = createRandom(world.seed, 'ticket', ticketId);
  const story = tellTicket(
    { ...world, random, institution, owner, ticketId },
    ticket,
    ticket.day + 1,
  );
  return [
    { day: ticket.day, table: 'crm_ticket', row: story.row },
    ...simulateOpenTicketChanges(world, story, ticket.day + 1),
  ];
}

/**
 * Returns the changes of an open ticket from a day on. The ticket is assigned one day after its
 * opening, and is closed later.
 */
export function simulateOpenTicketChanges(
  world: DemoWorld,
  story: TicketRowWithDays,
  from: number,
): EndOfDayRow[] {
  const { calendar, seed } = world;
  const { row, day, closes } = story;
  if (row.closed_at !== null) return [];
  const random = createRandom(seed, 'rest of ticket', Number(row.ticket_id));
  const changes: EndOfDayRow[] = [];
  const change = (on: number, stage: Stage, isEnd: boolean) => {
    const at = buildTimeOnDemoWorkday(calendar.dayAt(on), random.integer(0, 480));
    changes.push({
      day: on,
      table: 'crm_ticket',
      row: { ...row, stage_id: stage, updated_at: at, closed_at: isEnd ? at : null },
    });
  };
  if (day + 1 >= from && day + 1 < closes) change(day + 1, random.pick(waitingStages), false);
  change(closes, 'closed', true);
  return [...changes, ...createMessagesFrom(world, story, from)];
}
