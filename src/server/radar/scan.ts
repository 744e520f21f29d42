import { seededRandom } from '#server/churn/learning/random.ts';
import { silentFeedDetectionRules } from '#shared/radar/constants.ts';
import { type ConnectionGroup, groupConnections } from './groups.ts';
import type { CustomerEhrConnection } from './silence.ts';

/** Group with more silent connections than chance can explain. */
export interface SilentCluster {
  group: ConnectionGroup;
  /** Number of connections in the group. */
  watched: number;
  silent: number;
  /**
   * Expected number of silent connections if the group had the same share of silent connections as
   * all other connections.
   */
  expected: number;
  /** Natural logarithm of the likelihood ratio. */
  likelihoodRatio: number;
  /**
   * Probability that chance causes an equally strong cluster (p-value), from 1 / (replications + 1)
   * to 1.
   */
  chance: number;
}

/** Fields of a connection that the scan uses. */
export type ScannedConnection = Pick<
  CustomerEhrConnection,
  'institutionId' | 'ehr' | 'state' | 'city' | 'latitude' | 'longitude' | 'isSilent'
>;

/**
 * Returns Kulldorff's log likelihood ratio for binary data (A spatial scan statistic, 1997). It
 * compares two hypotheses. In the first, the rate of silence in the group (`silent` of `watched`)
 * is higher than in the rest. In the second, both rates are equal. `silentInAll` and `all` include
 * the group. Returns 0 when the group's rate is not higher.
 */
export function computeLogLikelihoodRatio(
  silent: number,
  watched: number,
  silentInAll: number,
  all: number,
): number {
  if (silent * (all - watched) <= (silentInAll - silent) * watched) return 0;
  const part = (count: number, of: number) => (count === 0 ? 0 : count * Math.log(count / of));
  const outside = all - watched;
  const silentOutside = silentInAll - silent;
  return (
    part(silent, watched) +
    part(watched - silent, watched) +
    part(silentOutside, outside) +
    part(outside - silentOutside, outside) -
    part(silentInAll, all) -
    part(all - silentInAll, all)
  );
}

/**
 * Finds clusters of silent connections, strongest first. After each cluster, removes its group and
 * scans the rest again (Zhang, Assunção and Kulldorff 2010), so that clusters do not overlap. The
 * result is deterministic for the same connections and seed.
 */
export function findClusters(
  connections: readonly ScannedConnection[],
  seed: number,
): { clusters: SilentCluster[]; compared: number } {
  const clusters: SilentCluster[] = [];
  let compared = 0;
  let left = connections.map((_, at) => at);
  while (clusters.length < silentFeedDetectionRules.mostClusters) {
    const here = left.flatMap((at) => connections[at] ?? []);
    const groups = groupConnections(here);
    compared ||= groups.length;
    const cluster = strongestCluster(here, groups, seed + clusters.length);
    if (cluster === undefined || cluster.chance > silentFeedDetectionRules.mostChance) break;
    const members = cluster.group.members.flatMap((at) => left[at] ?? []);
    clusters.push({ ...cluster, group: { ...cluster.group, members } });
    const taken = new Set(members);
    left = left.filter((at) => !taken.has(at));
  }
  return { clusters, compared };
}

/**
 * Returns the strongest cluster with its p-value from random permutations of customers; `undefined`
 * without a cluster.
 */
export function strongestCluster(
  connections: readonly ScannedConnection[],
  groups: readonly ConnectionGroup[],
  seed: number,
): SilentCluster | undefined {
  const silent = connections.flatMap((one, at) => (one.isSilent ? [at] : []));
  if (silent.length < silentFeedDetectionRules.fewestSilent) return undefined;
  const best = bestGroup(connections, groups, silent.length);
  if (best === undefined) return undefined;
  const highest = highestRatio(groups, connections.length, silent.length);
  const draw = drawSets(connections, seededRandom(seed));
  let asExtreme = 0;
  // Counts the draws whose highest ratio is at least the ratio of `best`. The tolerance of 1e-9
  // treats ratios that differ only by rounding errors as equal.
  for (let replication = 0; replication < silentFeedDetectionRules.replications; replication++)
    if (highest(draw()) >= best.likelihoodRatio - 1e-9) asExtreme++;
  return { ...best, chance: (1 + asExtreme) / (1 + silentFeedDetectionRules.replications) };
}

