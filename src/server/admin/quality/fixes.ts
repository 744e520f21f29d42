import { isDeepStrictEqual } from 'node:util';
import { writeAudit } from '#server/core/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import { takeTurn } from '#server/core/db/turns.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { notFound } from '#server/core/errors.ts';
import { sameAsSent } from '#server/core/sent-again.ts';
import { practicesChanged } from '#server/institutions/queries.ts';
import type { Fix, FixKind } from '#shared/admin/quality/fixes.ts';
import { fixRows, type HeldFix, holdFix, insertFix, markUndone } from './fix-queries.ts';

interface Asked {
  fixId: string;
  kind: FixKind;
  /** What was sent besides the id. */
  told: unknown;
  userId: string;
}

/** What a fix has done, so that it can be told and undone. */
export interface Done {
  institutionIds: readonly number[];
  summary: string;
  before: unknown;
}

async function theFix(queries: Queries, fixId: string): Promise<Fix> {
  const [fix] = await fixRows(queries, fixId);
  if (fix === undefined) throw notFound('This change');
  return fix;
}

/** Does what an administrator asked for once, keeps what undoing it needs, and writes it into the audit log. */
export function makeFix(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { fixId, kind, told, userId }: Asked,
  work: (transaction: Queries, now: Date) => Promise<Done>,
): Promise<Fix> {
  // Those of a large customer take longer than a request usually may.
  return database.background.transaction().execute(async (transaction) => {
    await takeTurn(transaction, `data fix ${fixId}`);
    const sent = await holdFix(transaction, fixId);
    if (sent !== undefined) {
      sameAsSent(sent, (kept) => kept.kind === kind && isDeepStrictEqual(kept.told, told), 'Another change was sent with this id before.');
      return theFix(transaction, fixId);
    }
    const now = clock();
    const { institutionIds, summary, before } = await work(transaction, now);
    await insertFix(transaction, { fixId, kind, told, institutionIds, summary, before, madeBy: userId, madeAt: now });
    await practicesChanged(transaction);
    await writeAudit(transaction, auditOf(`data_quality.${kind}`, fixId, userId, now, { summary, customers: institutionIds }));
    return theFix(transaction, fixId);
  });
}

/** Undoes a fix once; sent again, it is answered as it is. */
export function undoFix(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { fixId, userId }: Pick<Asked, 'fixId' | 'userId'>,
  work: (transaction: Queries, fix: HeldFix, now: Date) => Promise<void>,
): Promise<Fix> {
  return database.background.transaction().execute(async (transaction) => {
    const fix = await holdFix(transaction, fixId);
    if (fix === undefined) throw notFound('This change');
    if (fix.isUndone) return theFix(transaction, fixId);
    const now = clock();
    await work(transaction, fix, now);
    await markUndone(transaction, fixId, userId, now);
    await practicesChanged(transaction);
    const told = await theFix(transaction, fixId);
    await writeAudit(transaction, auditOf('data_quality.undo', fixId, userId, now, { summary: told.summary }));
    return told;
  });
}

const auditOf = (action: string, objectId: string, actor: string, at: Date, detail: Record<string, unknown>) => ({
  at,
  actor,
  action,
  objectType: 'data_fix',
  objectId,
  detail,
});
