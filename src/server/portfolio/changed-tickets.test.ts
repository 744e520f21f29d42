import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, it } from 'vitest';
import { getInstitutionList } from '#shared/portfolio/list.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';

const institutionIds = [1, 2, 3];
const ownerIds = [1, 2];

let test: TestApp;
let now = new Date('2026-11-18T18:00:00Z');

beforeAll(async () => {
  test = await buildTestApp({ now });
  for (const institution_id of institutionIds)
    await insertInstitution(test.database, { institution_id });
  await sql`insert into crm_owner (owner_id, name, email)
    select id, 'Owner ' || id, id || '@example.com' from unnest(${ownerIds}::bigint[]) id`.execute(
    test.database.foreground,
  );
});
afterAll(() => test.close());

interface Change {
  kind: 'openTicket' | 'closeTickets' | 'changeOwner' | 'rename';
  institutionId: number;
  ownerId: number;
}

const randomChange: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('openTicket', 'closeTickets', 'changeOwner', 'rename'),
  institutionId: fc.constantFrom(...institutionIds),
  ownerId: fc.constantFrom(...ownerIds),
});

let tickets = 0;

function statementOf({ kind, institutionId, ownerId }: Change) {
  switch (kind) {
    case 'openTicket':
      tickets += 1;
      return sql`insert into crm_ticket (institution_id, ticket_id, subject, body, pipeline_id, stage_id, priority, created_at, updated_at)
        values (${institutionId}, ${tickets}, 'Question', 'How?', 'support', 'open', 'low', ${now}, ${now})`;
    case 'closeTickets':
      return sql`update crm_ticket set closed_at = ${now}, updated_at = ${now} where institution_id = ${institutionId}`;
    case 'changeOwner':
      return sql`insert into crm_deal (institution_id, deal_id, name, pipeline, stage, owner_id, amount_cents, closes_on, closed, updated_at)
        values (${institutionId}, ${institutionId}, 'Renewal', 'Renewals', 'Open', ${ownerId}, 100, '2027-01-01', false, ${now})
        on conflict (institution_id, deal_id) do update set owner_id = excluded.owner_id, updated_at = excluded.updated_at`;
    case 'rename':
      return sql`with renamed as (update institution set name = ${`Practice ${now.getTime()}`} where institution_id = ${institutionId})
        insert into list_version (list, version) values ('practices', 1) on conflict (list) do update set version = list_version.version + 1`;
  }
}

async function readList({ inject }: TestApp): Promise<string> {
  const { statusCode, body } = await inject({ method: 'GET', url: getInstitutionList.path });
  if (statusCode !== 200) throw new Error(`${statusCode} ${body}`);
  return body;
}

it('a list refreshed after changes of tickets, owners and names equals a newly built list', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(randomChange, { minLength: 1, maxLength: 5 }), async (sequence) => {
      let refreshed = '';
      for (const change of sequence) {
        now = new Date(now.getTime() + 2_000);
        test.setClock(now);
        await statementOf(change).execute(test.database.foreground);
        refreshed = await readList(test);
      }
      const other = await buildTestApp({
        now,
        database: { database: test.database, close: async () => undefined },
      });
      try {
        const built = await readList(other);
        if (refreshed !== built) throw new Error(`${refreshed}\n${built}`);
      } finally {
        await other.close();
      }
    }),
    { numRuns: 10 },
  );
}, 120_000);
