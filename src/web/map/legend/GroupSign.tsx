import type { Group } from '../draw/groups.ts';
import styles from '../map.module.css';

/** The mark of a group as its pins have it. */
export function GroupSign({ group }: { group: Group }) {
  return (
    <span aria-hidden className={styles.tierSign} style={{ background: group.fill }}>
      {group.mark}
    </span>
  );
}
