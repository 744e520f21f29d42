import { Anchor, CloseButton, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { countText, dollarsText } from '#shared/core/words.ts';
import type { MapCoordinates, MapView } from '../draw/view.ts';
import mapStyles from '../map.module.css';
import type { MappedProspect } from './mapped-prospects.ts';

/** Prospects of a mark that was clicked. */
export interface Picked {
  place: MapCoordinates;
  prospects: readonly MappedProspect[];
}

interface Properties {
  view: MapView;
  picked: Picked;
  onClose: () => void;
}

/** Popup on the map with links to the prospects of a mark. */
export function ProspectPopup({ view, picked, onClose }: Properties) {
  const { place, prospects } = picked;
  const [element] = useState(() => document.createElement('div'));
  useEffect(() => {
    view.openPopup(place, element, 0);
    return () => view.closePopup();
  }, [view, place, element]);
  const title =
    prospects.length === 1
      ? 'Prospect'
      : `${countText(prospects.length, 'prospect')} at this place`;
  return createPortal(
    <section aria-label={title} className={mapStyles.card}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" c="dimmed">
          {title}
        </Text>
        <CloseButton size="sm" aria-label="Close popup" onClick={onClose} />
      </Group>
      <Stack gap={6} className={mapStyles.popupList} px={8}>
        {prospects.map(({ prospectId, name, path, stage, monthlyAmount }) => (
          <div key={prospectId}>
            <Anchor component={Link} to={path} size="sm" fw={600}>
              {name}
            </Anchor>
            <Text size="xs" c="dimmed">
              {stage}
              {monthlyAmount !== null && ` · ${dollarsText(monthlyAmount)} a month`}
            </Text>
          </div>
        ))}
      </Stack>
    </section>,
    element,
  );
}
