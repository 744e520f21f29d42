import { Center, Loader, Stack, Text } from '@mantine/core';
import { narrative } from '#shared/narrative.ts';
import { FreshnessStrip } from '#web/health/FreshnessStrip.tsx';
import { Improvements } from '#web/health/Improvements.tsx';
import { ProductTable } from '#web/health/ProductTable.tsx';
import { HealthBadges, ScoreLine } from '#web/health/ScoreLine.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { useInstitutionDetail } from './detail-data.ts';
import { FallbackBody } from './FallbackBody.tsx';
import { InstitutionHeader } from './InstitutionHeader.tsx';

interface Properties {
  institutionId: number;
  /** Left out on the institution's own page, which has nothing to close. */
  onClose?: () => void;
}

/** Header, score, summary, products and next steps of one customer. */
export function InstitutionDetail({ institutionId, onClose }: Properties) {
  const detail = useInstitutionDetail(institutionId);
  if (detail.state === 'loading') {
    return (
      <Center mih={240} role="status">
        <Stack align="center" gap="sm">
          <Loader aria-hidden />
          <Text c="dimmed">Loading institution details...</Text>
        </Stack>
      </Center>
    );
  }
  if (detail.state === 'failed') {
    return <ErrorState title="This institution cannot be shown" error={detail.error} onRetry={detail.retry} />;
  }
  const { name, health, record } = detail;
  return (
    <Stack gap="lg">
      <InstitutionHeader
        institutionId={institutionId}
        name={name}
        locations={record?.numLocations ?? health?.locationCount ?? 1}
        bookingLink={
          record?.locations.find((location) => location.onlineBookingLink)?.onlineBookingLink ?? health?.onlineBookingLink ?? null
        }
        onClose={onClose}
      />
      {health === null ? (
        record && <FallbackBody record={record} />
      ) : (
        <>
          <Stack gap="xs">
            <ScoreLine health={health} />
            <HealthBadges health={health} />
            <FreshnessStrip weekEnd={health.weekEndDate} />
          </Stack>
          <Text maw="70ch" data-guide="narrative">
            {narrative(health)}
          </Text>
          <ProductTable health={health} onLeave={onClose} />
          <Improvements health={health} level={onClose === undefined ? 2 : 3} />
        </>
      )}
    </Stack>
  );
}
