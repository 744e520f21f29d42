import { createRandom } from '#server/core/seeded-random.ts';
import { buildTimeOnDemoWorkday } from '#server/institutions/demo-rows.ts';
import { createDemoOwners } from './crm.ts';
import { createPersonName } from './names.ts';
import type { DemoTableRow, EndOfDayRow } from './rows.ts';
import type { DemoWorld } from './world.ts';

/** Ticket in its state on a day, with the days on which it is opened and closed. */
export interface TicketRowWithDays {
  row: DemoTableRow<'crm_ticket'>;
  day: number;
  closes: number;
}

type Message = DemoTableRow<'crm_ticket_message'>;
/** Maximum number of messages on a ticket. */
const most = 9;

const first = [
  'Thank you for writing. We are looking into it and will get back to you by tomorrow.',
  'Thank you, we see it too. Could you tell us which location and about what time it was?',
  'Happy to help. The steps are in the attached guide; call us if something does not work.',
];
const answers = [
  'It is the main office, mostly in the mornings. The front desk can show it on a call.',
  'Thank you. We tried that and it works for one of us, not for the others.',
  'Any news? The doctor asks every day.',
  'That helped, thanks. One more thing: does this count for the other office too?',
];
const further = [
  'We have changed a setting on our side. Please try again and tell us how it goes.',
  'We will call you this afternoon and go through it together.',
  'Our engineers know the cause. It should be gone with this week’s update.',
];
const closing = [
  'It is solved on our side. We are closing this ticket; reply here if the problem comes back.',
  'Thank you for the call. As agreed, we are closing the ticket; the guide has the steps.',
];

/**
 * Returns the messages on a ticket in order, from its opening to its closing. The result is
 * reproducible.
 */
function talkOf(
  { seed, calendar }: Pick<DemoWorld, 'seed' | 'calendar'>,
  { row, day, closes }: TicketRowWithDays,
): { day: number; row: Message }[] {
  const random = createRandom(seed, 'ticket talk', Number(row.ticket_id));
  const owner =
    createDemoOwners(seed).find(({ owner_id }) => owner_id === row.owner_id)?.name ?? 'Support';
  const contact = createPersonName(random);
  const talk: { day: number; row: Message }[] = [];
  const say = (on: number, minutes: number, direction: 'in' | 'out', body: string) => {
    const at = new Date(
      Math.max(
        buildTimeOnDemoWorkday(calendar.dayAt(on), minutes).getTime(),
        new Date(row.created_at).getTime() + 20 * 60_000,
      ),
    );
    const message_id = `${uuidStart(Number(row.ticket_id))}-${String(talk.length).padStart(12, '0')}`;
    const author = direction === 'in' ? contact : owner;
    talk.push({
      day: on,
      row: {
        institution_id: row.institution_id,
        ticket_id: row.ticket_id,
        message_id,
        at,
        direction,
        author,
        body,
      },
    });
  };
  let on = day + random.integer(0, 2);
  if (on < closes) say(on, random.integer(0, 400), 'out', random.pick(first));
  while (on + 1 < closes && talk.length < most - 1 && random.chance(0.75)) {
    on += random.integer(1, 4);
    if (on >= closes) break;
    const isTheirs = talk.at(-1)?.row.direction === 'out' && random.chance(0.8);
    say(
      on,
      random.integer(0, 400),
      isTheirs ? 'in' : 'out',
      random.pick(isTheirs ? answers : further),
    );
  }
  say(closes, random.integer(0, 200), 'out', random.pick(closing));
  return talk;
}

const uuidStart = (ticketId: number): string =>
  `${ticketId.toString(16).padStart(8, '0')}-0000-4000-a000`;

/** Returns the messages on a ticket before a day. They agree with the stage of the ticket. */
export function createMessagesBefore(
  world: Pick<DemoWorld, 'seed' | 'calendar'>,
  story: TicketRowWithDays,
  today: number,
): Message[] {
  const messages = talkOf(world, story).flatMap((each) => (each.day < today ? [each.row] : []));
  if (story.row.stage_id === 'new') return [];
  const wanted = { waiting_on_us: 'in', waiting_on_contact: 'out' }[story.row.stage_id];
  if (wanted === undefined) return messages;
  const last = messages.findLastIndex(({ direction }) => direction === wanted);
  return messages.slice(0, last + 1);
}

/** Returns the messages on an open ticket from a day on. */
export const createMessagesFrom = (
  world: DemoWorld,
  story: TicketRowWithDays,
  from: number,
): EndOfDayRow[] =>
  story.row.closed_at === null
    ? talkOf(world, story).flatMap(({ day, row }): EndOfDayRow[] =>
        day >= from ? [{ day, table: 'crm_ticket_message', row }] : [],
      )
    : [];
