import { Badge, Button, Group } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { Link } from 'react-router';
import { daysBetween } from '#shared/core/dates.ts';
import { scoreText } from '#shared/core/score-text.ts';
import type { InstitutionHealth } from '#shared/health/health.ts';
import { onboardingDaysAndTargets } from '#shared/institutions/onboarding-plan.ts';
import { useToday } from '#web/core/days.ts';
import type { LoadedInstitutionDetail } from '#web/health/institution-detail.ts';
import { ShareInsightsButton } from '#web/insights/links/ShareInsightsButton.tsx';
import { AskAboutCustomerLink } from '#web/institutions/AskAboutCustomerLink.tsx';
import { OwnerAndPipeline } from '#web/institutions/OwnerAndPipeline.tsx';
import { CustomerLeavingBadge } from '#web/notices/LeavingBadge.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { TierBadge } from '#web/ui/tier/TierBadge.tsx';
import { AddNoteButton } from '#web/work/AddNoteButton.tsx';
import { AddTaskButton } from '#web/work/AddTaskButton.tsx';
import { AssignMenu } from '#web/work/cases/AssignMenu.tsx';
import { SnoozeMenu } from '#web/work/cases/SnoozeMenu.tsx';
import classes from './header.module.css';

interface Properties {
  institutionId: number;
  detail: LoadedInstitutionDetail;
}

/**
 * Header of a customer's page with name, score and actions. The name and score stay visible while
 * scrolling.
 */
export function OverviewHeader({ institutionId, detail }: Properties) {
  const { name, health, record } = detail;
  const tier = health?.healthTier ?? record?.healthTier ?? 'Unknown';
  const score = health === null ? (record?.healthScore ?? null) : health.adoptionScore;
  return (
    <>
      <div className={classes.bar}>
        <div className={classes.name}>
          <PageTitle size="h3">{name}</PageTitle>
          <div className={classes.standing}>
            <TierBadge tier={tier} />
            <CustomerLeavingBadge institutionId={institutionId} />
            {score !== null && <span className={classes.score}>{scoreText(score)}</span>}
          </div>
        </div>
        <div className={classes.actions} data-guide="customer-actions">
          <AddTaskButton institutionId={institutionId} institutionName={name} />
          <AddNoteButton institutionId={institutionId} institutionName={name} />
          <AssignMenu institutionIds={[institutionId]} />
          <SnoozeMenu institutionIds={[institutionId]} />
          <Button
            component={Link}
            to={{ search: '?print=prep-sheet' }}
            size="xs"
            variant="default"
            leftSection={<IconPrinter size={14} />}
            data-guide="prep-sheet"
          >
            Prep sheet
          </Button>
          <AskAboutCustomerLink institutionName={name} />
          <ShareInsightsButton institutionId={institutionId} institutionName={name} />
        </div>
      </div>
      <Group className={classes.facts}>
        <OwnerAndPipeline institutionId={institutionId} />
        {health !== null && <PhaseBadge health={health} />}
      </Group>
    </>
  );
}

/**
 * Badge for grace or onboarding with the day since go-live. Renders nothing for longer-standing
 * customers.
 */
function PhaseBadge({ health }: { health: InstitutionHealth }) {
  const today = useToday();
  if (health.goLiveDate === null) return null;
  const day = daysBetween(health.goLiveDate, today);
  if (!health.inGrace && day > onboardingDaysAndTargets.days) return null;
  const phase = health.inGrace ? 'In grace' : 'Onboarding';
  return (
    <Badge variant="outline" tt="none" color="var(--accent)" c="var(--accent)">
      {day < 0
        ? `${phase}, not live yet`
        : `${phase}, day ${day}${health.inGrace ? '' : ` of ${onboardingDaysAndTargets.days}`}`}
    </Badge>
  );
}
