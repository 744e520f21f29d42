import { ActionIcon, Anchor, Badge, Group, Text } from '@mantine/core';
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { Link } from 'react-router';
import { directionsLink, phoneLink } from '#shared/core/links.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { countText, dayInWords } from '#shared/core/words.ts';
import type { RouteStop } from '#shared/map/route/candidates.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { ListItemButtons } from '#web/ui/editor/ListItemButtons.tsx';
import { OptionalLink } from '#web/ui/OptionalLink.tsx';
import { TierBadge } from '#web/ui/tier/TierBadge.tsx';
import classes from './route.module.css';
import { clockText } from './route-texts.ts';
import type { RouteEditing } from './use-route.ts';

/** Name of a customer or prospect, which opens its dialog or page, with the badge of its kind. */
export function RouteStopName({ stop }: { stop: RouteStop }) {
  const open = useInstitutionModal();
  const { institutionId, prospectKey, healthTier, leavesOn, name } = stop;
  return (
    <Group gap={6}>
      {institutionId !== null && (
        <Anchor
          component="button"
          type="button"
          fw={600}
          c="inherit"
          ta="start"
          onClick={() =>
            open(institutionId, [{ institutionId, institutionName: name, healthTier }])
          }
        >
          {name}
        </Anchor>
      )}
      {prospectKey !== null && (
        <Anchor component={Link} to={paths.prospect(prospectKey)} fw={600} c="inherit">
          {name}
        </Anchor>
      )}
      {prospectKey !== null && (
        <Badge size="sm" variant="outline" tt="none">
          Prospect
        </Badge>
      )}
      {healthTier !== null && <TierBadge tier={healthTier} />}
      {leavesOn !== null && (
        <Badge size="sm" color="red" variant="light" tt="none">
          Leaving on {dayInWords(leavesOn)}
        </Badge>
      )}
    </Group>
  );
}

/** Reasons for a visit, each with its points. */
export const VisitReasons = ({ stop }: { stop: RouteStop }) => (
  <ul className={classes.reasons}>
    {stop.reasons.map(({ text, points }) => (
      <li key={text}>
        {text}
        <Text span size="xs" c="dimmed">
          {' '}
          · {countText(points, 'point')}
        </Text>
      </li>
    ))}
  </ul>
);

interface Properties {
  stop: RouteStop;
  index: number;
  count: number;
  /** Arrival in minutes after midnight. */
  arrival: number;
  isPinned: boolean;
  editing: RouteEditing;
}

/** Stop of the route with its arrival, its reasons, and buttons to move, pin or remove it. */
export function RouteStopCard({ stop, index, count, arrival, isPinned, editing }: Properties) {
  const { name, address, phone, isPlacedByZip } = stop;
  return (
    <div className={classes.stop}>
      <span className={classes.number}>{index + 1}</span>
      <div>
        <Group justify="space-between" align="start" wrap="nowrap" gap="sm">
          <RouteStopName stop={stop} />
          <span className={classes.time}>{clockText(arrival)}</span>
        </Group>
        <Text size="sm" c="dimmed">
          {address ?? 'Address unknown'}
          {isPlacedByZip && ' · placed by ZIP code'}
        </Text>
        {phone !== null && (
          <Text size="sm">
            <OptionalLink href={phoneLink(phone)}>{phone}</OptionalLink>
          </Text>
        )}
        <VisitReasons stop={stop} />
      </div>
      <Group className={classes.tools} gap={4} justify="space-between">
        <Anchor
          href={directionsLink('google', null, [stop])}
          target="_blank"
          rel="noreferrer"
          size="sm"
          aria-label={`Navigate to ${name}`}
        >
          Navigate
        </Anchor>
        <Group gap={2} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            {...(!isPinned && { color: 'gray' })}
            aria-label={`Must visit ${name}`}
            aria-pressed={isPinned}
            onClick={() => editing.pin(stop, !isPinned)}
          >
            {isPinned ? <IconPinFilled size={16} aria-hidden /> : <IconPin size={16} aria-hidden />}
          </ActionIcon>
          <ListItemButtons
            name={name}
            index={index}
            count={count}
            onMove={(to) => editing.move(index, to)}
            onRemove={() => editing.remove(stop)}
          />
        </Group>
      </Group>
    </div>
  );
}
