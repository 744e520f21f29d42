import { Anchor, Button, Divider, Stack } from '@mantine/core';
import { IconBroadcast } from '@tabler/icons-react';
import { Link } from 'react-router';
import { incidentPath } from '#shared/radar/paths.ts';
import type { Bounds } from '../draw/mercator.ts';
import styles from '../map.module.css';
import type { MapIncident } from '../use-incidents.ts';
import { LegendEntry } from './LegendEntry.tsx';

interface Properties {
  incidents: readonly MapIncident[];
  visible: boolean;
  onVisible: (visible: boolean) => void;
  onGo: (bounds: Bounds) => void;
}

/** Legend entry for the silent locations of open incidents, with a link to each open incident. */
export function IncidentLegend({ incidents, visible, onVisible, onGo }: Properties) {
  if (incidents.length === 0) return null;
  return (
    <>
      <Divider />
      <Stack gap={0} p={4} data-guide="map-incidents">
        <LegendEntry
          label="Silent in incidents"
          count={incidents.reduce((sum, { locations }) => sum + locations, 0)}
          checked={visible}
          onToggle={() => onVisible(!visible)}
          sign={
            <span
              className={styles.hollowSign}
              style={{ border: '3px solid var(--mantine-color-text)' }}
            />
          }
        />
        {incidents.map(({ incidentId, name, bounds }) => (
          <div key={incidentId} className={styles.incident}>
            {bounds ? (
              <Button
                variant="subtle"
                size="compact-sm"
                justify="flex-start"
                fw={500}
                flex={1}
                miw={0}
                leftSection={<IconBroadcast size={16} aria-hidden />}
                aria-label={`Show ${name} on the map`}
                onClick={() => {
                  onVisible(true);
                  onGo(bounds);
                }}
              >
                {name}
              </Button>
            ) : (
              <span className={styles.entryLabel}>{name}</span>
            )}
            <Anchor
              component={Link}
              to={incidentPath(incidentId)}
              size="sm"
              aria-label={`Open the incident ${name}`}
            >
              Open
            </Anchor>
          </div>
        ))}
      </Stack>
    </>
  );
}
