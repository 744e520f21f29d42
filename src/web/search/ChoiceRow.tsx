import { Badge } from '@mantine/core';
import { IconBuilding, IconMapPin, IconSparkles, IconUserPlus } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { countText } from '#shared/core/words.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import type { DiscoveredPlace, Prospect } from '#shared/prospects/prospects.ts';
import type { CustomerOrProspectResult } from '#shared/search/search.ts';
import { matchRange } from '#shared/search/text-index.ts';
import { CustomerMark } from '#web/ui/CustomerMark.tsx';
import { TierBadge } from '#web/ui/tier/TierBadge.tsx';
import classes from './ChoiceRow.module.css';
import { cityAndStateText, type SearchChoice } from './choices.ts';
import { HighlightedText } from './HighlightedText.tsx';

/**
 * Row of plain HTML elements. Every search renders ten rows, for which library components are too
 * slow.
 */
function Row({
  icon,
  name,
  detail,
  aside,
}: {
  icon: ReactNode;
  name: ReactNode;
  detail: ReactNode;
  aside?: ReactNode;
}) {
  return (
    <div className={classes.row}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <div className={classes.words}>
        <div className={classes.name}>{name}</div>
        <div className={classes.detail}>{detail}</div>
      </div>
      {aside}
    </div>
  );
}

function LocationDetail({
  result,
  practice,
  needle,
}: {
  result: CustomerOrProspectResult;
  practice: Practice;
  needle: string;
}) {
  const others = result.matchingLocations.length - 1;
  const { locationId, locationName, city, state, ehr, phone } = practice;
  const isShown = [locationName, city, state].some((text) => matchRange(text ?? '', needle));
  const byEhr = !isShown && ehr !== null && matchRange(ehr, needle) !== null;
  const byId = needle.replace('#', '') === String(locationId);
  return (
    <>
      {byEhr && (
        <>
          EHR <HighlightedText text={ehr} needle={needle} />
          {' · '}
        </>
      )}
      {byId && `ID ${locationId} · `}
      {!isShown && !byEhr && !byId && phone !== null && `${phone} · `}
      {city && <HighlightedText text={city} needle={needle} />}
      {city && state && ', '}
      {state && <HighlightedText text={state} needle={needle} />}
      {cityAndStateText(practice) && ' · '}
      {result.institutionName}
      {others > 0 && ` · and ${countText(others, 'more location')}`}
    </>
  );
}

function CustomerRow({ result, needle }: { result: CustomerOrProspectResult; needle: string }) {
  const [first] = result.matchingLocations;
  const aside = first && (
    <>
      <CustomerMark institutionId={result.institutionId} />
      <TierBadge tier={first.healthTier} />
    </>
  );
  if (result.type === 'location' && first) {
    return (
      <Row
        icon={<IconMapPin size={18} />}
        name={<HighlightedText text={first.locationName} needle={needle} />}
        detail={<LocationDetail result={result} practice={first} needle={needle} />}
        aside={aside}
      />
    );
  }
  const where = result.totalLocations === 1 && first ? cityAndStateText(first) : '';
  return (
    <Row
      icon={<IconBuilding size={18} />}
      name={<HighlightedText text={result.institutionName} needle={needle} />}
      detail={[countText(result.totalLocations, 'location'), where].filter(Boolean).join(' · ')}
      aside={aside}
    />
  );
}

function ProspectDetail({
  prospect,
  needle,
}: {
  prospect: Pick<Prospect, 'address' | 'businessType' | 'rating'>;
  needle: string;
}) {
  return (
    <>
      <HighlightedText text={prospect.address} needle={needle} /> ·{' '}
      <HighlightedText text={prospect.businessType} needle={needle} />
      {prospect.rating !== null && ` · ${prospect.rating.toFixed(1)} out of 5`}
    </>
  );
}

function known({
  customerId,
  alreadyProspect,
  isPossibleDuplicate,
}: DiscoveredPlace): string | undefined {
  if (customerId !== null) return 'Already a customer';
  if (alreadyProspect) return 'Already a prospect';
  return isPossibleDuplicate ? 'Possible duplicate' : undefined;
}

export const ChoiceRow = memo(function ChoiceRow({
  choice,
  needle,
}: {
  choice: SearchChoice;
  needle: string;
}) {
  if (choice.kind === 'local' && choice.result.type !== 'prospect')
    return <CustomerRow result={choice.result} needle={needle} />;
  const prospect = choice.kind === 'local' ? choice.result.prospectData : choice.place;
  const note = choice.kind === 'place' && known(choice.place);
  return (
    <Row
      icon={choice.kind === 'place' ? <IconSparkles size={18} /> : <IconUserPlus size={18} />}
      name={<HighlightedText text={prospect?.name ?? ''} needle={needle} />}
      detail={prospect && <ProspectDetail prospect={prospect} needle={needle} />}
      aside={
        note && (
          <Badge variant="default" tt="none">
            {note}
          </Badge>
        )
      }
    />
  );
});
