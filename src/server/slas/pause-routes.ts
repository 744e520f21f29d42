import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { conflict, forbidden, notFound } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { writeWorkEvents } from '#server/work/event-queries.ts';
import type { WorkChangeEvent } from '#server/work/schema.ts';
import type { AuditAction } from '#shared/core/audit-actions.ts';
import { postSlaPause, postSlaResume, postSlaUndo, type SlaClock } from '#shared/slas/clocks.ts';
import { endedClockPeriodChoices, pauseReasonLabels, slaKindTexts } from '#shared/slas/words.ts';
import { undoHours } from '#shared/work/undo.ts';
import { slaListReader } from './list.ts';
import {
  type ClockId,
  findPauseChanges,
  pauseClocks,
  resumeClocks,
  undoPauseChanges,
} from './pause-queries.ts';

const isAmong = (clocks: readonly ClockId[], { institutionId, key }: ClockId): boolean =>
  clocks.some((clock) => clock.institutionId === institutionId && clock.key === key);

export function slaPauseRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock } = dependencies;
  const { foreground } = database;
  const list = slaListReader(dependencies);

  /** Returns the current rows of the clocks that are still running, by clock key. */
  async function running(clocks: readonly ClockId[]): Promise<Map<string, SlaClock>> {
    const requested = new Map(clocks.map(({ key, institutionId }) => [key, institutionId]));
    const { rows } = (await list(endedClockPeriodChoices[0])).answer;
    return new Map(
      rows.flatMap((row) =>
        row.endedAt === null && requested.get(row.key) === row.institutionId
          ? [[row.key, row] as const]
          : [],
      ),
    );
  }

  async function recordWork(
    queries: Queries,
    done: readonly ClockId[],
    {
      found,
      eventOf,
      action,
      workId,
      userId,
      at,
    }: {
      found: Map<string, SlaClock>;
      eventOf: (row: SlaClock) => WorkChangeEvent;
      action: AuditAction;
      workId: string;
      userId: string;
      at: Date;
    },
  ): Promise<void> {
    const events = done.flatMap(({ institutionId, key }) => {
      const row = found.get(key);
      return row === undefined
        ? []
        : [{ ...eventOf(row), institutionId, kind: 'milestone' as const, subjectId: null }];
    });
    await writeWorkEvents(queries, events, userId, at);
    if (done.length > 1)
      await writeAudit(queries, {
        at,
        actor: userId,
        action,
        objectType: 'sla_pause',
        objectId: workId,
        detail: { clocks: done.length },
      });
  }

  route(app, postSlaPause, async ({ body: { pauseId, clocks, reason, note }, user }) => {
    const before = await findPauseChanges(foreground, pauseId);
    const isSame = before.every(
      (each) =>
        each.what === 'pause' &&
        each.by === user.id &&
        each.reason === reason &&
        each.note === note &&
        isAmong(clocks, each),
    );
    if (before.length > 0 && isSame)
      return { changed: before.length, kept: clocks.length - before.length };
    if (before.length > 0)
      throw conflict('Another pause already uses this id. Reload the page and try again.');
    const found = await running(clocks);
    if (found.size === 0) throw notFound('A running clock');
    const at = clock();
    return foreground.transaction().execute(async (transaction) => {
      const requested = clocks.filter(({ key }) => found.has(key));
      const stopped = await pauseClocks(transaction, {
        pauseId,
        clocks: requested,
        reason,
        note,
        userId: user.id,
        at,
      });
      if (stopped.length === 0) throw conflict('This clock is already paused.');
      const eventOf = (row: SlaClock): WorkChangeEvent => ({
        event: 'sla_paused',
        detail: {
          what: `${slaKindTexts[row.kind].name}, ${row.subject}`,
          reason: pauseReasonLabels[reason],
          note: note === '' ? null : note,
        },
      });
      await recordWork(transaction, stopped, {
        found,
        eventOf,
        action: 'sla.pause',
        workId: pauseId,
        userId: user.id,
        at,
      });
      return { changed: stopped.length, kept: clocks.length - stopped.length };
    });
  });

  route(app, postSlaResume, async ({ body: { resumeId, clocks }, user }) => {
    const before = await findPauseChanges(foreground, resumeId);
    if (
      before.some((each) => each.what !== 'resume' || each.by !== user.id || !isAmong(clocks, each))
    )
      throw conflict(
        'An earlier version of this change was already saved, so this one wasn’t. Reload the page to see what was saved, then try again.',
      );
    if (before.length > 0) return { changed: before.length, kept: clocks.length - before.length };
    const found = await running(clocks);
    const at = clock();
    return foreground.transaction().execute(async (transaction) => {
      const started = await resumeClocks(transaction, { resumeId, clocks, userId: user.id, at });
      if (started.length === 0) throw conflict('This clock isn’t paused.');
      const eventOf = (row: SlaClock): WorkChangeEvent => ({
        event: 'sla_resumed',
        detail: { what: `${slaKindTexts[row.kind].name}, ${row.subject}` },
      });
      await recordWork(transaction, started, {
        found,
        eventOf,
        action: 'sla.resume',
        workId: resumeId,
        userId: user.id,
        at,
      });
      return { changed: started.length, kept: clocks.length - started.length };
    });
  });

  route(app, postSlaUndo, async ({ params: { workId }, user }) => {
    const done = await findPauseChanges(foreground, workId);
    const [first] = done;
    if (first === undefined) throw notFound('This change');
    if (first.by !== user.id) throw forbidden('Only the person who made this change can undo it.');
    const at = clock();
    if (at.getTime() - first.at.getTime() > undoHours * 3_600_000)
      throw conflict(
        `This change is more than ${undoHours} hours old and can no longer be undone.`,
      );
    const found = await running(done);
    return foreground.transaction().execute(async (transaction) => {
      const undone = await undoPauseChanges(transaction, workId, at);
      const eventOf = (row: SlaClock): WorkChangeEvent => ({
        event: 'sla_undone',
        detail: { what: `${slaKindTexts[row.kind].name}, ${row.subject}` },
      });
      await recordWork(transaction, undone, {
        found,
        eventOf,
        action: 'sla.undo',
        workId,
        userId: user.id,
        at,
      });
      return { changed: undone.length, kept: done.length - undone.length };
    });
  });
}
