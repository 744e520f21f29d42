import { expect, test } from 'vitest';
import { createLocalCrm } from '#server/crm/local-crm.ts';
import { crmTestTicketStage, runCrmConformanceTests } from '#test/crm-conformance.ts';
import { createTestDatabase } from '#test/database.ts';
import { insertInstitution, insertPlace } from '#test/factories.ts';
import { runPlacesConformanceTests } from '#test/places-conformance.ts';
import { searchLocalPlaces } from '../queries.ts';
import { createLocalPlacesProvider } from './local-places.ts';

runCrmConformanceTests('the local provider', async (world) => {
  const { database, close } = await createTestDatabase();
  const owners = new Map(world.flatMap(({ owner }) => (owner === null ? [] : [[owner.id, owner]])));
  await database.foreground
    .insertInto('crm_owner')
    .values(
      [...owners.values()].map(({ id, name, archived }) => ({
        owner_id: id,
        name,
        archived,
        email: `${id}@chairside.example`,
      })),
    )
    .execute();
  await database.foreground
    .insertInto('crm_deal')
    .values(
      world.map((deal) => ({
        institution_id: deal.institutionId,
        deal_id: deal.dealId,
        name: 'Deal',
        pipeline: deal.pipeline,
        stage: deal.closed ? 'Closed' : 'Open',
        owner_id: deal.owner?.id ?? null,
        amount_cents: deal.amount === undefined ? null : Math.round(deal.amount * 100),
        closes_on: deal.closesOn ?? null,
        closed: deal.closed,
        updated_at: deal.updatedAt,
      })),
    )
    .execute();
  for (const id of [1, 2, 3]) await insertInstitution(database, { institution_id: id });
  const { pipelineId, stageId } = crmTestTicketStage;
  await database.foreground
    .insertInto('crm_ticket_pipeline')
    .values({ pipeline_id: pipelineId, label: 'Support', position: 0 })
    .execute();
  await database.foreground
    .insertInto('crm_ticket_stage')
    .values({
      pipeline_id: pipelineId,
      stage_id: stageId,
      label: 'New',
      position: 0,
      ticket_state: 'OPEN',
    })
    .execute();
  return {
    provider: createLocalCrm(database.foreground, () => new Date()),
    database,
    pass: async () => undefined,
    close,
  };
});

runPlacesConformanceTests('the local provider', async (world) => {
  const { database, close } = await createTestDatabase();
  for (const place of world) {
    await insertPlace(database, {
      place_id: place.placeId,
      name: place.name,
      business_type: place.businessType,
      latitude: place.latitude,
      longitude: place.longitude,
      phone: place.phone,
      rating: place.rating,
      total_ratings: place.totalRatings ?? 0,
      bio: place.bio,
      website: place.website,
    });
    if (place.institutionId === null) continue;
    await database.foreground
      .insertInto('place_link')
      .values({ institution_id: place.institutionId, place_id: place.placeId })
      .execute();
  }
  return { provider: createLocalPlacesProvider(database.foreground), idOf: (id) => id, close };
});

test.each([
  ["ST. LUKE'S", 'A'],
  ['luke\u2019s\u00a0dental', 'A'],
  ['clinica penuelas', 'B'],
  ['Cl\u00ednica Pen\u0303uelas', 'B'],
  ['\u200e\u200e', undefined],
])('the directory finds %j regardless of accents, quotes and spaces', async (query, placeId) => {
  const { database, close } = await createTestDatabase();
  await insertPlace(database, { place_id: 'A', name: 'St. Luke\u2019s Dental' });
  await insertPlace(database, { place_id: 'B', name: 'Cli\u0301nica Pe\u00f1uelas' });
  const found = await searchLocalPlaces(database.foreground, query);
  expect(found.map((place) => place.placeId)).toEqual(placeId === undefined ? [] : [placeId]);
  await close();
});
