import { ActionIcon, Button, Text, UnstyledButton } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { scoreText } from '#shared/core/score-text.ts';
import { numberText } from '#shared/core/words.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import { addressLine } from '#shared/map/address-line.ts';
import { healthTierLimitsQuery } from '#web/institutions/data.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { VisitToggleIcon } from '#web/institutions/VisitToggle.tsx';
import { CustomerMark } from '#web/ui/CustomerMark.tsx';
import { tierStyles, tierTextColor } from '#web/ui/tier/tiers.ts';
import styles from '../map.module.css';
import { useSilentLocations } from '../use-incidents.ts';
import { locationTitle } from './practice-lists.ts';

/** Number of rows shown initially, and number of rows that 'Show more' adds. */
const pageSize = 100;

interface Properties {
  practices: readonly Practice[];
  /** Returns a line of text under the address, such as a distance. */
  note?: (practice: Practice) => string;
  /** Omitted when the browser cannot draw the map. */
  onShowOnMap?: ((practice: Practice) => void) | undefined;
}

/** List of practices. Each row opens the practice's dialog without using the map. */
export function PracticeList({ practices, note, onShowOnMap }: Properties) {
  const [limit, setLimit] = useState(pageSize);
  const { data: limits } = useQuery(healthTierLimitsQuery);
  const openInstitution = useInstitutionModal();
  const silent = useSilentLocations();
  return (
    <>
      <ul className={styles.list}>
        {practices.slice(0, limit).map((practice) => {
          const { healthTier, institutionName, locationId, healthScore, inGrace } = practice;
          const details = [locationTitle(practice), addressLine(practice)]
            .filter(Boolean)
            .join(' · ');
          const score = healthScore === null || !limits ? '' : ` ${scoreText(healthScore, limits)}`;
          const extra = [
            note?.(practice),
            inGrace ? 'In grace' : null,
            silent?.has(locationId) ? 'Connection silent' : null,
          ]
            .filter(Boolean)
            .join(' · ');
          return (
            <li key={locationId} className={styles.row}>
              <UnstyledButton
                className={styles.rowMain}
                onClick={() => openInstitution(practice.institutionId, practices)}
              >
                <span className={styles.rowTop}>
                  <span className={styles.rowName}>{institutionName}</span>{' '}
                  <CustomerMark institutionId={practice.institutionId} />{' '}
                  <span className={styles.rowScore} style={{ color: tierTextColor(healthTier) }}>
                    <span aria-hidden>{tierStyles[healthTier].mark}</span> {healthTier}
                    {score}
                  </span>
                </span>{' '}
                {details && <span className={styles.rowDetails}>{details}</span>}{' '}
                {extra && <span className={styles.rowDetails}>{extra}</span>}
              </UnstyledButton>
              <VisitToggleIcon institutionId={practice.institutionId} name={institutionName} />
              {onShowOnMap && (
                <ActionIcon
                  variant="subtle"
                  aria-label={`Show ${institutionName} on the map`}
                  onClick={() => onShowOnMap(practice)}
                >
                  <IconMapPin size={18} aria-hidden />
                </ActionIcon>
              )}
            </li>
          );
        })}
      </ul>
      {practices.length > limit && (
        <div className={styles.more}>
          <Text size="xs" c="dimmed">
            {numberText(limit)} of {numberText(practices.length)}
          </Text>
          <Button variant="light" size="xs" onClick={() => setLimit(limit + pageSize)}>
            Show {Math.min(pageSize, practices.length - limit)} more
          </Button>
        </div>
      )}
    </>
  );
}
