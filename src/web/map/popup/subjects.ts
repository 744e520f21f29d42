import type { Practice } from '#shared/institutions/institutions.ts';
import type { Prospect } from '#shared/prospects/prospects.ts';
import type { Cluster } from '../draw/clusters.ts';
import type { PointTable } from '../draw/point-table.ts';
import type { PopupSubject } from './PopupContent.tsx';

const placeOf = ({ longitude, latitude }: Cluster) => ({ longitude, latitude });
const membersOf = <Row>(points: PointTable<Row>, cluster: Cluster): Row[] =>
  cluster.members().flatMap((at) => points.rows[at] ?? []);

/** Returns the popup subject for a mark of practices; `null` without members. */
export function practicePopupSubject(
  points: PointTable<Practice>,
  cluster: Cluster,
): PopupSubject | null {
  const practices = membersOf(points, cluster);
  const [practice] = practices;
  if (!practice) return null;
  const place = placeOf(cluster);
  return practices.length === 1
    ? { kind: 'practice', practice, place }
    : { kind: 'practices', practices, place };
}

/** Returns the popup subject for a mark of prospects; `null` without members. */
export function prospectPopupSubject(
  points: PointTable<Prospect>,
  cluster: Cluster,
): PopupSubject | null {
  const prospects = membersOf(points, cluster);
  const [prospect] = prospects;
  if (!prospect) return null;
  const place = placeOf(cluster);
  return prospects.length === 1
    ? { kind: 'prospect', prospect, place }
    : { kind: 'prospects', prospects, place };
}
