import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { JobTrouble } from '#shared/core/jobs/job-troubles.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { freshnessQuery } from './freshness.ts';

const kinds: Record<JobTrouble['kind'], string> = { failed: 'the last run failed', missed: 'the last run was missed', paused: 'paused' };

/** The trouble of one of these jobs that figures made at a time still suffer from. A pause holds however new they are. */
export const troubleOf = (
  troubles: readonly JobTrouble[] | undefined,
  jobs: readonly string[],
  madeAt: string | null,
): JobTrouble | undefined =>
  troubles?.find(({ job, kind, at }) => jobs.includes(job) && (kind === 'paused' || madeAt === null || at > madeAt));

/** Says in brackets why figures are old, and leads to the jobs. */
export const WhyOld = ({ kind }: Pick<JobTrouble, 'kind'>) => (
  <Text span inherit c="var(--tier-medium)">
    {' '}
    (
    <Anchor component={Link} to={`${paths.admin}?part=jobs`} inherit c="inherit" td="underline">
      {kinds[kind]}
    </Anchor>
    )
  </Text>
);

interface Work {
  /** What it makes, after "Not up to date:". */
  name: string;
  jobs: readonly string[];
  /** When that was last made, where the page knows it. */
  madeAt?: string | null;
}

/** Which of a page's scheduled work was not done; nothing while all was. */
export function NotUpToDate({ works }: { works: readonly Work[] }) {
  const { data } = useQuery(freshnessQuery);
  const late = works.flatMap(({ name, jobs, madeAt = null }) => {
    const trouble = troubleOf(data?.troubles, jobs, madeAt);
    return trouble === undefined ? [] : [{ name, kind: trouble.kind }];
  });
  if (late.length === 0) return null;
  return (
    <Text size="xs" c="var(--tier-medium)" role="status">
      Not up to date:
      {late.map(({ name, kind }, at) => (
        <span key={name}>
          {at === 0 ? ' ' : ' · '}
          {name}
          <WhyOld kind={kind} />
        </span>
      ))}
    </Text>
  );
}
