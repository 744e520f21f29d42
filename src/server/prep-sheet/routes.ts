import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { findInstitutionFacts, findScoredWeeks } from '#server/health/queries.ts';
import { buildHealthRecord, healthRecordWeeks } from '#server/health/rules.ts';
import {
  findLocationUsage,
  findOpenLocationsWithLastReport,
} from '#server/health/usage-queries.ts';
import { buildLocationUsage } from '#server/health/usage-rules.ts';
import { institutionNotFound } from '#server/institutions/existence.ts';
import { findNotices } from '#server/notices/queries.ts';
import { toNotice } from '#server/notices/rules.ts';
import { countOpenAndClosedTickets, findInstitutionTickets } from '#server/tickets/queries.ts';
import { countTasks, listTasks } from '#server/work/tasks/tasks-queries.ts';
import { dayIn } from '#shared/core/dates.ts';
import { shortenToOneLine } from '#shared/core/words.ts';
import { getPrepSheet, prepSheetLimits } from '#shared/prep-sheet/prep-sheet.ts';
import { findContacts, findLastNotes, findNextOpenDeal, findWithdrawnNotices } from './queries.ts';
import { contactsToAsk, purposeOf, talkingPoints } from './rules.ts';

/** Maximum number of tasks and of tickets that the rules examine. The sheet shows fewer. */
const examinedLimit = 50;

export function prepSheetRoutes(
  app: FastifyInstance,
  { database, clock, env }: Dependencies,
): void {
  const { foreground } = database;

  route(app, getPrepSheet, async ({ params: { id } }) => {
    const institution = await findInstitutionFacts(foreground, id);
    if (institution === undefined) throw institutionNotFound();
    const today = dayIn(env.BUSINESS_TIME_ZONE, clock());
    const [now, ...history] = await findScoredWeeks(foreground, id, healthRecordWeeks);
    const week = now?.score.week_start;
    const locations =
      week === undefined
        ? []
        : buildLocationUsage(
            await findOpenLocationsWithLastReport(foreground, id, week),
            await findLocationUsage(foreground, id, week),
            week,
          );
    const filter = {
      institutionId: id,
      assigneeId: undefined,
      state: 'open',
      snoozed: 'both',
      dueBy: undefined,
    } as const;
    const tasks = (
      await listTasks(foreground, filter, { after: undefined, limit: examinedLimit }, today)
    ).map(({ task }) => task);
    const tickets = (await findInstitutionTickets(foreground, id, examinedLimit)).filter(
      ({ closedAt }) => closedAt === null,
    );
    const deal = await findNextOpenDeal(foreground, id, today);
    const health = now === undefined ? null : buildHealthRecord(institution, now, history, null);
    const notes = await findLastNotes(foreground, id, prepSheetLimits.notes);
    const [found] = await findNotices(foreground, id);
    const notice = found === undefined ? null : toNotice(found);
    const withdrawn =
      notice === null
        ? { count: 0, reasons: [] }
        : await findWithdrawnNotices(foreground, id, notice.reason);
    const contacts = contactsToAsk(await findContacts(foreground, id), notice);
    return {
      purpose: purposeOf(notice, today),
      notice,
      contacts: contacts.slice(0, prepSheetLimits.contacts),
      deal,
      tasks: tasks.slice(0, prepSheetLimits.tasks),
      openTasks: (await countTasks(foreground, filter, today)).total,
      notes: notes.map((note) => ({
        ...note,
        text: shortenToOneLine(note.text, prepSheetLimits.noteLength),
      })),
      tickets: tickets.slice(0, prepSheetLimits.tickets),
      openTickets: (await countOpenAndClosedTickets(foreground, id)).open,
      talkingPoints: talkingPoints({
        today,
        timeZone: env.BUSINESS_TIME_ZONE,
        health,
        locations,
        tickets,
        tasks,
        deal,
        notice,
        withdrawn,
      }),
    };
  });
}
