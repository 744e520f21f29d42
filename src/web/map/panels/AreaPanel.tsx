import { Button, SegmentedControl, Text } from '@mantine/core';
import { type RefObject, useMemo, useState } from 'react';
import { numberText } from '#shared/core/words.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import { VisitPlanLink } from '#web/institutions/VisitPlanLink.tsx';
import styles from '../map.module.css';
import { PlanRouteLink } from '../route/PlanRouteLink.tsx';
import { PracticeList } from './PracticeList.tsx';
import {
  customersAndPracticesText,
  type ScoreOrder,
  sortByScore,
  tierCountsText,
} from './practice-lists.ts';
import { SidePanel } from './SidePanel.tsx';

interface Properties {
  practices: readonly Practice[];
  title: string;
  /** Path of the route planner for the area; omitted when the area is unknown. */
  routePath?: string;
  onShowOnMap?: (practice: Practice) => void;
  /** Omitted when the list is shown instead of the map and cannot be closed. */
  onClose?: () => void;
  returnTo?: RefObject<HTMLElement | null>;
  /** Practices without valid coordinates, which are in no area. */
  unplottable?: { count: number; onShow: () => void };
}

/** Panel with the practices of an area, lowest score first by default. */
export function AreaPanel({
  practices,
  title,
  routePath,
  onShowOnMap,
  onClose,
  returnTo,
  unplottable,
}: Properties) {
  const [order, setOrder] = useState<ScoreOrder>('lowest');
  const sorted = useMemo(() => sortByScore(practices, order), [practices, order]);
  return (
    <SidePanel
      title={title}
      summary={customersAndPracticesText(practices)}
      onClose={onClose}
      returnTo={returnTo}
      tools={
        practices.length > 0 && (
          <>
            <Text size="xs" c="dimmed">
              Locations: {tierCountsText(practices)}
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
            <VisitPlanLink />
            {routePath !== undefined && <PlanRouteLink path={routePath} />}
          </>
        )
      }
    >
      {practices.length === 0 ? (
        <Text p="sm" c="dimmed">
          No practices in view. Zoom out or show more groups in the legend.
        </Text>
      ) : (
        <PracticeList practices={sorted} onShowOnMap={onShowOnMap} />
      )}
      {unplottable && unplottable.count > 0 && (
        <div className={styles.more}>
          <Text size="xs" c="dimmed">
            {unplottable.count === 1
              ? '1 more practice has no valid coordinates.'
              : `${numberText(unplottable.count)} more practices have no valid coordinates.`}
          </Text>
          <Button variant="light" size="xs" flex="none" onClick={unplottable.onShow}>
            Show
          </Button>
        </div>
      )}
    </SidePanel>
  );
}
