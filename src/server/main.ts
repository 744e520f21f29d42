import { createServer } from 'node:net';
import { messageOfExpectedError, parseCommandArguments } from '#server/admin/commands/command.ts';
import type { Env } from '#server/core/env/env.ts';
import { readEnvSettings } from '#server/core/env/env-file.ts';
import { settingWarnings } from '#server/core/env/env-warnings.ts';
import { CannotContinueError } from '#server/core/errors.ts';
import { allJobSchedules, allJobs } from './rooms.ts';
import { startServer } from './start.ts';

const usage = `npm start -- [--role web|worker|both]
  web answers requests, worker does the background work, both does both (also by ROLE).`;

async function main(): Promise<void> {
  const { role } = parseCommandArguments({ options: { role: { type: 'string' } } }, usage).values;
  const env = readEnvSettings(role === undefined ? process.env : { ...process.env, ROLE: role });
  for (const warning of settingWarnings(process.env, env)) console.warn(warning);
  await refuseBusyPort(env);
  const server = await startServer(env, { jobs: allJobs, schedules: allJobSchedules }, console.log);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.stop().then(() => process.exit(0), fail);
    });
  }
  if (env.ROLE === 'worker')
    console.log(
      `\nChairside is ready to work; ${env.HOST}:${env.PORT} serves its status and metrics.\n`,
    );
  else console.log(`\nChairside is ready at ${env.APP_ORIGIN}\n${server.howToSignIn}\n`);
}

/**
 * Throws `Refusal` when the server's port cannot be used. It is called before the long work of a
 * first start, so that the user learns of the problem at once.
 */
function refuseBusyPort(env: Env): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason = {
        EADDRINUSE: 'is in use',
        EACCES: 'is not allowed for this user',
        EADDRNOTAVAIL: 'is not an address of this machine',
      }[error.code ?? ''];
      reject(
        new CannotContinueError(
          `${env.HOST}:${env.PORT} ${reason ?? error.message}. Set PORT to another number, such as PORT=${env.PORT + 1} npm start.`,
        ),
      );
    });
    probe.listen(env.PORT, env.HOST, () => probe.close(() => resolve()));
  });
}

function fail(error: unknown): never {
  console.error(messageOfExpectedError(error));
  process.exit(1);
}

main().catch(fail);
