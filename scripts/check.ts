// Checks a commit quickly: types, lint and unit tests.
import { availableParallelism } from 'node:os';
import { checkTypesAndLint } from './steps.ts';
import { runVitestTests } from './vitest.ts';

const outcomes = [
  ...(await checkTypesAndLint()),
  await runVitestTests('unit tests', { projects: ['unit'], workers: availableParallelism() }),
];
for (const { name, passed, failed } of outcomes)
  console.log(`${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed, ${failed} failed`);
process.exit(outcomes.some((outcome) => outcome.failed > 0) ? 1 : 0);
