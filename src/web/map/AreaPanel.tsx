import { SegmentedControl, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Practice } from '#shared/institutions/institutions.ts';
import { PracticeList } from './PracticeList.tsx';
import { type ScoreOrder, sortByScore, tierCounts, tierCountsText } from './practice-lists.ts';
import { SidePanel } from './SidePanel.tsx';

interface Properties {
  practices: readonly Practice[];
  title: string;
  onShowOnMap?: (practice: Practice) => void;
  /** Left out where the list is all there is. */
  onClose?: () => void;
}

/** The practices of an area, those that need help first. */
export function AreaPanel({ practices, title, onShowOnMap, onClose }: Properties) {
  const [order, setOrder] = useState<ScoreOrder>('lowest');
  const sorted = useMemo(() => sortByScore(practices, order), [practices, order]);
  const count = practices.length.toLocaleString('en-US');
  return (
    <SidePanel
      title={title}
      summary={practices.length === 1 ? '1 practice' : `${count} practices`}
      onClose={onClose}
      tools={
        practices.length > 0 && (
          <>
            <Text size="xs" c="dimmed">
              {tierCountsText(tierCounts(practices))}
            </Text>
            <SegmentedControl
              size="xs"
              fullWidth
              aria-label="Order"
              value={order}
              onChange={setOrder}
              data={[
                { value: 'lowest', label: 'Lowest score first' },
                { value: 'highest', label: 'Highest score first' },
              ]}
            />
          </>
        )
      }
    >
      {practices.length === 0 ? (
        <Text p="sm" c="dimmed">
          No practices in view. Zoom out, or show more in the legend.
        </Text>
      ) : (
        <PracticeList practices={sorted} onShowOnMap={onShowOnMap} />
      )}
    </SidePanel>
  );
}
