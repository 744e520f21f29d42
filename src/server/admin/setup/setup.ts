import { CannotContinueError } from '#server/core/errors.ts';
import type { Job } from '#server/core/jobs/job.ts';
import { hasDemo } from '#server/imports/runs/run-queries.ts';
import {
  findFirstMissingScoreDataKind,
  findMissingScoreDataKinds,
  findOfficialWeekStarts,
} from '#server/scoring/week-queries.ts';
import { dayIn } from '#shared/core/dates.ts';
import { buildRejectsFileName, importFile, type PrintLine } from '../commands/import-file.ts';
import type { FileReadingOptions } from '../commands/import-options.ts';
import { outcomeCountLines } from '../commands/import-report.ts';
import { nextCommandAfterImport } from '../commands/next-step.ts';
import type { CommandDependencies } from '../commands/run-job.ts';
import { runScoringJobs } from '../commands/score.ts';
import type { ImportFolder, ImportFolderFile } from './folder.ts';
import { previewImports } from './preview.ts';

interface Setup {
  readAs: FileReadingOptions;
  /** Jobs that score the imported weeks. */
  scoring: readonly Job[];
  say: PrintLine;
  /** Asks after the preview whether to continue. Resolves to `false` without a terminal. */
  goOn: () => Promise<boolean>;
}

/**
 * Imports and scores the files of a folder, after a preview that writes nothing. Throws `Refusal`
 * when the files have problems or the user does not confirm.
 */
export async function importAndScoreFolder(
  surroundings: CommandDependencies,
  folder: ImportFolder,
  { readAs, scoring, say, goOn }: Setup,
): Promise<void> {
  const { database, env, clock } = surroundings;
  const { files } = folder;
  for (const line of folderLines(folder)) say(line);
  const missing = await findMissingScoreDataKinds(database.background);
  refuseFolder(folder, missing.includes('practices'));
  if (await hasDemo(database.background))
    throw new CannotContinueError(
      'This database holds the demo. Set another DATA_DIR or DATABASE_URL, or remove the demo: npm run demo -- --remove',
    );
  const { lines, problems } = await previewImports(
    surroundings,
    files,
    readAs,
    dayIn(env.BUSINESS_TIME_ZONE, clock()),
  );
  for (const line of lines) say(line);
  if (problems.length > 0)
    throw new CannotContinueError([...problems, 'Nothing was changed.'].join('\n'));
  const stillMissing =
    missing.find(
      (kind) =>
        files.every((file) => file.kind !== kind) &&
        !(
          kind === 'entitlements' &&
          readAs.entitles &&
          files.some((file) => file.kind === 'usage')
        ),
    ) ?? null;
  const last =
    stillMissing === null
      ? 'Then the weeks are scored.'
      : `Nothing will be scored yet, because ${stillMissing} will be missing.${stillMissing === 'entitlements' ? entitleHint : ''}`;
  say(
    `\nNothing has been changed yet. To import: ${files.map(({ name }) => name).join(', ')}. ${last}`,
  );
  if (!(await goOn()))
    throw new CannotContinueError(
      'Nothing was changed. To import everything, run the same command with --yes.',
    );
  try {
    await importAll(surroundings, files, readAs, say);
    say('');
    if (stillMissing === null) await runScoringJobs(surroundings, scoring, say);
    else {
      const first = await findFirstMissingScoreDataKind(database.background);
      say(nextCommandAfterImport(first, readAs.externalSource));
      if (first === 'entitlements') say(entitleHint.trim());
    }
  } finally {
    if ((await findOfficialWeekStarts(database.background)).length === 0) say(scoreLater);
  }
}

const entitleHint =
  ' Without a file of entitlements, run the same command with --entitle: it entitles customers to the products that they use.';
const scoreLater = '\nNo week is scored yet. To score when the data is complete: npm run score';

function folderLines({ path, files, unknown }: ImportFolder): string[] {
  return [
    `In ${path}:`,
    ...files.map(({ name, kind }) => `  ${name}: ${kind}`),
    ...unknown.map(({ name, why }) => `  ${name}: not used. ${why}`),
  ];
}

function refuseFolder({ path, files }: ImportFolder, needsPractices: boolean): void {
  const practices = files.filter(({ kind }) => kind === 'practices');
  if (practices.length > 1)
    throw new CannotContinueError(
      `${practices.map(({ name }) => name).join(' and ')} contain practices, but the folder should have only one such file. Import the right file with "npm run import -- practices ${practices[0]?.path}", move all of them out of the folder, and run this command again.`,
    );
  if (files.length === 0)
    throw new CannotContinueError(
      `No file of ${path} can be used. docs/importing.md lists the required headers. To use other headers, map them: --map "Their header=column".`,
    );
  if (practices.length === 0 && needsPractices)
    throw new CannotContinueError(
      `No file in ${path} contains practices, and the database has none. Add an export of your practices with at least their names.`,
    );
}

async function importAll(
  surroundings: CommandDependencies,
  files: readonly ImportFolderFile[],
  readAs: FileReadingOptions,
  say: PrintLine,
): Promise<void> {
  for (const [index, file] of files.entries()) {
    try {
      await importFile(
        surroundings,
        {
          ...readAs,
          kind: file.kind,
          file: file.path,
          mapping: file.mapping,
          mappedValues: file.mappedValues,
          rejects: buildRejectsFileName(file.path),
        },
        say,
        (report) => [`\n${file.name} is imported:`, ...outcomeCountLines(report)],
      );
    } catch (error) {
      const done = files.slice(0, index).map(({ name }) => name);
      say(
        `\n${file.name} could not be imported. ${done.length === 0 ? 'No other file was imported.' : `Imported so far: ${done.join(', ')}.`}`,
      );
      say('Run the same command again to continue. Data that is already imported stays.');
      throw error;
    }
  }
}
