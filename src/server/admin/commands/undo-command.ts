import type { Database } from '#server/core/db/database.ts';
import type { Env } from '#server/core/env/env.ts';
import { CannotContinueError } from '#server/core/errors.ts';
import { RowsChangedSinceImportError } from '#server/imports/undo/execute.ts';
import { findUndoableRuns } from '#server/imports/undo/undo-queries.ts';
import { undoImport } from '#server/imports/undo-import.ts';
import { numberText } from '#shared/core/words.ts';
import { type UndoReport, wouldUndoChangeNothing } from '#shared/imports/undo.ts';
import type { PrintLine } from './import-file.ts';

const count = (value: number) => numberText(value).padStart(12);

/** Undoes an import, or lists the imports that can be undone. */
export async function runUndoCommand(
  database: Database,
  env: Env,
  asked: { importId: string | undefined; rest: boolean },
  say: PrintLine,
): Promise<void> {
  const clock = () => new Date();
  if (asked.importId === undefined) {
    const runs = await findUndoableRuns(database.background, clock());
    for (const { importId, kind, source, finishedAt } of runs)
      say(`${importId}  ${kind} from ${source}, ${finishedAt?.toISOString() ?? ''}`);
    say(
      runs.length === 0
        ? 'No import of the last seven days can be undone.'
        : 'To undo an import: npm run import -- undo ID',
    );
    return;
  }
  try {
    const report = await undoImport({
      importId: asked.importId,
      database,
      clock,
      timeZone: env.BUSINESS_TIME_ZONE,
      asked: { leavesChanged: asked.rest, by: 'command line' },
    });
    for (const line of [
      'Undone.',
      ...undoLines(report),
      '',
      'Next: npm run jobs -- run scores.reopen',
    ])
      say(line);
  } catch (error) {
    if (!(error instanceof RowsChangedSinceImportError)) throw error;
    throw new CannotContinueError(
      [error.message, ...keptLines(error.report), advice(error.report)].join('\n'),
    );
  }
}

const advice = (report: UndoReport): string =>
  wouldUndoChangeNothing(report)
    ? 'No row of this import can be undone yet. Undo later imports first.'
    : 'To undo only the rows that can be undone, add --rest.';

const undoLines = (report: UndoReport): string[] => [
  `${count(report.removed)}  removed`,
  `${count(report.restored)}  restored`,
  `${count(report.kept)}  kept, because they were changed or used since`,
  ...keptLines(report),
];

const keptLines = ({ keptRows }: UndoReport): string[] =>
  keptRows.map(({ what, why }) => `  ${what}: ${why.toLowerCase()}`);
