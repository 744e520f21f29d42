import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ageText, daysBetween } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import type { JobTrouble } from '#shared/core/jobs/job-troubles.ts';
import { dayInWords } from '#shared/core/words.ts';
import type { getFreshness } from '#shared/scoring/freshness.ts';
import { useToday } from '#web/core/days.ts';
import { exampleAges } from './example-ages.ts';
import { freshnessQuery } from './freshness.ts';
import { findOutdatedFiguresTrouble, OutdatedReasonLink } from './WorkTrouble.tsx';

const hours = 3_600_000;
/** Age limits in milliseconds: twice the scheduled interval. */
const lateAfter = {
  provisionalAt: 48 * hours,
  usageAt: 12 * hours,
  benchmarksAt: 12 * hours,
} as const;
/** Days after the end of the latest official week from which the week is shown as late. */
const weekLateDays = 9;
const labels = {
  provisionalAt: 'provisional',
  usageAt: 'usage',
  benchmarksAt: 'benchmarks',
} as const;
const jobNames = {
  provisionalAt: 'scores.provisional',
  usageAt: 'usage.refresh',
  benchmarksAt: 'benchmarks.refresh',
} as const;

/** States the reason for a late figure, so that lateness isn't conveyed by color alone. */
const Late = ({ trouble, isLate }: { trouble: JobTrouble | undefined; isLate: boolean }) =>
  trouble !== undefined ? (
    <OutdatedReasonLink kind={trouble.kind} />
  ) : isLate ? (
    <Text span inherit c="var(--tier-medium)">
      {' (late)'}
    </Text>
  ) : null;

/** Replication lag of the read replica. */
function ReplicaAge({
  secondsBehind,
  isUsed,
}: NonNullable<ResponseOf<typeof getFreshness>['replica']>) {
  const age = secondsBehind === null ? 'unavailable' : `${Math.round(secondsBehind)} s behind`;
  return (
    <Text span inherit c={isUsed ? 'dimmed' : 'var(--tier-medium)'}>
      {' · '}database replica {age}
      {!isUsed && ' (not used)'}
    </Text>
  );
}

/** Ages of the figures on the page, with the end of the official week. */
export function FreshnessLine({ weekEnd }: { weekEnd: string }) {
  const { data, isPending } = useQuery(freshnessQuery);
  const today = useToday();
  const now = Date.now();
  return (
    <Text size="xs" c="dimmed" data-guide="freshness">
      Official week ending {dayInWords(weekEnd)}
      {weekEnd === data?.officialWeekEnd && (
        <Late
          trouble={findOutdatedFiguresTrouble(data.troubles, ['scores.official'], data.scoresAt)}
          isLate={daysBetween(weekEnd, today) >= weekLateDays}
        />
      )}
      {isPending && (
        <span aria-hidden style={{ visibility: 'hidden' }}>
          {exampleAges}
        </span>
      )}
      {data !== undefined &&
        (['provisionalAt', 'usageAt', 'benchmarksAt'] as const).map((key) => {
          const made = data[key];
          if (made === null) return null;
          const age = now - Date.parse(made);
          const trouble = findOutdatedFiguresTrouble(data.troubles, [jobNames[key]], made);
          const isLate = age > lateAfter[key];
          return (
            <Text
              key={key}
              span
              inherit
              c={isLate || trouble !== undefined ? 'var(--tier-medium)' : 'dimmed'}
            >
              {' · '}
              {labels[key]} {ageText(age)}
              <Late trouble={trouble} isLate={isLate} />
            </Text>
          );
        })}
      {data !== undefined && data.replica !== null && <ReplicaAge {...data.replica} />}
    </Text>
  );
}
