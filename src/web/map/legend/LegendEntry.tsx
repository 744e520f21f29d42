import { UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { numberText } from '#shared/core/words.ts';
import styles from '../map.module.css';

interface Properties {
  label: string;
  /** Number of marks; `undefined` while loading. */
  count: number | undefined;
  checked: boolean;
  onToggle: () => void;
  sign: ReactNode;
}

/** Legend entry that shows or hides a kind of mark. */
export function LegendEntry({ label, count, checked, onToggle, sign }: Properties) {
  const counted = count === undefined ? undefined : numberText(count);
  return (
    <UnstyledButton
      role="checkbox"
      aria-checked={checked}
      aria-label={counted === undefined ? label : `${label}, ${counted}`}
      className={styles.entry}
      onClick={onToggle}
    >
      <span className={styles.tick}>
        {checked && <IconCheck size={14} stroke={2.5} aria-hidden />}
      </span>
      {sign}
      <span className={styles.entryLabel}>{label}</span>
      <span className={styles.entryCount}>{counted ?? '–'}</span>
    </UnstyledButton>
  );
}
