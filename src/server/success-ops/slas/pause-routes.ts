import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { conflict, forbidden, notFound } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { writeWorkEvents } from '#server/work/event-queries.ts';
import type { ChangeEvent } from '#server/work/schema.ts';
import { postSlaPause, postSlaResume, postSlaUndo, type SlaClock } from '#shared/success-ops/slas/clocks.ts';
import { pauseReasonWords, slaKindWords, slaPeriods } from '#shared/success-ops/slas/words.ts';
import { undoHours } from '#shared/work/undo.ts';
import { slaList } from './list.ts';
import { type ClockId, doneUnder, startClocks, stopClocks, undoUnder } from './pause-queries.ts';

const isAmong = (clocks: readonly ClockId[], { institutionId, key }: ClockId): boolean =>
  clocks.some((clock) => clock.institutionId === institutionId && clock.key === key);

export function slaPauseRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock } = dependencies;
  const { foreground } = database;
  const list = slaList(dependencies);

  /** Those of the clocks that have not ended, as they stand. */
  async function running(clocks: readonly ClockId[]): Promise<Map<string, SlaClock>> {
    const wanted = new Map(clocks.map(({ key, institutionId }) => [key, institutionId]));
    const { rows } = (await list(slaPeriods[0])).answer;
    return new Map(
      rows.flatMap((row) => (row.endedAt === null && wanted.get(row.key) === row.institutionId ? [[row.key, row] as const] : [])),
    );
  }

  async function tell(
    queries: Queries,
    done: readonly ClockId[],
    {
      found,
      told,
      action,
      workId,
      userId,
      at,
    }: { found: Map<string, SlaClock>; told: (row: SlaClock) => ChangeEvent; action: string; workId: string; userId: string; at: Date },
  ): Promise<void> {
    const events = done.flatMap(({ institutionId, key }) => {
      const row = found.get(key);
      return row === undefined ? [] : [{ ...told(row), institutionId, kind: 'milestone' as const, subjectId: null }];
    });
    await writeWorkEvents(queries, events, userId, at);
    if (done.length > 1)
      await writeAudit(queries, { at, actor: userId, action, objectType: 'sla_pause', objectId: workId, detail: { clocks: done.length } });
  }

  route(app, postSlaPause, async ({ body: { pauseId, clocks, reason, note }, user }) => {
    const before = await doneUnder(foreground, pauseId);
    const isSame = before.every(
      (each) => each.what === 'pause' && each.by === user.id && each.reason === reason && each.note === note && isAmong(clocks, each),
    );
    if (before.length > 0 && isSame) return { changed: before.length, kept: clocks.length - before.length };
    if (before.length > 0) throw conflict('Another pause was sent with this id before.');
    const found = await running(clocks);
    if (found.size === 0) throw notFound('This clock, or it has ended,');
    const at = clock();
    return foreground.transaction().execute(async (transaction) => {
      const wanted = clocks.filter(({ key }) => found.has(key));
      const stopped = await stopClocks(transaction, { pauseId, clocks: wanted, reason, note, userId: user.id, at });
      if (stopped.length === 0) throw conflict('This is paused already. Look at it as it stands now.');
      const told = (row: SlaClock): ChangeEvent => ({
        event: 'sla_paused',
        detail: {
          what: `${slaKindWords[row.kind].name}, ${row.subject}`,
          reason: pauseReasonWords[reason],
          note: note === '' ? null : note,
        },
      });
      await tell(transaction, stopped, { found, told, action: 'sla.pause', workId: pauseId, userId: user.id, at });
      return { changed: stopped.length, kept: clocks.length - stopped.length };
    });
  });

  route(app, postSlaResume, async ({ body: { resumeId, clocks }, user }) => {
    const before = await doneUnder(foreground, resumeId);
    if (before.some((each) => each.what !== 'resume' || each.by !== user.id || !isAmong(clocks, each)))
      throw conflict('Something else was sent with this id before.');
    if (before.length > 0) return { changed: before.length, kept: clocks.length - before.length };
    const found = await running(clocks);
    const at = clock();
    return foreground.transaction().execute(async (transaction) => {
      const started = await startClocks(transaction, { resumeId, clocks, userId: user.id, at });
      if (started.length === 0) throw conflict('This is not paused. Look at it as it stands now.');
      const told = (row: SlaClock): ChangeEvent => ({
        event: 'sla_resumed',
        detail: { what: `${slaKindWords[row.kind].name}, ${row.subject}` },
      });
      await tell(transaction, started, { found, told, action: 'sla.resume', workId: resumeId, userId: user.id, at });
      return { changed: started.length, kept: clocks.length - started.length };
    });
  });

  route(app, postSlaUndo, async ({ params: { workId }, user }) => {
    const done = await doneUnder(foreground, workId);
    const [first] = done;
    if (first === undefined) throw notFound('What is to be undone');
    if (first.by !== user.id) throw forbidden('Only the person who did this can undo it.');
    const at = clock();
    if (at.getTime() - first.at.getTime() > undoHours * 3_600_000)
      throw conflict(`This was more than ${undoHours} hours ago and cannot be undone any more.`);
    const found = await running(done);
    return foreground.transaction().execute(async (transaction) => {
      const undone = await undoUnder(transaction, workId, at);
      const told = (row: SlaClock): ChangeEvent => ({
        event: 'sla_undone',
        detail: { what: `${slaKindWords[row.kind].name}, ${row.subject}` },
      });
      await tell(transaction, undone, { found, told, action: 'sla.undo', workId, userId: user.id, at });
      return { changed: undone.length, kept: done.length - undone.length };
    });
  });
}
