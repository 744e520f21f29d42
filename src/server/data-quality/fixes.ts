import { isDeepStrictEqual } from 'node:util';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import { acquireNamedLock } from '#server/core/db/named-locks.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { notFound } from '#server/core/errors.ts';
import { requireEarlierRowEqual } from '#server/core/repeated-requests.ts';
import { invalidatePracticeList } from '#server/institutions/queries.ts';
import type { AuditAction } from '#shared/core/audit-actions.ts';
import type { Fix, FixKind } from '#shared/data-quality/fixes.ts';
import { findFixes, insertFix, type LockedFix, lockFix, markFixUndone } from './fix-queries.ts';

interface Asked {
  fixId: string;
  kind: FixKind;
  /** Details of the fix: the request body without `fixId`. */
  told: unknown;
  userId: string;
}

/** Result of a fix: data for its description and its undo. */
export interface FixSummaryAndUndoData {
  institutionIds: readonly number[];
  summary: string;
  before: unknown;
}

async function theFix(queries: Queries, fixId: string): Promise<Fix> {
  const [fix] = await findFixes(queries, fixId);
  if (fix === undefined) throw notFound('This change');
  return fix;
}

/**
 * Applies a fix once, saves its undo data and writes an audit entry. A repeated request returns the
 * saved fix.
 */
export function applyFix(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { fixId, kind, told, userId }: Asked,
  work: (transaction: Queries, now: Date) => Promise<FixSummaryAndUndoData>,
): Promise<Fix> {
  // A merge of two large customers can exceed the statement timeout of requests.
  return database.background.transaction().execute(async (transaction) => {
    await acquireNamedLock(transaction, `data fix ${fixId}`);
    const sent = await lockFix(transaction, fixId);
    if (sent !== undefined) {
      requireEarlierRowEqual(
        sent,
        (kept) => kept.kind === kind && isDeepStrictEqual(kept.told, told),
        'An earlier version of this change was already saved, so this one wasn’t. Reload the page to see what was saved, then try again.',
      );
      return theFix(transaction, fixId);
    }
    const now = clock();
    const { institutionIds, summary, before } = await work(transaction, now);
    await insertFix(transaction, {
      fixId,
      kind,
      told,
      institutionIds,
      summary,
      before,
      madeBy: userId,
      madeAt: now,
    });
    await invalidatePracticeList(transaction);
    await writeAudit(
      transaction,
      auditOf(`data_quality.${kind}`, fixId, userId, now, { summary, customers: institutionIds }),
    );
    return theFix(transaction, fixId);
  });
}

/** Undoes a fix once. A repeated request returns the undone fix. */
export function undoFix(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { fixId, userId }: Pick<Asked, 'fixId' | 'userId'>,
  work: (transaction: Queries, fix: LockedFix, now: Date) => Promise<void>,
): Promise<Fix> {
  return database.background.transaction().execute(async (transaction) => {
    const fix = await lockFix(transaction, fixId);
    if (fix === undefined) throw notFound('This change');
    if (fix.isUndone) return theFix(transaction, fixId);
    const now = clock();
    await work(transaction, fix, now);
    await markFixUndone(transaction, fixId, userId, now);
    await invalidatePracticeList(transaction);
    const told = await theFix(transaction, fixId);
    await writeAudit(
      transaction,
      auditOf('data_quality.undo', fixId, userId, now, { summary: told.summary }),
    );
    return told;
  });
}

const auditOf = (
  action: AuditAction,
  objectId: string,
  actor: string,
  at: Date,
  detail: Record<string, unknown>,
) => ({
  at,
  actor,
  action,
  objectType: 'data_fix',
  objectId,
  detail,
});
