import type { MissingForScores } from '#server/scoring/week-queries.ts';
import { defaultExternalSource } from '#shared/imports/report.ts';

const whatFor: Record<MissingForScores, string> = {
  practices: 'the practices',
  entitlements: 'which products they may use',
  usage: 'how often they use them',
};

/** Returns the next command after an import, by the first missing kind of data. */
export function nextStep(missing: MissingForScores | null, externalSource: string): string {
  if (missing === null) return 'Next: npm run score';
  const source = externalSource === defaultExternalSource ? '' : ` --source ${externalSource}`;
  return `Next, ${whatFor[missing]}: npm run import -- ${missing} FILE.csv${source}`;
}
