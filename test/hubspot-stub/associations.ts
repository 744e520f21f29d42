import {
  createBatchAnswer,
  parseBatchInputs,
  parseBodyFields,
  type StubAnswer,
  type StubObjectType,
  type StubWorld,
} from './world.ts';

const mostObjects = 1000;

const pairsOf = (world: StubWorld, object: 'deals' | 'tickets') =>
  object === 'deals' ? world.associations : world.ticketAssociations;

const association = (id: string) => ({
  toObjectId: id,
  associationTypes: [{ category: 'HUBSPOT_DEFINED', typeId: 341, label: null }],
});

/** Returns the existing associations of each record, in the requested direction. */
function partners(
  world: StubWorld,
  from: StubObjectType,
  to: StubObjectType,
): Map<string, string[]> {
  const isForth = to === 'companies';
  const object = isForth ? from : to;
  const pairs = object === 'companies' ? [] : pairsOf(world, object);
  const exists = new Set(world[to].map(({ id }) => id));
  const found = new Map<string, string[]>();
  for (const [one, company] of pairs) {
    const [start, end] = isForth ? [one, company] : [company, one];
    if (exists.has(end)) found.set(start, [...(found.get(start) ?? []), end]);
  }
  return found;
}

/**
 * Answers a batch read of associations. As in HubSpot, a record without associations is an error in
 * a partial response.
 */
export function readAssociations(
  world: StubWorld,
  from: StubObjectType,
  to: StubObjectType,
  sent: unknown,
): StubAnswer {
  const inputs = parseBatchInputs(parseBodyFields(sent, ['inputs']).inputs, mostObjects);
  const found = partners(world, from, to);
  const results: unknown[] = [];
  const errors: unknown[] = [];
  for (const input of inputs) {
    const id = String(parseBodyFields(input, ['id', 'after']).id);
    const ends = found.get(id);
    if (ends !== undefined) results.push({ from: { id }, to: ends.map(association) });
    else
      errors.push({
        status: 'error',
        category: 'OBJECT_NOT_FOUND',
        subCategory: 'crm.associations.NO_ASSOCIATIONS_FOUND',
        message: `No ${to} is associated`,
        context: { fromObjectId: [id] },
      });
  }
  return createBatchAnswer(results, errors);
}

/** Associates records with companies and keeps existing pairs. */
export function associateWithCompanies(
  world: StubWorld,
  object: 'deals' | 'tickets',
  sent: unknown,
): StubAnswer {
  const pairs = pairsOf(world, object);
  const results = parseBatchInputs(parseBodyFields(sent, ['inputs']).inputs, mostObjects).map(
    (input) => {
      const { from, to } = parseBodyFields(input, ['from', 'to']);
      const [one, company] = [from, to].map((end) => String(parseBodyFields(end, ['id']).id));
      if (
        one !== undefined &&
        company !== undefined &&
        !pairs.some(([here, there]) => here === one && there === company)
      )
        pairs.push([one, company]);
      return {
        from: { id: one },
        to: { id: company },
        associationSpec: { associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 26 },
      };
    },
  );
  return createBatchAnswer(results, []);
}
