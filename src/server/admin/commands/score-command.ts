import { CannotContinueError } from '#server/core/errors.ts';
import { firstScoringJobs } from '#server/scoring/jobs.ts';
import { runCommand, withMigratedDatabase } from './command.ts';
import { runScoringJobs } from './score.ts';

const usage = 'npm run score   scores the imported usage: every complete week and the current one';

await runCommand(async () => {
  if (process.argv.length > 2) throw new CannotContinueError(usage);
  await withMigratedDatabase((database, env) =>
    runScoringJobs({ database, env, clock: () => new Date() }, firstScoringJobs, console.log),
  );
});
