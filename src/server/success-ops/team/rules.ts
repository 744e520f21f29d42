import type { Person } from '#shared/core/person.ts';
import type { OwnerPerson } from './queries.ts';

/** Whether one of these names is somebody else's too, so that the CRM does not say whose customers they are. */
export const isSharedName = (people: readonly OwnerPerson[], ownerNames: readonly string[], userId: string | undefined): boolean =>
  people.some(({ person, ownerName }) => person.id !== userId && ownerNames.includes(ownerName));

/** Who is meant by a name of the CRM. A name that two people share stands for neither, so that nothing goes to the wrong one. */
export function peopleByName(people: readonly OwnerPerson[]): Map<string, Person> {
  const byName = Map.groupBy(people, ({ ownerName }) => ownerName);
  return new Map(
    [...byName].flatMap(([name, [only, ...others]]) => (only === undefined || others.length > 0 ? [] : [[name, only.person]])),
  );
}
