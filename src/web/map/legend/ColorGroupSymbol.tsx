import type { PinGroup } from '../draw/groups.ts';
import styles from '../map.module.css';

/** Symbol of a group, as on its pins. */
export function ColorGroupSymbol({ group }: { group: PinGroup }) {
  return (
    <span aria-hidden className={styles.tierSign} style={{ background: group.fill }}>
      {group.mark}
    </span>
  );
}
