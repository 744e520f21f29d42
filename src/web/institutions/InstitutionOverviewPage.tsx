import { Container, List, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { institutionLocationsQuery } from './detail-data.ts';
import { InstitutionDetail } from './InstitutionDetail.tsx';

/** The whole of one customer on a page of its own: its health, and every location. */
export function InstitutionOverviewPage() {
  const id = Number(useParams().id);
  return (
    <Container component="main" size="lg" py="lg">
      <Paper p={{ base: 'md', sm: 'xl' }} radius="lg" bg="var(--surface)">
        <Stack gap="xl">
          <InstitutionDetail institutionId={id} />
          <Locations institutionId={id} />
        </Stack>
      </Paper>
    </Container>
  );
}

function Locations({ institutionId }: { institutionId: number }) {
  const { data } = useQuery(institutionLocationsQuery(institutionId));
  if (data === undefined) return null;
  return (
    <Stack gap="xs" data-guide="locations">
      <Title order={2} size="h5">
        Locations ({data.numLocations})
      </Title>
      <List size="sm" spacing={4} listStyleType="none">
        {data.locations.map((location) => (
          <List.Item key={location.locationId}>
            {location.locationName}{' '}
            <Text span inherit c="dimmed">
              {[location.streetAddress, location.city, location.state, location.zip].filter(Boolean).join(', ')}
              {location.ehr !== null && ` · ${location.ehr}`}
            </Text>
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
