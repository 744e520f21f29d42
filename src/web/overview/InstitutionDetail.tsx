import { Stack, Text } from '@mantine/core';
import { narrative } from '#shared/health/narrative.ts';
import { FreshnessStrip } from '#web/health/FreshnessStrip.tsx';
import { Improvements } from '#web/health/Improvements.tsx';
import { bookingLinkOf, type LoadedDetail, locationsOf } from '#web/health/institution-detail.ts';
import { ProductTable } from '#web/health/ProductTable.tsx';
import { HealthBadges, ScoreLine } from '#web/health/ScoreLine.tsx';
import { RiskActions } from '#web/work/RiskActions.tsx';
import { FallbackBody } from './FallbackBody.tsx';
import { InstitutionHeader } from './InstitutionHeader.tsx';

interface Properties {
  institutionId: number;
  detail: LoadedDetail;
  onClose: () => void;
}

/** Header, score, summary, products and next steps of one customer, in a dialog. */
export function InstitutionDetail({ institutionId, detail, onClose }: Properties) {
  const { name, health, record } = detail;
  return (
    <Stack gap="lg">
      <InstitutionHeader
        institutionId={institutionId}
        name={name}
        locations={locationsOf(detail)}
        bookingLink={bookingLinkOf(detail)}
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
          {health.atRisk && <RiskActions institutionId={institutionId} />}
          <Text maw="70ch">{narrative(health)}</Text>
          <ProductTable health={health} onLeave={onClose} />
          <Improvements health={health} level={3} />
        </>
      )}
    </Stack>
  );
}
