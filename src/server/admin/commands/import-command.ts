import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { CannotContinueError } from '#server/core/errors.ts';
import { createApiKey, revokeApiKeysNamed } from '#server/imports/api-keys/queries.ts';
import { findFirstMissingScoreDataKind } from '#server/scoring/week-queries.ts';
import { importKindSchema, importKinds } from '#shared/imports/report.ts';
import { parseCommandArguments, runCommand, withMigratedDatabase } from './command.ts';
import { buildRejectsFileName, type FileImport, fileSize, importFile } from './import-file.ts';
import { parseMappings } from './import-mappings.ts';
import { importFileArgumentConfig, parseFileOptions } from './import-options.ts';
import { columnLines, outcomeCountLines } from './import-report.ts';
import { nextCommandAfterImport } from './next-step.ts';
import { runUndoCommand } from './undo-command.ts';

const usage = `npm run import -- ${importKinds.join('|')} FILE.csv [--source NAME] [--map "Their header=column"]...
                                [--map "column:Their value=value"]...
                                [--dates day-first|month-first] [--numbers decimal-point|decimal-comma]
                                [--repeats add|replace] [--accept] [--entitle]
                                [--rejects FILE] [--dry-run]
npm run import -- undo [ID] [--rest]  undoes an import; without ID, lists the imports that can be undone
npm run import -- key NAME      creates an API key for POST /api/ingest
npm run import -- revoke NAME   revokes all keys with this name`;

/**
 * Parsed `key` or `revoke` command. `make` creates an API key; `revoke` revokes all keys with this
 * name.
 */
interface KeyPlan {
  action: 'make' | 'revoke';
  name: string;
}

interface UndoPlan {
  action: 'undo';
  importId: string | undefined;
  /** `true` undoes the unchanged rows even when other rows were changed since the import. */
  rest: boolean;
}

function readArguments(): FileImport | KeyPlan | UndoPlan {
  const { values, positionals } = parsed();
  const [first, second, ...rest] = positionals;
  if (first === 'undo' && rest.length === 0)
    return { action: 'undo', importId: idOf(second), rest: values.rest };
  if (first === undefined || second === undefined || rest.length > 0)
    throw new CannotContinueError(usage);
  if (first === 'key') return { action: 'make', name: second };
  if (first === 'revoke') return { action: 'revoke', name: second };
  const kind = importKindSchema.safeParse(first);
  if (!kind.success) throw new CannotContinueError(`"${first}" is not a kind of import.\n${usage}`);
  const { mapping, values: mapped } = parseMappings(values.map, kind.data);
  return {
    ...parseFileOptions(values),
    kind: kind.data,
    file: second,
    mapping,
    mappedValues: mapped,
    rejects: values.rejects ?? buildRejectsFileName(second),
    dryRun: values['dry-run'],
  };
}

function idOf(written: string | undefined): string | undefined {
  if (written !== undefined && !z.uuid().safeParse(written).success)
    throw new CannotContinueError(
      `"${written}" is not an import. To list the imports that can be undone: npm run import -- undo`,
    );
  return written;
}

const parsed = () =>
  parseCommandArguments(
    {
      allowPositionals: true,
      options: {
        ...importFileArgumentConfig,
        map: { type: 'string', multiple: true, default: [] },
        rejects: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        rest: { type: 'boolean', default: false },
      },
    },
    usage,
  );

async function changeKeys({ action, name }: KeyPlan): Promise<void> {
  await withMigratedDatabase(async (database) => {
    if (action === 'make') {
      console.log(
        `${await createApiKey(database.background, { apiKeyId: randomUUID(), name, madeBy: null }, new Date())}\nSave this key: it is not shown again.`,
      );
      return;
    }
    const ended = await revokeApiKeysNamed(database.background, name, new Date());
    if (ended === 0) throw new CannotContinueError(`There is no active key named "${name}".`);
    console.log(`${ended === 1 ? 'One key' : `${ended} keys`} named "${name}" revoked.`);
  });
}

async function load(plan: FileImport): Promise<void> {
  await fileSize(plan.file);
  await withMigratedDatabase(async (database, env) => {
    await importFile({ database, env, clock: () => new Date() }, plan, console.log, (report) => [
      plan.dryRun ? 'Dry run: nothing was changed.' : 'Imported.',
      ...outcomeCountLines(report),
      ...columnLines(report),
    ]);
    if (plan.dryRun) console.log('\nNext: run the same command without --dry-run.');
    else
      console.log(
        `\n${nextCommandAfterImport(await findFirstMissingScoreDataKind(database.background), plan.externalSource)}`,
      );
  });
}

await runCommand(async () => {
  const plan = readArguments();
  if (!('action' in plan)) return load(plan);
  if (plan.action !== 'undo') return changeKeys(plan);
  await withMigratedDatabase((database, env) => runUndoCommand(database, env, plan, console.log));
});
