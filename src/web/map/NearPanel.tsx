import { Text } from '@mantine/core';
import type { Practice } from '#shared/institutions/institutions.ts';
import { PracticeList } from './PracticeList.tsx';
import type { Near } from './points.ts';
import { milesText } from './practice-lists.ts';
import { SidePanel } from './SidePanel.tsx';

interface Properties {
  near: readonly Near<Practice>[];
  onShowOnMap: (practice: Practice) => void;
  onClose: () => void;
}

/** The practices nearest to the user, by straight line. */
export function NearPanel({ near, onShowOnMap, onClose }: Properties) {
  const away = new Map(near.map((one) => [one.row.locationId, one.miles]));
  return (
    <SidePanel
      title="Near you"
      summary={near.length === 0 ? 'No practices shown' : `The nearest ${near.length}, by straight line`}
      onClose={onClose}
    >
      {near.length === 0 ? (
        <Text p="sm" c="dimmed">
          The legend hides every practice. Show a tier to see who is near.
        </Text>
      ) : (
        <PracticeList
          practices={near.map(({ row }) => row)}
          note={(practice) => milesText(away.get(practice.locationId) ?? 0)}
          onShowOnMap={onShowOnMap}
        />
      )}
    </SidePanel>
  );
}
