import { Group, Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { getQuality } from '#shared/churn/quality/quality.ts';
import { partText } from '#shared/churn/quality/share.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { median } from '#shared/core/numbers/median.ts';
import { counted, dollarsText, shareText } from '#shared/core/words.ts';
import type { MetricKey } from '#shared/metrics/names.ts';
import { metricNames } from '#shared/metrics/names.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { FlagsPart, type LookedBackOn, lostOutcomes, OutcomesLink } from './part-links.tsx';

type Quality = ResponseOf<typeof getQuality>;

const usualCapacity = 25;

interface Properties {
  quality: Quality;
  model: NonNullable<Quality['model']>;
  weeks: LookedBackOn;
}

/** Each figure with what helps when it is bad. */
export function QualityCards({ quality, model, weeks }: Properties) {
  const chosen = model.candidates.find((candidate) => candidate.isChosen);
  const atCapacity = quality.capacity.find(({ k }) => k === usualCapacity);
  const lead = median(quality.leadDays);
  const early = quality.leadDays.filter((days) => days >= 30).length;
  const between = (measured: { value: number; low: number; high: number } | undefined) =>
    measured === undefined ? 'not known' : `${measured.value.toFixed(2)} (${measured.low.toFixed(2)}–${measured.high.toFixed(2)})`;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm" data-guide="quality-cards">
      <Card
        metric="churnFlagged"
        value={<FlagsPart part={quality.flagged} weeks={weeks} of="flags" />}
        help="If low: mute patterns that rarely come true."
      />
      <Card
        metric="churnCaught"
        value={
          <OutcomesLink weeks={weeks} outcomes={lostOutcomes} of="losses flagged in time">
            {partText(quality.losses)}
          </OutcomesLink>
        }
        help="If low: read the misses by name, and add the sign that they share."
      />
      <Card
        metric="churnRevenueCaught"
        value={revenueText(quality.revenue)}
        help={`${quality.revenue.unpriced === 0 ? '' : `Not known of ${counted(quality.revenue.unpriced, 'loss', 'losses')}. `}If lower than the share of the losses: the large ones are missed.`}
      />
      <Card
        metric="churnCapacity"
        value={atCapacity === undefined ? 'not known' : partText(atCapacity.flagged)}
        help={`For ${usualCapacity} customers a week. If low: work on fewer, from the top.`}
      />
      <Card metric="churnRanking" value={between(chosen?.auc)} help="If it contains 0.5: no better than chance; no tiers are shown." />
      <Card
        metric="churnAveragePrecision"
        value={between(chosen?.averagePrecision)}
        help={`Chance gives ${model.baseRate.toFixed(3)}, the base rate. If near it: trust the order, not the alarm.`}
      />
      <Card
        metric="churnLift"
        value={chosen === undefined ? 'not known' : `${chosen.lift.toFixed(1)} times`}
        help="If under 2: the at-risk list is as good."
      />
      <Card
        metric="churnBrier"
        value={chosen?.brier?.toFixed(4) ?? 'not known'}
        help="If it grows: the base rate has moved; train again."
      />
      <Card
        metric="churnCalibration"
        value={chosen?.calibrationError?.toFixed(4) ?? 'not known'}
        help="If over 0.05: read the chances as an order only."
      />
      <Card
        metric="churnLeadTime"
        value={lead === null ? 'not known' : `${Math.round(lead)} days, ${early} of ${quality.leadDays.length} from 30`}
        help="If short: signs come too late; look at earlier ones."
      />
      <Card
        metric="churnFlips"
        value={partText(quality.flips)}
        help="If high: tiers are noisy; wait for a second week before a costly step."
      />
      <Card
        metric="churnVerdicts"
        value={`${quality.verdicts.accepted} accepted, ${quality.verdicts.rejected} rejected`}
        help={`${quality.verdicts.rejectedAndLeft} of the rejected left within 60 days all the same.`}
      />
    </SimpleGrid>
  );
}

function revenueText({ of, hits }: Quality['revenue']): string {
  return of === 0 ? 'not known' : `${shareText(hits / of)}: ${dollarsText(hits)} of ${dollarsText(of)} a month`;
}

function Card({ metric, value, help }: { metric: MetricKey; value: ReactNode; help: string }) {
  return (
    <Paper p="sm" bg="var(--surface)">
      <Group gap={2} wrap="nowrap" mih={28}>
        <Text size="sm" c="dimmed">
          {metricNames[metric]}
        </Text>
        <MetricInfo metric={metric} />
      </Group>
      <Text fw={600}>{value}</Text>
      <Text size="xs" c="dimmed">
        {help}
      </Text>
    </Paper>
  );
}
