import { Alert, Text } from '@mantine/core';
import type { JobTrouble } from '#shared/core/jobs/job-troubles.ts';
import type { JobStatus } from '#shared/jobs/jobs.ts';

const kinds: readonly { kind: JobTrouble['kind']; words: string }[] = [
  { kind: 'failed', words: 'Last run failed' },
  { kind: 'missed', words: 'Last run missed' },
  { kind: 'paused', words: 'Paused' },
];

/** Alert about jobs that missed their schedule or failed; renders nothing when there are none. */
export function JobTroubleAlert({ jobs }: { jobs: readonly JobStatus[] }) {
  const found = kinds.flatMap(({ kind, words }) => {
    const names = jobs.filter(({ trouble }) => trouble?.kind === kind).map(({ title }) => title);
    return names.length === 0 ? [] : [{ kind, words, names }];
  });
  if (found.length === 0) return null;
  return (
    <Alert color="orange" title="Some scheduled jobs need attention">
      {found.map(({ kind, words, names }) => (
        <Text size="sm" key={kind} style={{ overflowWrap: 'anywhere' }}>
          {words}: {names.join(', ')}.
        </Text>
      ))}
      <Text size="sm">Each affected page has a notice under its title.</Text>
    </Alert>
  );
}
