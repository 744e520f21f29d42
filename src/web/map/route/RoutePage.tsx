import { Alert, Button, Container, Group, Stack, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { countText, numberText } from '#shared/core/words.ts';
import { maxRouteSelection } from '#shared/institutions/route-selection.ts';
import type { RouteCandidateAnswer, RouteCandidateRequest } from '#shared/map/route/candidates.ts';
import { VisitPlanLink } from '#web/institutions/VisitPlanLink.tsx';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { DirectionsMenu } from './DirectionsMenu.tsx';
import { routeCandidatesQuery } from './data.ts';
import { OmittedStops, OtherStops } from './OtherStops.tsx';
import { RouteControls } from './RouteControls.tsx';
import { RouteSketch } from './RouteSketch.tsx';
import { RouteStopList } from './RouteStopList.tsx';
import classes from './route.module.css';
import { parseRouteAddress, type RouteAddress } from './route-address.ts';
import { roundedDurationText } from './route-texts.ts';
import { type PlannedRoute, type RouteEditing, useRoute } from './use-route.ts';

/**
 * Returns the ids of the stops in the URL and of the selection, in ascending order. Stops come
 * first when there are too many, so that a saved route keeps its stops.
 */
function requestedIds(
  kind: 'c' | 'p',
  selected: readonly number[],
  { stops, pinned }: RouteAddress,
): number[] {
  const kept = [...(stops ?? []), ...pinned].flatMap((key) =>
    key.startsWith(kind) ? Number(key.slice(1)) : [],
  );
  return [...new Set([...kept, ...selected])]
    .slice(0, maxRouteSelection)
    .sort((one, other) => one - other);
}

function requestOf(address: RouteAddress): RouteCandidateRequest {
  const { around, area, start } = address;
  return {
    institutionIds: requestedIds('c', address.institutionIds, address),
    prospectIds: requestedIds('p', address.prospectIds, address),
    around,
    area,
    start: start && { latitude: start.latitude, longitude: start.longitude },
  };
}

/** Page that plans a route of visits to customers and prospects. The URL holds the whole route. */
export function RoutePage() {
  const [parameters] = useSearchParams();
  const address = useMemo(() => parseRouteAddress(parameters), [parameters]);
  const { institutionIds, prospectIds, around, area } = address;
  const isEmpty =
    institutionIds.length + prospectIds.length === 0 && around === null && area === null;
  const candidates = useQuery({ ...routeCandidatesQuery(requestOf(address)), enabled: !isEmpty });
  const { route, editing } = useRoute(isEmpty ? undefined : candidates.data, address);
  const stops = route?.timed.stops.map(({ candidate }) => candidate) ?? [];
  return (
    <Container component="main" size="lg" py="lg" className={classes.page}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-end" gap="xs">
          <PageTitle>Route</PageTitle>
          <Group gap="xs" className={classes.screenOnly} data-guide="route-tools">
            <DirectionsMenu
              start={address.start}
              stops={
                address.isRoundTrip && address.start !== null && stops.length > 0
                  ? [...stops, address.start]
                  : stops
              }
            />
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPrinter size={14} aria-hidden />}
              disabled={stops.length === 0}
              onClick={() => window.print()}
            >
              Print
            </Button>
          </Group>
        </Group>
        {isEmpty && <NothingSelected />}
        {candidates.error !== null && candidates.data === undefined && (
          <ErrorState
            title="Couldn’t load the stops"
            error={candidates.error}
            onRetry={() => candidates.refetch()}
          />
        )}
        {candidates.isLoading && (
          <LoadingSkeleton label="Loading the stops">
            <SkeletonBlock height={420} />
          </LoadingSkeleton>
        )}
        {candidates.data !== undefined && route !== undefined && !isEmpty && (
          <div className={classes.layout}>
            <div className={`${classes.controls} ${classes.screenOnly}`}>
              <RouteControls address={address} editing={editing} />
            </div>
            <Stack gap="sm" className={classes.route}>
              <RouteSummary
                route={route}
                candidateCount={candidates.data.stops.length}
                address={address}
                editing={editing}
              />
              <RouteStopList
                route={route}
                start={address.start}
                departure={address.departure}
                pinned={address.pinned}
                editing={editing}
              />
            </Stack>
            <Stack gap="md">
              <RouteSketch start={address.start} stops={stops} isRoundTrip={address.isRoundTrip} />
              <CandidateNotes answer={candidates.data} route={route} address={address} />
              <OtherStops others={route.others} onAdd={editing.add} />
              <OmittedStops omitted={candidates.data.omitted} />
            </Stack>
          </div>
        )}
      </Stack>
    </Container>
  );
}

