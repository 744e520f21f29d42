import { Badge, Group, Text, Title } from '@mantine/core';
import { countText, dayInWords, numberText } from '#shared/core/words.ts';
import { silentFeedDetectionRules } from '#shared/radar/constants.ts';
import type { ListedIncident } from '#shared/radar/radar.ts';
import { pValueText } from '#shared/radar/words.ts';
import { useMomentDayFormatter } from '#web/core/days.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { RowsLink } from '#web/ui/rows/RowsLink.tsx';

const stillSilent = [{ column: 'backOn', kind: 'empty' }] as const;

/** Facts and evidence of an incident. */
export function IncidentFacts({ incident }: { incident: ListedIncident }) {
  const { name, stage, kind, customers, locations, silentSince, firstSeenAt, lastSeenAt, overAt } =
    incident;
  const day = useMomentDayFormatter();
  return (
    <section aria-label={name} data-guide="incident-facts">
      <Group gap="xs">
        <Title order={2} size="h3">
          {name}
        </Title>
        <Badge variant="default" tt="none">
          {stage}
        </Badge>
        <MetricInfo metric="incidentStage" />
      </Group>
      {kind === 'all' ? <AllFeeds incident={incident} /> : <Found incident={incident} />}
      {kind !== 'all' && (
        <Text size="sm" mt={4}>
          Silent now: <RowsLink filters={stillSilent}>{countText(locations, 'location')}</RowsLink>{' '}
          of {countText(customers, 'customer')}
          {locations < incident.locationsEver && (
            <>
              {' '}
              (<RowsLink filters={[]}>{countText(incident.locationsEver, 'location')}</RowsLink> of{' '}
              {countText(incident.customersEver, 'customer')} since the incident began)
            </>
          )}
        </Text>
      )}
      <Text size="xs" c="dimmed" mt={4}>
        Silent since {dayInWords(silentSince)} · first seen {day(firstSeenAt)} ·{' '}
        {overAt === null ? `last seen ${day(lastSeenAt)}` : `over ${day(overAt)}`}
      </Text>
      {incident.dismissedReason !== null && (
        <Text size="sm" mt={4}>
          Dismissed by {incident.dismissedBy}: {incident.dismissedReason}
        </Text>
      )}
    </section>
  );
}

function Found({
  incident: { silent, watched, expected, chance, radiusMiles },
}: {
  incident: ListedIncident;
}) {
  return (
    <Text mt={4}>
      {numberText(silent)} of {countText(watched, 'monitored connection')}
      {radiusMiles !== null && ` within ${countText(Math.round(radiusMiles), 'mile')}`} fell silent
      together
      {expected !== null && `; ${expected.toFixed(1)} were expected`}.
      <MetricInfo metric="incidentExpected" />{' '}
      {chance !== null && (
        <>
          Probability of coincidence:{' '}
          <b>{pValueText(chance, silentFeedDetectionRules.replications)}</b>
          <MetricInfo metric="incidentChance" />
        </>
      )}
    </Text>
  );
}

const AllFeeds = ({ incident: { silent, watched } }: { incident: ListedIncident }) => (
  <Text mt={4}>
    {numberText(silent)} of {countText(watched, 'monitored connection')} are silent at once
    <MetricInfo metric="incident" />. The cause is probably on our side: check imports and the usage
    refresh first.
  </Text>
);
