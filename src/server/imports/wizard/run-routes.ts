import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { conflict, notFound } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import { dayIn } from '#shared/core/dates.ts';
import { getMissingImports } from '#shared/imports/next-step.ts';
import { importRunColumns } from '#shared/imports/run-columns.ts';
import {
  exportImportRuns,
  getImportRuns,
  getImportUndoPreview,
  postImportUndo,
} from '#shared/imports/runs.ts';
import { previewUndo } from '../undo/execute.ts';
import { runUndoProblem } from '../undo/rules.ts';
import { runImportsJobNow } from './jobs.ts';
import { toImportRun } from './rules.ts';
import { findMissingImports, findRunListRows, recordUndoRequest } from './run-list-queries.ts';

const listedMs = 90 * 86_400_000;

export function importRunRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env } = dependencies;
  const queries = database.foreground;
  const rows = async () =>
    (await findRunListRows(queries, new Date(clock().getTime() - listedMs))).map((row) =>
      toImportRun(row, clock()),
    );

  async function run(importId: string) {
    const [row] = await findRunListRows(queries, clock(), importId);
    if (row === undefined) throw notFound('This import');
    return row;
  }

  async function undoable(importId: string) {
    const row = await run(importId);
    const problem = runUndoProblem(row, clock());
    if (problem !== null) throw conflict(problem);
    return row;
  }

  route(app, getMissingImports, async () => ({ missing: await findMissingImports(queries) }));

  route(app, getImportRuns, async () => ({ rows: await rows() }));
  csvRoute(app, exportImportRuns, importRunColumns, async () => ({
    rows: await rows(),
    fileName: `imports-${dayIn(env.BUSINESS_TIME_ZONE, clock())}`,
  }));

  route(app, getImportUndoPreview, async ({ params: { importId } }) =>
    previewUndo(database, await undoable(importId)),
  );

  route(app, postImportUndo, async ({ params: { importId }, body: { leavesChanged }, user }) => {
    const row = await run(importId);
    if (row.isBeingUndone || row.undoneAt !== null) return toImportRun(row, clock());
    await undoable(importId);
    await queries.transaction().execute(async (transaction) => {
      if (
        !(await recordUndoRequest(
          transaction,
          { importId, leavesChanged, askedBy: user.id },
          clock(),
        ))
      )
        return;
      await writeAudit(transaction, {
        at: clock(),
        actor: user.id,
        action: 'import.undo_asked',
        objectType: 'import_run',
        objectId: importId,
        detail: { kind: row.kind, source: row.source, leavesChanged },
      });
    });
    await runImportsJobNow(dependencies);
    return toImportRun(await run(importId), clock());
  });
}
