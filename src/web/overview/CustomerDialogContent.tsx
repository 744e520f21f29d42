import { Button, Group, Stack, Text } from '@mantine/core';
import { IconExternalLink, IconPrinter } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { healthNarrative } from '#shared/health/narrative.ts';
import {
  bookingLinkOf,
  type LoadedInstitutionDetail,
  locationCountOf,
} from '#web/health/institution-detail.ts';
import { ProductTable } from '#web/health/ProductTable.tsx';
import { ScoreImprovements } from '#web/health/ScoreImprovements.tsx';
import { HealthBadges, ScoreWithChange } from '#web/health/ScoreWithChange.tsx';
import { AskAboutCustomerLink } from '#web/institutions/AskAboutCustomerLink.tsx';
import { BookOnlineButton, CustomerAboutSection } from '#web/institutions/CustomerAboutSection.tsx';
import { OwnerAndPipeline } from '#web/institutions/OwnerAndPipeline.tsx';
import { VisitPlanLink } from '#web/institutions/VisitPlanLink.tsx';
import { VisitToggleButton } from '#web/institutions/VisitToggle.tsx';
import { NoticePanel } from '#web/notices/NoticePanel.tsx';
import { ContactsButton } from '#web/prep-sheet/ContactsButton.tsx';
import { FreshnessStrip } from '#web/scoring/FreshnessStrip.tsx';
import { AddNoteButton } from '#web/work/AddNoteButton.tsx';
import { AddTaskButton } from '#web/work/AddTaskButton.tsx';
import { RiskActions } from '#web/work/cases/RiskActions.tsx';
import { DetailErrors } from './DetailErrors.tsx';
import { UnscoredCustomerDetails } from './UnscoredCustomerDetails.tsx';

interface Properties {
  institutionId: number;
  detail: LoadedInstitutionDetail;
  /** Called when a link opens another page, to close the dialog. */
  onLeave: () => void;
}

/** Content of the customer dialog: score, summary, products and next steps. */
export function CustomerDialogContent({ institutionId, detail, onLeave }: Properties) {
  const { name, health, record } = detail;
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <CustomerAboutSection
          institutionId={institutionId}
          name={name}
          locations={locationCountOf(detail)}
        >
          <OwnerAndPipeline institutionId={institutionId} />
        </CustomerAboutSection>
        <Actions
          institutionId={institutionId}
          name={name}
          bookingLink={bookingLinkOf(detail)}
          onLeave={onLeave}
        />
        <VisitPlanLink onLeave={onLeave} />
      </Stack>
      <NoticePanel institutionId={institutionId} institutionName={name} />
      <DetailErrors detail={detail} />
      {health === null ? (
        record && (
          <UnscoredCustomerDetails record={record} isUnscored={detail.healthError === null} />
        )
      ) : (
        <>
          <Stack gap="xs">
            <ScoreWithChange health={health} onLeave={onLeave} />
            <HealthBadges health={health} withoutTier />
            <FreshnessStrip weekEnd={health.weekEndDate} />
          </Stack>
          {health.atRisk && <RiskActions institutionId={institutionId} />}
          <Text maw="70ch">{healthNarrative(health)}</Text>
          <ProductTable health={health} onLeave={onLeave} />
          <ScoreImprovements health={health} level={3} />
        </>
      )}
    </Stack>
  );
}

interface ActionsProperties {
  institutionId: number;
  name: string;
  bookingLink: string | null;
  onLeave: () => void;
}

function Actions({ institutionId, name, bookingLink, onLeave }: ActionsProperties) {
  const overview = paths.institutionOverview(institutionId);
  return (
    <Group gap="xs">
      <Button
        component={Link}
        to={overview}
        onClick={onLeave}
        size="xs"
        variant="light"
        leftSection={<IconExternalLink size={14} />}
      >
        Full View
      </Button>
      <Button
        component={Link}
        to={`${overview}?print=prep-sheet`}
        onClick={onLeave}
        size="xs"
        variant="default"
        leftSection={<IconPrinter size={14} />}
      >
        Prep sheet
      </Button>
      <ContactsButton institutionId={institutionId} />
      <BookOnlineButton link={bookingLink} />
      <VisitToggleButton institutionId={institutionId} />
      <AddTaskButton institutionId={institutionId} institutionName={name} />
      <AddNoteButton institutionId={institutionId} institutionName={name} />
      <AskAboutCustomerLink institutionName={name} onLeave={onLeave} />
    </Group>
  );
}
