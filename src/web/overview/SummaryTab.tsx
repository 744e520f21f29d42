import { Skeleton, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { healthNarrative } from '#shared/health/narrative.ts';
import {
  bookingLinkOf,
  type LoadedInstitutionDetail,
  locationCountOf,
} from '#web/health/institution-detail.ts';
import { ProductTable } from '#web/health/ProductTable.tsx';
import { ScoreImprovements } from '#web/health/ScoreImprovements.tsx';
import { HealthBadges, ScoreWithChange } from '#web/health/ScoreWithChange.tsx';
import { BookOnlineButton, CustomerAboutSection } from '#web/institutions/CustomerAboutSection.tsx';
import { NoticePanel } from '#web/notices/NoticePanel.tsx';
import { FreshnessStrip } from '#web/scoring/FreshnessStrip.tsx';
import { DetailErrors } from './DetailErrors.tsx';
import { UnscoredCustomerDetails } from './UnscoredCustomerDetails.tsx';

const ScoreHistory = lazy(async () => ({
  default: (await import('#web/timeline/ScoreHistory.tsx')).ScoreHistory,
}));

/** Summary tab: description, badges, score with its reasons, improvements and history. */
export function SummaryTab({
  institutionId,
  detail,
}: {
  institutionId: number;
  detail: LoadedInstitutionDetail;
}) {
  const { health, record } = detail;
  return (
    <Stack gap="lg">
      <CustomerAboutSection
        institutionId={institutionId}
        name={detail.name}
        locations={locationCountOf(detail)}
      >
        <BookOnlineButton link={bookingLinkOf(detail)} />
      </CustomerAboutSection>
      <NoticePanel institutionId={institutionId} institutionName={detail.name} />
      <DetailErrors detail={detail} />
      {health === null ? (
        record && (
          <UnscoredCustomerDetails record={record} isUnscored={detail.healthError === null} />
        )
      ) : (
        <>
          <Stack gap="xs">
            <ScoreWithChange health={health} onLeave={undefined} />
            <HealthBadges health={health} withoutTier />
            <FreshnessStrip weekEnd={health.weekEndDate} />
          </Stack>
          <Text maw="70ch" data-guide="narrative">
            {healthNarrative(health)}
          </Text>
          <ProductTable health={health} onLeave={undefined} />
          <ScoreImprovements health={health} level={2} />
          <Suspense fallback={<Skeleton h={320} role="status" aria-label="Loading the history" />}>
            <ScoreHistory institutionId={institutionId} />
          </Suspense>
        </>
      )}
    </Stack>
  );
}
