import {
  Alert,
  Anchor,
  Button,
  Container,
  Group,
  Menu,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core';
import {
  IconBan,
  IconChevronDown,
  IconCurrencyDollar,
  IconRoute,
  IconTrophy,
  IconUser,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { phoneLink } from '#shared/core/links.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { prospectKeyOf } from '#shared/core/pages/prospect-key.ts';
import { countText, dollarsText, uncapitalize } from '#shared/core/words.ts';
import { isDealInProgress } from '#shared/prospects/deals.ts';
import type { ProspectProfile } from '#shared/prospects/profile.ts';
import { ApiError } from '#web/core/api.ts';
import { OptionalLink } from '#web/ui/OptionalLink.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { StageMenuItems } from '../changes/StageMenuItems.tsx';
import { useMoveProspects } from '../changes/use-move-prospects.ts';
import { DealStatus } from '../deals/DealStatus.tsx';
import { TalkingPointsSection } from '../evidence/TalkingPointsSection.tsx';
import { prospectProfileQuery } from '../work-data.ts';
import { CustomerStatus } from './CustomerStatus.tsx';
import { FactsSection } from './FactsSection.tsx';
import { ScoreSection } from './ScoreSection.tsx';
import { SuppressionNotice } from './SuppressionNotice.tsx';

const ActivitySection = lazy(async () => ({
  default: (await import('./ActivitySection.tsx')).ActivitySection,
}));
const ChecklistSection = lazy(async () => ({
  default: (await import('./ChecklistSection.tsx')).ChecklistSection,
}));
const EvidenceSections = lazy(async () => ({
  default: (await import('../evidence/EvidenceSections.tsx')).EvidenceSections,
}));
const GroupSection = lazy(async () => ({
  default: (await import('../merge/GroupSection.tsx')).GroupSection,
}));
const LiveFactsSection = lazy(async () => ({
  default: (await import('../places/LiveFactsSection.tsx')).LiveFactsSection,
}));
const TasksSection = lazy(async () => ({
  default: (await import('./TasksSection.tsx')).TasksSection,
}));
const AssignDialog = lazy(async () => ({
  default: (await import('../changes/AssignDialog.tsx')).AssignDialog,
}));
const SuppressDialog = lazy(async () => ({
  default: (await import('../changes/SuppressDialog.tsx')).SuppressDialog,
}));
const ConvertDialog = lazy(async () => ({
  default: (await import('../conversion/ConvertDialog.tsx')).ConvertDialog,
}));
const CreateDealDialog = lazy(async () => ({
  default: (await import('../deals/CreateDealDialog.tsx')).CreateDealDialog,
}));
const AmountDialog = lazy(async () => ({
  default: (await import('./AmountDialog.tsx')).AmountDialog,
}));

/** Page of one prospect: facts, score, nearest customers and activity. */
export function ProspectPage() {
  const { placeId = '' } = useParams();
  const profile = useQuery(prospectProfileQuery(placeId));
  const isUnknown = profile.error instanceof ApiError && profile.error.status === 404;
  return (
    <Container component="main" size="xl" py="lg">
      {isUnknown && (
        <Stack>
          <PageTitle>Prospect not found</PageTitle>
          <Text>
            It may have been removed, or it was never added. Search for the practice by name to add
            it.
          </Text>
          <Group>
            <Button component={Link} to={paths.prospects}>
              All prospects
            </Button>
          </Group>
        </Stack>
      )}
      {profile.error !== null && !isUnknown && profile.data === undefined && (
        <ErrorState
          title="Couldn’t load this prospect"
          error={profile.error}
          onRetry={() => profile.refetch()}
        />
      )}
      {profile.isPending && (
        <LoadingSkeleton label="Loading prospect">
          <SkeletonBlock height={90} />
          <SkeletonBlock height={420} />
        </LoadingSkeleton>
      )}
      {profile.data !== undefined && <Profile profile={profile.data} />}
    </Container>
  );
}

function Profile({ profile }: { profile: ProspectProfile }) {
  const { prospect, scoreParts, scoreVersion, checklist, activity, mergedName } = profile;
  const key = prospectKeyOf(prospect);
  return (
    <Stack gap="lg">
      {mergedName !== undefined && (
        <Alert color="gray" title={`Merged into ${prospect.name}`}>
          {mergedName} is now part of{' '}
          <Anchor component={Link} to={paths.prospect(key)} inherit underline="always">
            {prospect.name}
          </Anchor>
          , which has the notes, tasks and changes of both.
        </Alert>
      )}
      <ProfileHeader profile={profile} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="lg">
          <TalkingPointsSection prospectKey={key} />
          <FactsSection profile={profile} />
          <Suspense fallback={<SkeletonBlock height={300} />}>
            {profile.hasLiveFacts && <LiveFactsSection prospectId={prospect.prospectId} />}
            <GroupSection prospectId={prospect.prospectId} />
            <EvidenceSections prospectKey={key} isPlaced={prospect.latitude !== null} />
          </Suspense>
        </Stack>
        <Stack gap="lg">
          <Suspense fallback={<SkeletonBlock height={140} />}>
            <ChecklistSection prospect={prospect} checklist={checklist} />
          </Suspense>
          <ScoreSection prospect={prospect} parts={scoreParts} version={scoreVersion} />
          <Suspense fallback={<SkeletonBlock height={300} />}>
            <TasksSection prospect={prospect} />
            <ActivitySection prospect={prospect} activity={activity} />
          </Suspense>
        </Stack>
      </SimpleGrid>
    </Stack>
  );
}

function ProfileHeader({ profile }: { profile: ProspectProfile }) {
  const { prospect, conversion, suppressions, alsoSuppressed, canCreateDeal } = profile;
  const [search, setSearch] = useSearchParams();
  const isConverting = search.has('convert') && conversion === null;
  const move = useMoveProspects();
  const [dialog, setDialog] = useState<'assign' | 'suppress' | 'lift' | 'amount' | 'deal'>();
  const close = () => setDialog(undefined);
  const { stage, owner, daysInStage, phone, doNotContact, monthlyAmount, lostReason } = prospect;
  const { latitude, longitude } = prospect;
  const hasDealInProgress = isDealInProgress(prospect.deal);
  return (
    <Stack gap="xs">
      <PageTitle>{prospect.name}</PageTitle>
      <Group gap="md">
        <Text c="dimmed">
          {[prospect.businessType, prospect.address].filter((part) => part !== '').join(' · ')}
        </Text>
        {phone !== null && doNotContact === null && (
          <OptionalLink href={phoneLink(phone)}>{phone}</OptionalLink>
        )}
      </Group>
      {doNotContact !== null && <SuppressionNotice suppressions={suppressions} />}
      <CustomerStatus prospect={prospect} conversion={conversion} />
      <DealStatus profile={profile} />
      <Group gap="sm" data-guide="prospect-work">
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              size="xs"
              disabled={stage === 'Won' || hasDealInProgress}
              rightSection={<IconChevronDown size={14} aria-hidden />}
            >
              {stage}
              {lostReason !== null && `: ${uncapitalize(lostReason)}`} ·{' '}
              {countText(daysInStage, 'day')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <StageMenuItems
              current={stage}
              wonPath={
                conversion === null ? paths.convertProspect(prospectKeyOf(prospect)) : undefined
              }
              onMove={(next, reason) => move([prospect], next, reason)}
            />
          </Menu.Dropdown>
        </Menu>
        {conversion === null && (
          <Button
            data-guide="prospect-convert"
            size="xs"
            variant="light"
            leftSection={<IconTrophy size={14} aria-hidden />}
            onClick={() => setSearch({ convert: '' }, { replace: true })}
          >
            Convert to customer
          </Button>
        )}
        {canCreateDeal && conversion === null && !hasDealInProgress && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconCurrencyDollar size={14} aria-hidden />}
            onClick={() => setDialog('deal')}
          >
            Create deal
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconUser size={14} aria-hidden />}
          onClick={() => setDialog('assign')}
        >
          {owner?.name ?? 'Assign owner'}
        </Button>
        <Button size="xs" variant="default" onClick={() => setDialog('amount')}>
          {monthlyAmount === null
            ? 'Add expected amount'
            : `${dollarsText(monthlyAmount)} a month expected`}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconBan size={14} aria-hidden />}
          onClick={() => setDialog(doNotContact === null ? 'suppress' : 'lift')}
        >
          {doNotContact === null ? 'Do not contact' : 'Allow contact'}
        </Button>
        {latitude !== null && longitude !== null && (
          <Button
            component={Link}
            to={paths.routeAroundProspect(prospect.prospectId, latitude, longitude)}
            size="xs"
            variant="default"
            leftSection={<IconRoute size={14} aria-hidden />}
          >
            Plan route around here
          </Button>
        )}
      </Group>
      <Suspense>
        {dialog === 'deal' && <CreateDealDialog prospect={prospect} onClose={close} />}
        {dialog === 'assign' && <AssignDialog rows={[prospect]} onClose={close} />}
        {dialog === 'suppress' && <SuppressDialog rows={[prospect]} onClose={close} />}
        {dialog === 'lift' && (
          <SuppressDialog
            rows={[prospect]}
            lifted={{ suppressions, alsoSuppressed }}
            onClose={close}
          />
        )}
        {isConverting && (
          <ConvertDialog
            prospect={prospect}
            sameAs={Number(search.get('convert')) || undefined}
            onClose={() => setSearch({}, { replace: true })}
          />
        )}
        {dialog === 'amount' && <AmountDialog prospect={prospect} onClose={close} />}
      </Suspense>
    </Stack>
  );
}
