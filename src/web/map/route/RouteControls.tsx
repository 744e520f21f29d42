import '@mantine/core/styles/Switch.css';
import { Button, Group, NativeSelect, Paper, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCurrentLocation } from '@tabler/icons-react';
import { useState } from 'react';
import { errorMessage } from '#shared/core/error-message.ts';
import { PlaceSearch } from '../movement/PlaceSearch.tsx';
import { requestUserLocation } from '../movement/user-location.ts';
import { type RouteAddress, routeHours, timeFieldText } from './route-address.ts';
import { clockText } from './route-texts.ts';
import type { RouteEditing } from './use-route.ts';

interface Properties {
  address: RouteAddress;
  editing: RouteEditing;
}

/** Start, length and departure of the route. */
export function RouteControls({ address, editing }: Properties) {
  const { start, hours, departure, isRoundTrip } = address;
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  return (
    <Paper component="details" open={isWide} p="md" bg="var(--surface)" data-guide="route-controls">
      <summary style={{ cursor: 'pointer', fontWeight: 600 }}>
        {start === null ? 'From the first stop' : `From ${start.name}`}, {hours} hours,{' '}
        {clockText(departure)}
      </summary>
      <Stack gap="sm" mt="sm">
        <div>
          <Text size="sm" fw={600}>
            Start
          </Text>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm">{start?.name ?? 'At the first stop'}</Text>
            {start !== null && (
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={() => editing.change({ start: null })}
              >
                Remove start
              </Button>
            )}
          </Group>
        </div>
        <PlaceSearch
          label="Start in a city or ZIP code"
          onGo={({ name, latitude, longitude }) =>
            editing.change({ start: { name, latitude, longitude } })
          }
        />
        <OwnPositionButton editing={editing} />
        <Group grow align="end" gap="sm">
          <NativeSelect
            label="Length"
            value={String(hours)}
            data={routeHours.map((choice) => ({ value: String(choice), label: `${choice} hours` }))}
            onChange={({ currentTarget }) =>
              editing.change({ hours: Number(currentTarget.value), stops: null })
            }
          />
          <TextInput
            type="time"
            label="Departure"
            value={timeFieldText(departure)}
            onChange={({ currentTarget: { value } }) => {
              const [, at, rest] = /^(\d\d):(\d\d)/.exec(value) ?? [];
              if (at !== undefined) editing.change({ departure: Number(at) * 60 + Number(rest) });
            }}
          />
        </Group>
        <Switch
          label="Return to the start"
          disabled={start === null}
          checked={isRoundTrip && start !== null}
          onChange={({ currentTarget }) =>
            editing.change({ isRoundTrip: currentTarget.checked, stops: null })
          }
        />
      </Stack>
    </Paper>
  );
}

function OwnPositionButton({ editing }: Pick<Properties, 'editing'>) {
  const [isLocating, setLocating] = useState(false);
  const [problem, setProblem] = useState<string>();
  const locate = async () => {
    setLocating(true);
    setProblem(undefined);
    try {
      const { latitude, longitude } = await requestUserLocation();
      editing.change({ start: { latitude, longitude, name: 'My position' } });
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setLocating(false);
    }
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCurrentLocation size={14} aria-hidden />}
        loading={isLocating}
        onClick={() => void locate()}
      >
        Start at my position
      </Button>
      {problem !== undefined && (
        <Text size="sm" role="alert">
          {problem}
        </Text>
      )}
    </>
  );
}
