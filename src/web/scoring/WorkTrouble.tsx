import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { JobTrouble } from '#shared/core/jobs/job-troubles.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { freshnessQuery } from './freshness.ts';

const kinds: Record<JobTrouble['kind'], string> = {
  failed: 'the last run failed',
  missed: 'the last run was missed',
  paused: 'paused',
};

/**
 * Returns the problem that explains why the figures of `jobs` are outdated. It is a paused job, or
 * a run that failed or was missed after `madeAt`.
 */
export const findOutdatedFiguresTrouble = (
  troubles: readonly JobTrouble[] | undefined,
  jobs: readonly string[],
  madeAt: string | null,
): JobTrouble | undefined =>
  troubles?.find(
    ({ job, kind, at }) =>
      jobs.includes(job) && (kind === 'paused' || madeAt === null || at > madeAt),
  );

/** Reason for outdated figures in parentheses, linked to the jobs. */
export const OutdatedReasonLink = ({ kind }: Pick<JobTrouble, 'kind'>) => (
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
  /** Name of the work, shown after "Not up to date:". */
  name: string;
  jobs: readonly string[];
  /** Time of the last successful run; `null` when unknown. */
  madeAt?: string | null;
}

/**
 * Lists the page's scheduled jobs that failed, were missed or are paused. Renders nothing when
 * there are none.
 */
export function JobTroubleList({ works }: { works: readonly Work[] }) {
  const { data } = useQuery(freshnessQuery);
  const lateAfter = works.flatMap(({ name, jobs, madeAt = null }) => {
    const trouble = findOutdatedFiguresTrouble(data?.troubles, jobs, madeAt);
    return trouble === undefined ? [] : [{ name, kind: trouble.kind }];
  });
  if (lateAfter.length === 0) return null;
  return (
    <Text size="xs" c="var(--tier-medium)" role="status">
      Not up to date:
      {lateAfter.map(({ name, kind }, at) => (
        <span key={name}>
          {at === 0 ? ' ' : ' · '}
          {name}
          <OutdatedReasonLink kind={kind} />
        </span>
      ))}
    </Text>
  );
}
