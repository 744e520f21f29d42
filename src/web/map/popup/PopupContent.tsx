import { Anchor, Button, CloseButton, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { phoneLink, webLink } from '#shared/core/links.ts';
import { scoreText } from '#shared/core/score-text.ts';
import { dayInWords, numberText } from '#shared/core/words.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import { addressLine } from '#shared/map/address-line.ts';
import type { Prospect } from '#shared/prospects/prospects.ts';
import { incidentPath } from '#shared/radar/paths.ts';
import { healthTierLimitsQuery } from '#web/institutions/data.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { VisitPlanLink } from '#web/institutions/VisitPlanLink.tsx';
import { VisitToggleButton } from '#web/institutions/VisitToggle.tsx';
import { ProspectPhone } from '#web/prospects/ProspectPhone.tsx';
import { useOpenProspectDialog } from '#web/prospects/prospect-dialog.ts';
import { CustomerMark } from '#web/ui/CustomerMark.tsx';
import { OptionalLink } from '#web/ui/OptionalLink.tsx';
import { tierStyles, tierTextColor } from '#web/ui/tier/tiers.ts';
import type { MapCoordinates } from '../draw/view.ts';
import styles from '../map.module.css';
import { PracticeList } from '../panels/PracticeList.tsx';
import { locationTitle } from '../panels/practice-lists.ts';
import { useSilentLocations } from '../use-incidents.ts';

/** Subject of a popup. */
export type PopupSubject = { place: MapCoordinates } & (
  | { kind: 'practice'; practice: Practice }
  | { kind: 'practices'; practices: Practice[] }
  | { kind: 'prospect'; prospect: Prospect }
  | { kind: 'prospects'; prospects: Prospect[] }
  | { kind: 'name'; name: string }
);

export function PopupContent({ subject, onClose }: { subject: PopupSubject; onClose: () => void }) {
  const openProspect = useOpenProspectDialog();
  switch (subject.kind) {
    case 'practice':
      return <PracticeCard practice={subject.practice} onClose={onClose} />;
    case 'practices':
      return (
        <Card
          label="Practices at this place"
          title={`${numberText(subject.practices.length)} practices at this place`}
          onClose={onClose}
        >
          <div className={styles.popupList}>
            <PracticeList practices={subject.practices} />
          </div>
        </Card>
      );
    case 'prospect':
      return <ProspectCard prospect={subject.prospect} onClose={onClose} />;
    case 'prospects':
      return (
        <Card
          label="Prospects at this place"
          title={`${numberText(subject.prospects.length)} prospects at this place`}
          onClose={onClose}
        >
          <Stack gap={4} className={styles.popupList}>
            {subject.prospects.map((prospect) => (
              <Button
                key={prospect.prospectId}
                variant="subtle"
                size="xs"
                justify="flex-start"
                onClick={() => openProspect(prospect)}
              >
                {prospect.name}
              </Button>
            ))}
          </Stack>
        </Card>
      );
    case 'name':
      return <Card label={subject.name} title={subject.name} onClose={onClose} />;
  }
}

function Card(card: {
  label: string;
  title: string;
  onClose: () => void;
  children?: React.ReactNode;
}) {
  return (
    <section aria-label={card.label} className={styles.card}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Text fw={650} lh={1.3} className={styles.cardTitle}>
          {card.title}
        </Text>
        <CloseButton size="sm" aria-label="Close popup" onClick={card.onClose} />
      </Group>
      {card.children}
    </section>
  );
}

function PracticeCard({ practice, onClose }: { practice: Practice; onClose: () => void }) {
  const { data: limits } = useQuery(healthTierLimitsQuery);
  const openInstitution = useInstitutionModal();
  const { healthTier, healthScore, institutionName, phone, onlineBookingLink } = practice;
  const location = locationTitle(practice);
  const address = addressLine(practice);
  const silent = useSilentLocations()?.get(practice.locationId);
  const booking = webLink(onlineBookingLink);
  return (
    <Card label={institutionName} title={institutionName} onClose={onClose}>
      <Stack gap={2}>
        {location && <Text size="sm">{location}</Text>}
        <Text size="sm" fw={600} style={{ color: tierTextColor(healthTier) }}>
          <span aria-hidden>{tierStyles[healthTier].mark}</span> {healthTier}
          {healthScore !== null && limits && ` · ${scoreText(healthScore, limits)} of benchmark`}
          {practice.inGrace && ' · In grace'}
        </Text>
        <CustomerMark institutionId={practice.institutionId} />
        {address && (
          <Text size="sm" c="dimmed">
            {address}
          </Text>
        )}
        {silent && (
          <Text size="sm">
            Connection silent since {dayInWords(silent.silentSince)}, part of{' '}
            <Anchor component={Link} to={incidentPath(silent.incidentId)} size="sm">
              {silent.incidentName}
            </Anchor>
          </Text>
        )}
        {practice.isPlacedByZip && (
          <Text size="sm" c="dimmed">
            The practice is shown at the center of its ZIP code, because its exact location is
            unknown.
          </Text>
        )}
      </Stack>
      <Group gap="sm">
        {phone && (
          <OptionalLink size="sm" href={phoneLink(phone)}>
            {phone}
          </OptionalLink>
        )}
        {booking !== undefined && (
          <Anchor size="sm" href={booking} target="_blank" rel="noreferrer">
            Book Online
          </Anchor>
        )}
      </Group>
      <Group gap="xs">
        <Button size="xs" onClick={() => openInstitution(practice.institutionId, [practice])}>
          Open
        </Button>
        <VisitToggleButton institutionId={practice.institutionId} />
      </Group>
      <VisitPlanLink />
    </Card>
  );
}

function ProspectCard({ prospect, onClose }: { prospect: Prospect; onClose: () => void }) {
  const openProspect = useOpenProspectDialog();
  return (
    <Card label={prospect.name} title={prospect.name} onClose={onClose}>
      <Stack gap={2}>
        <Text size="sm" fw={600} c="var(--accent)">
          Prospect · {prospect.businessType}
        </Text>
        <Text size="sm" c="dimmed">
          {prospect.address}
        </Text>
        {prospect.rating !== null && (
          <Text size="sm">
            {prospect.rating.toFixed(1)} out of 5
            {prospect.totalRatings !== null && `, ${numberText(prospect.totalRatings)} ratings`}
          </Text>
        )}
      </Stack>
      <ProspectPhone prospect={prospect} />
      <Button size="xs" onClick={() => openProspect(prospect)}>
        Open
      </Button>
    </Card>
  );
}
