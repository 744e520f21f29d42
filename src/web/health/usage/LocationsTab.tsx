import { Anchor, Skeleton, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { phoneLink, webLink } from '#shared/core/links.ts';
import { foldText } from '#shared/core/text.ts';
import { countText } from '#shared/core/words.ts';
import type { InstitutionLocations } from '#shared/institutions/institutions.ts';
import { institutionLocationsQuery } from '#web/institutions/data.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { OptionalLink } from '#web/ui/OptionalLink.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { usageQuery } from './data.ts';
import { LocationActivityLabel } from './LocationActivityLabel.tsx';
import classes from './usage.module.css';
import { useWeekCount } from './use-week-count.ts';

type Location = InstitutionLocations['locations'][number];

/** Minimum number of locations for which a search field is shown. */
const searchThreshold = 10;

const addressOf = ({ streetAddress, city, state, zip }: Location) =>
  [streetAddress, city, state, zip].filter(Boolean).join(', ');

/** Table of all locations with address, phone, EHR and activity. */
export function LocationsTab({ institutionId }: { institutionId: number }) {
  const own = useQuery(institutionLocationsQuery(institutionId));
  const [weeks] = useWeekCount();
  const usage = useQuery(usageQuery(institutionId, weeks));
  const [words, setWords] = useState('');
  if (own.isPending) return <Skeleton h={320} />;
  if (own.isError)
    return (
      <ErrorState
        title="Couldn’t load locations"
        error={own.error}
        onRetry={() => void own.refetch()}
      />
    );
  const activityOf = new Map(
    usage.data?.locations.map(({ locationId, activity }) => [locationId, activity]),
  );
  const { locations } = own.data;
  const searchText = foldText(words).trim();
  const rows = locations.filter((location) =>
    foldText(`${location.locationName} ${addressOf(location)} ${location.ehr ?? ''}`).includes(
      searchText,
    ),
  );
  return (
    <Stack gap="sm" data-guide="locations">
      <Text size="sm" c="dimmed">
        {countText(locations.length, 'location')} <MetricInfo metric="locationCount" />
      </Text>
      {locations.length > searchThreshold && (
        <TextInput
          type="search"
          aria-label="Find a location"
          placeholder="Find a location"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      {locations.length === 0 && <Text c="dimmed">This customer has no open locations.</Text>}
      {locations.length > 0 && rows.length === 0 && <Text c="dimmed">No matching locations.</Text>}
      {rows.length > 0 && (
        <Table.ScrollContainer minWidth={280} tabIndex={0} role="region" aria-label="Locations">
          <Table className={classes.table}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Location</Table.Th>
                <Table.Th>Activity</Table.Th>
                <Table.Th>Address</Table.Th>
                <Table.Th>Phone</Table.Th>
                <Table.Th>EHR</Table.Th>
                <Table.Th>Booking</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((location) => {
                const activity = activityOf.get(location.locationId);
                return (
                  <Table.Tr key={location.locationId}>
                    <Table.Th scope="row" fw={500}>
                      {location.locationName}
                    </Table.Th>
                    <Table.Td>
                      {activity === undefined ? '–' : <LocationActivityLabel activity={activity} />}
                    </Table.Td>
                    <Table.Td>
                      {addressOf(location) || '–'}
                      {location.isPlacedByZip && (
                        <Text size="xs" c="dimmed">
                          The map shows the center of the ZIP code, because the exact position is
                          unknown
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td>
                      {location.phone === null ? '–' : <Telephone number={location.phone} />}
                    </Table.Td>
                    <Table.Td>{location.ehr ?? '–'}</Table.Td>
                    <Table.Td>
                      <BookingLink location={location} />
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}

function Telephone({ number }: { number: string }) {
  return (
    <OptionalLink inherit href={phoneLink(number)}>
      {number}
    </OptionalLink>
  );
}

function BookingLink({ location }: { location: Location }) {
  const address = webLink(location.onlineBookingLink);
  if (address === undefined) return '–';
  return (
    <Anchor inherit href={address} target="_blank" rel="noopener noreferrer">
      Booking page
    </Anchor>
  );
}
