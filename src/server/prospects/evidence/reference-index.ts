import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { milesBetween } from '#shared/core/numbers/miles.ts';
import { type HealthRules, sizeTierOf } from '#shared/core/scoring-rules.ts';
import { foldText } from '#shared/core/text.ts';
import type { SizeTier } from '#shared/core/tiers.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import {
  type ComparedFact,
  comparedFacts,
  type ProspectTraits,
} from '#shared/prospects/evidence/evidence.ts';

export interface Reference {
  practice: Practice;
  sizeTier: SizeTier;
  miles: number;
  same: ComparedFact[];
  differs: ComparedFact[];
}

interface Placed {
  practice: Practice;
  latitude: number;
  longitude: number;
  values: Readonly<Record<ComparedFact, string>>;
  sizeTier: SizeTier;
}

interface Group {
  members: Placed[];
  tree: KDBush | undefined;
}

export interface ReferenceIndex {
  /** Displayed spelling of the customers' practice types and EHRs, by folded text. */
  practiceTypes: ReadonlyMap<string, string>;
  ehrs: ReadonlyMap<string, string>;
  /**
   * Returns the nearest Healthy customers that share all known facts, then those that share fewer.
   * A customer has one entry, for its nearest location.
   */
  findReferences: (
    traits: ProspectTraits,
    position: { latitude: number; longitude: number },
    excluded: ReadonlySet<number>,
    count: number,
  ) => Reference[];
}

/** Builds an index of customers by position and by the facts that are compared with prospects. */
export function buildReferenceIndex(
  practices: readonly Practice[],
  sizeTierFrom: HealthRules['sizeTierFrom'],
): ReferenceIndex {
  const placed = practices.flatMap((practice): Placed[] => {
    const { latitude, longitude, healthTier } = practice;
    if (healthTier !== 'Healthy' || latitude === null || longitude === null) return [];
    const sizeTier = sizeTierOf(practice.numLocations, sizeTierFrom);
    const values = {
      ehr: foldText(practice.ehr ?? ''),
      size: sizeTier,
      type: foldText(practice.practiceType ?? ''),
    };
    return [{ practice, latitude, longitude, values, sizeTier }];
  });
  const grouped = new Map<string, Map<string, Group>>();

  /** Returns the customers with these values. Customers are grouped by the facts once. */
  function groupOf(
    facts: readonly ComparedFact[],
    known: Partial<Record<ComparedFact, string>>,
  ): Group | undefined {
    const factsKey = facts.join();
    const groups = grouped.get(factsKey) ?? groupBy(placed, facts);
    grouped.set(factsKey, groups);
    return groups.get(keyOf(facts, known));
  }

  return {
    practiceTypes: spellingsOf(practices.map(({ practiceType }) => practiceType)),
    ehrs: spellingsOf(practices.map(({ ehr }) => ehr)),
    findReferences(traits, position, excluded, count) {
      const known = knownValues(traits);
      const found = new Map<number, Reference>();
      for (const facts of listLevels(known)) {
        const group = groupOf(facts, known);
        if (group === undefined) continue;
        addNearest(group, position, { excluded, count, found, known });
        if (found.size >= count) break;
      }
      return [...found.values()];
    },
  };
}

const spellingsOf = (texts: readonly (string | null)[]): Map<string, string> =>
  new Map(texts.flatMap((text) => (text === null ? [] : [[foldText(text), text] as const])));

const keyOf = (
  facts: readonly ComparedFact[],
  values: Partial<Record<ComparedFact, string>>,
): string => facts.map((fact) => values[fact]).join('\n');

function groupBy(placed: readonly Placed[], facts: readonly ComparedFact[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const place of placed) {
    const key = keyOf(facts, place.values);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { members: [place], tree: undefined });
    else group.members.push(place);
  }
  return groups;
}

function knownValues({
  ehr,
  sizeTier,
  practiceType,
}: ProspectTraits): Partial<Record<ComparedFact, string>> {
  return {
    ...(ehr === null ? {} : { ehr: foldText(ehr) }),
    ...(sizeTier === null ? {} : { size: sizeTier }),
    ...(practiceType === null ? {} : { type: foldText(practiceType) }),
  };
}

/** Returns the known facts, then fewer and fewer of them: first without EHR, then size, then type. */
export function listLevels(known: Partial<Record<ComparedFact, string>>): ComparedFact[][] {
  const facts = comparedFacts.filter((fact) => known[fact] !== undefined);
  return Array.from({ length: facts.length + 1 }, (_, dropped) => facts.slice(dropped));
}

interface Search {
  excluded: ReadonlySet<number>;
  count: number;
  /** Customers found so far, to which the nearest are added. */
  found: Map<number, Reference>;
  known: Partial<Record<ComparedFact, string>>;
}

function addNearest(
  group: Group,
  { latitude, longitude }: { latitude: number; longitude: number },
  { excluded, count, found, known }: Search,
): void {
  const { members } = group;
  const tree = group.tree ?? buildTree(members);
  group.tree = tree;
  const isNew = (at: number): boolean => {
    const id = members[at]?.practice.institutionId ?? -1;
    return !excluded.has(id) && !found.has(id);
  };
  const missing = count - found.size;
  // Several locations can belong to one customer, so the search widens until it has enough
  // customers.
  for (let searched = missing; ; searched *= 4) {
    const positions = around(tree, longitude, latitude, searched, Number.POSITIVE_INFINITY, isNew);
    const near = new Map<number, Placed>();
    for (const at of positions) {
      const place = members[at];
      if (place !== undefined && !near.has(place.practice.institutionId))
        near.set(place.practice.institutionId, place);
    }
    if (near.size < missing && positions.length === searched) continue;
    for (const place of [...near.values()].slice(0, missing))
      found.set(place.practice.institutionId, toReference(place, longitude, latitude, known));
    return;
  }
}

function buildTree(members: readonly Placed[]): KDBush {
  const tree = new KDBush(members.length);
  for (const { longitude, latitude } of members) tree.add(longitude, latitude);
  tree.finish();
  return tree;
}

function toReference(
  { practice, sizeTier, values, ...place }: Placed,
  longitude: number,
  latitude: number,
  known: Search['known'],
): Reference {
  const compared = comparedFacts.filter((fact) => known[fact] !== undefined);
  return {
    practice,
    sizeTier,
    miles: milesBetween(longitude, latitude, place.longitude, place.latitude),
    same: compared.filter((fact) => known[fact] === values[fact]),
    differs: compared.filter((fact) => known[fact] !== values[fact]),
  };
}
