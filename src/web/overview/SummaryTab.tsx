import { Skeleton, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { healthNarrative } from '#shared/health/narrative.ts';
import {
  bookingLinkOf,
  type LoadedDetail,
  locationCountOf,
} from '#web/health/institution-detail.ts';
import { ProductTable } from '#web/health/ProductTable.tsx';
import { ScoreImprovements } from '#web/health/ScoreImprovements.tsx';
import { HealthBadges, ScoreLine } from '#web/health/ScoreLine.tsx';
import { About, BookOnlineButton } from '#web/institutions/About.tsx';
import { FreshnessStrip } from '#web/scoring/FreshnessStrip.tsx';
import { FailedParts } from './FailedParts.tsx';
import { FallbackBody } from './FallbackBody.tsx';

const History = lazy(async () => ({
  default: (await import('#web/timeline/History.tsx')).History,
}));

/** Summary tab: description, badges, score with its reasons, improvements and history. */
export function SummaryTab({
  institutionId,
  detail,
}: {
  institutionId: number;
  detail: LoadedDetail;
}) {
  const { health, record } = detail;
  return (
    <Stack gap="lg">
      <About institutionId={institutionId} name={detail.name} locations={locationCountOf(detail)}>
        <BookOnlineButton link={bookingLinkOf(detail)} />
      </About>
      <FailedParts detail={detail} />
      {health === null ? (
        record && <FallbackBody record={record} isUnscored={detail.healthError === null} />
      ) : (
        <>
          <Stack gap="xs">
            <ScoreLine health={health} onLeave={undefined} />
            <HealthBadges health={health} withoutTier />
            <FreshnessStrip weekEnd={health.weekEndDate} />
          </Stack>
          <Text maw="70ch" data-guide="narrative">
            {healthNarrative(health)}
          </Text>
          <ProductTable health={health} onLeave={undefined} />
          <ScoreImprovements health={health} level={2} />
          <Suspense fallback={<Skeleton h={320} role="status" aria-label="Loading the history" />}>
            <History institutionId={institutionId} />
          </Suspense>
        </>
      )}
    </Stack>
  );
}