function bestGroup(
  connections: readonly ScannedConnection[],
  groups: readonly ConnectionGroup[],
  silentInAll: number,
): Omit<SilentCluster, 'chance'> | undefined {
  let best: Omit<SilentCluster, 'chance'> | undefined;
  for (const group of groups) {
    const silent = group.members.filter((at) => connections[at]?.isSilent);
    const watched = group.members.length;
    const ratio = computeLogLikelihoodRatio(
      silent.length,
      watched,
      silentInAll,
      connections.length,
    );
    if (ratio <= (best?.likelihoodRatio ?? 0)) continue;
    if (
      new Set(silent.map((at) => connections[at]?.institutionId)).size <
      silentFeedDetectionRules.fewestSilent
    )
      continue;
    const expected = (watched * (silentInAll - silent.length)) / (connections.length - watched);
    best = { group, watched, silent: silent.length, expected, likelihoodRatio: ratio };
  }
  return best;
}

/**
 * Returns a function that computes the highest log likelihood ratio of any group for a set of
 * silent connections. Skips groups without a silent connection.
 */
function highestRatio(
  groups: readonly ConnectionGroup[],
  all: number,
  silentInAll: number,
): (silent: readonly number[]) => number {
  const sizes = Int32Array.from(groups, ({ members }) => members.length);
  const groupsOfMember = memberIndex(groups, all);
  const counts = new Int32Array(groups.length);
  // The values of n · ln n are computed once, so that a draw computes no logarithm.
  const logs = Float64Array.from({ length: all + 1 }, (_, count) =>
    count === 0 ? 0 : count * Math.log(count),
  );
  const log = (count: number) => logs[count] ?? 0;
  const same = log(silentInAll) + log(all - silentInAll) - log(all);
  return (silent) => {
    counts.fill(0);
    let highest = 0;
    const { from, groups: holding } = groupsOfMember;
    for (const at of silent)
      for (let entry = from[at] ?? 0; entry < (from[at + 1] ?? 0); entry++) {
        const group = holding[entry] ?? 0;
        counts[group] = (counts[group] ?? 0) + 1;
      }
    for (let group = 0; group < counts.length; group++) {
      const found = counts[group] ?? 0;
      const size = sizes[group] ?? 0;
      const outside = all - size;
      if (found === 0 || found * outside <= (silentInAll - found) * size) continue;
      const ratio =
        log(found) +
        log(size - found) -
        log(size) +
        log(silentInAll - found) +
        log(outside - silentInAll + found) -
        log(outside) -
        same;
      if (ratio > highest) highest = ratio;
    }
    return highest;
  };
}

/**
 * Returns a flat index of the groups of each connection. The groups of connection n are at the
 * positions from `from[n]` (included) to `from[n + 1]` (excluded).
 */
function memberIndex(
  groups: readonly ConnectionGroup[],
  all: number,
): { from: Int32Array; groups: Int32Array } {
  const from = new Int32Array(all + 1);
  for (const { members } of groups)
    for (const at of members) from[at + 1] = (from[at + 1] ?? 0) + 1;
  for (let at = 0; at < all; at++) from[at + 1] = (from[at + 1] ?? 0) + (from[at] ?? 0);
  const next = from.slice();
  const holding = new Int32Array(from[all] ?? 0);
  for (const [group, { members }] of groups.entries())
    for (const at of members) {
      const place = next[at] ?? 0;
      holding[place] = group;
      next[at] = place + 1;
    }
  return { from, groups: holding };
}

/**
 * Returns a function that draws random sets of silent connections, as if there were no cluster. The
 * connections of a customer fail together. For each customer with silent connections, a draw picks
 * a random customer with equally many connections. From the picked customer, it draws as many
 * connections as are silent at the first customer.
 */
function drawSets(connections: readonly ScannedConnection[], random: () => number): () => number[] {
  const own = [...Map.groupBy(connections.keys(), (at) => connections[at]?.institutionId).values()];
  const decks = [...Map.groupBy(own, (members) => members.length)].map(([size, customers]) => ({
    size,
    order: customers.map((members) => members.slice()),
    silent: customers
      .map((members) => members.filter((at) => connections[at]?.isSilent).length)
      .filter((count) => count > 0),
  }));
  return () => {
    const drawn: number[] = [];
    for (const { order, silent, size } of decks)
      for (const [place, count] of silent.entries()) {
        shuffleInto(order, place, random);
        const members = order[place] ?? [];
        for (let taken = 0; taken < count; taken++) {
          if (count < size) shuffleInto(members, taken, random);
          drawn.push(members[taken] ?? 0);
        }
      }
    return drawn;
  };
}

/**
 * Swaps the element at `place` with a random element at `place` or later (one Fisher–Yates step).
 */
function shuffleInto(order: unknown[], place: number, random: () => number): void {
  const other = place + Math.floor(random() * (order.length - place));
  [order[place], order[other]] = [order[other], order[place]];
}
