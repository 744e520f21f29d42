import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { scoreText } from '#shared/core/score-text.ts';
import { countText, dayInWords } from '#shared/core/words.ts';
import type { InstitutionHealth } from '#shared/health/health.ts';
import { changeCausesText } from '#shared/health/rules.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { Change } from '#web/ui/Change.tsx';
import { TierBadge } from '#web/ui/tier/TierBadge.tsx';

const weeks = (count: number) => countText(count, 'week');

interface Properties {
  health: InstitutionHealth;
  /**
   * Called when the user opens a link, to close the dialog that contains the score. `undefined`
   * outside a dialog.
   */
  onLeave: (() => void) | undefined;
}

/**
 * Score with its weekly change and the reasons for the change. The change links to the comparison
 * of both weeks.
 */
export function ScoreWithChange({ health, onLeave }: Properties) {
  const causes = health.whyItMoved === null ? null : changeCausesText(health.whyItMoved);
  return (
    <Stack gap={2} data-guide="score">
      <Group gap="sm" align="baseline">
        <Text fz={32} lh={1.1} fw={650}>
          {health.adoptionScore === null ? '–' : scoreText(health.adoptionScore)}
        </Text>
        <Text size="sm" c="dimmed">
          of peer benchmark <MetricInfo metric="adoptionScore" />
        </Text>
        {health.scoreChange !== null && (
          <Text size="sm">
            <Anchor
              component={Link}
              to={`${paths.institutionOverview(health.institutionId)}?tab=comparison`}
              inherit
              c="inherit"
              onClick={onLeave}
            >
              <Change value={health.scoreChange} unit=" points" digits={1} /> in a week
            </Anchor>
          </Text>
        )}
        {health.provisional !== null && health.provisional.adoptionScore !== null && (
          <Text size="sm" c="dimmed">
            {scoreText(health.provisional.adoptionScore)} so far this week
          </Text>
        )}
      </Group>
      {causes !== null && (
        <Text size="sm">
          {causes} <MetricInfo metric="scoreChangeCauses" />
        </Text>
      )}
    </Stack>
  );
}

interface BadgesProperties {
  health: InstitutionHealth;
  /** `true` hides the tier badge where the tier is already visible. */
  withoutTier?: boolean;
}

/** Badges for tier, size, risk and trend. */
export function HealthBadges({ health, withoutTier = false }: BadgesProperties) {
  const critical = 'var(--tier-critical)';
  return (
    <Group gap="xs" data-guide="health-badges">
      {!withoutTier && <TierBadge tier={health.healthTier} />}
      {health.churnedOn !== null && (
        <PlainBadge color={critical}>Left {dayInWords(health.churnedOn)}</PlainBadge>
      )}
      <PlainBadge>{health.sizeTier}</PlainBadge>
      {health.inGrace && <PlainBadge>In grace</PlainBadge>}
      {health.consecutiveWeeksAtRisk > 0 && (
        <PlainBadge color={critical}>At risk for {weeks(health.consecutiveWeeksAtRisk)}</PlainBadge>
      )}
      {health.consecutiveWeeksDeclining > 0 && (
        <PlainBadge color={critical}>
          ↘ Declining for {weeks(health.consecutiveWeeksDeclining)}
        </PlainBadge>
      )}
      {health.consecutiveWeeksImproving > 0 && (
        <PlainBadge color="var(--tier-healthy)">
          ↗ Improving for {weeks(health.consecutiveWeeksImproving)}
        </PlainBadge>
      )}
      {health.hasZeroUsage && <PlainBadge color={critical}>Not active</PlainBadge>}
      {health.totalTicketCount > 0 && (
        <PlainBadge>{countText(health.totalTicketCount, 'ticket')} in total</PlainBadge>
      )}
    </Group>
  );
}

function PlainBadge({
  children,
  color = 'var(--mantine-color-dimmed)',
}: {
  children: React.ReactNode;
  color?: string;
}) {
  return (
    <Badge variant="outline" tt="none" color={color} c={color}>
      {children}
    </Badge>
  );
}