const NothingSelected = () => (
  <Stack>
    <Text>
      No stops to choose from yet. Select customers or prospects in a list, or list the practices of
      an area on the map, and choose “Plan route”.
    </Text>
    <VisitPlanLink />
    <Group>
      <Button component={Link} to={paths.prospects}>
        Choose prospects
      </Button>
      <Button component={Link} to={`${paths.portfolio}#customers`} variant="default">
        Choose customers
      </Button>
      <Button component={Link} to={paths.map} variant="default">
        Open map
      </Button>
    </Group>
  </Stack>
);

function RouteSummary({
  route: { timed, limits },
  candidateCount,
  address,
  editing,
}: {
  route: PlannedRoute;
  candidateCount: number;
  address: RouteAddress;
  editing: RouteEditing;
}) {
  const { stops, driving, minutes } = timed;
  const excess = Math.round(minutes - limits.minutes);
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text role="status">
          <Text span fw={650}>
            {countText(stops.length, 'stop')} · {roundedDurationText(minutes)}
          </Text>
          : {roundedDurationText(minutes - driving.minutes)} of visits,{' '}
          {roundedDurationText(driving.minutes)} of driving ({numberText(Math.round(driving.miles))}{' '}
          miles) <MetricInfo metric="drivingEstimate" /> <MetricInfo metric="visitWorth" />
        </Text>
        {address.stops !== null && (
          <Button
            size="xs"
            variant="light"
            className={classes.screenOnly}
            onClick={editing.planAgain}
          >
            Plan again
          </Button>
        )}
      </Group>
      {excess > 0 && (
        <Alert color="yellow" variant="light" className={classes.screenOnly}>
          This route takes {roundedDurationText(excess)} longer than {limits.minutes / 60} hours.
          Remove a stop, or choose a longer route.
        </Alert>
      )}
      {stops.length === 0 && <Text>{emptyRouteText(candidateCount, address, limits.minutes)}</Text>}
    </Stack>
  );
}

function emptyRouteText(
  candidateCount: number,
  { stops, around, area }: RouteAddress,
  minutes: number,
): string {
  if (candidateCount === 0)
    return around === null && area === null
      ? 'None of the selected customers and prospects can be visited.'
      : 'No customers or prospects to visit here. Choose another area.';
  if (stops !== null) return 'The route has no stops. Add stops, or choose “Plan again”.';
  return `No stop is worth its drive within ${minutes / 60} hours. Choose a longer route or another start, or add stops yourself.`;
}

interface NotesProperties {
  answer: RouteCandidateAnswer;
  route: PlannedRoute;
  address: RouteAddress;
}

function CandidateNotes({ answer: { found, stops }, route, address }: NotesProperties) {
  const { institutionIds, prospectIds, around, area } = address;
  const isSelection = around === null && area === null;
  return (
    <>
      {Math.max(institutionIds.length, prospectIds.length) > maxRouteSelection && (
        <Alert color="yellow" variant="light" className={classes.screenOnly}>
          The link selects {countText(institutionIds.length, 'customer')} and{' '}
          {countText(prospectIds.length, 'prospect')}. Only the first {maxRouteSelection} of each
          are considered.
        </Alert>
      )}
      {found > stops.length && (
        <Text size="sm" c="dimmed" className={classes.screenOnly}>
          {numberText(found)} customers and prospects are{' '}
          {isSelection ? 'selected' : 'in this area'}. The route is planned from the{' '}
          {numberText(stops.length)} that are most worth a visit.
        </Text>
      )}
      {route.missing > 0 && (
        <Text size="sm" c="dimmed">
          {countText(route.missing, 'stop')} from this link can’t be visited or is not among the
          candidates.
        </Text>
      )}
    </>
  );
}
