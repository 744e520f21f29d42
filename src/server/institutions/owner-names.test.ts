import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.close());

const at = new Date('2026-11-18T18:00:00Z');

async function addPerson(name: string, email: string): Promise<void> {
  const user_id = randomUUID();
  await test.database.foreground
    .insertInto('app_user')
    .values({
      user_id,
      issuer: 'https://identity.test',
      subject: user_id,
      email,
      name,
      picture: null,
      role: 'member',
      created_at: at,
      last_sign_in_at: at,
    })
    .execute();
}

let owners = 0;
async function addOwner(name: string, email: string, archived = false): Promise<void> {
  owners += 1;
  await test.database.foreground
    .insertInto('crm_owner')
    .values({ owner_id: owners, name, email, archived })
    .execute();
}

const shown = async () =>
  (
    await test.database.foreground
      .selectFrom('shown_owner')
      .select('name')
      .orderBy('owner_id')
      .execute()
  ).map(({ name }) => name);

const version = async () =>
  (
    await test.database.foreground
      .selectFrom('list_version')
      .select('version')
      .where('list', '=', 'practices')
      .executeTakeFirst()
  )?.version ?? 0;

it('are users’ own names when the email address matches, not the CRM names', async () => {
  await addPerson('Ana Pérez', 'Ana@chairside.example');
  await addOwner('A. Perez', 'ana@chairside.example');
  await addOwner('Ana Perez Diaz', 'ana@chairside.example', true);
  expect(await shown()).toEqual(['Ana Pérez', 'Ana Pérez (inactive)']);
});

it('match a user by a unique name when the email address differs', async () => {
  await addPerson('Bo Lee', 'bo@clinic.example');
  await addOwner('Bo Lee', 'bo.lee@crm.example');
  expect(await shown()).toEqual(['Bo Lee']);
  await addOwner('Bo Lee', 'other@crm.example');
  expect(await shown()).toEqual(['Bo Lee (bo.lee@crm.example)', 'Bo Lee (other@crm.example)']);
});

it('include the email address when names are ambiguous, and then match no user', async () => {
  await addPerson('Kim Ode', 'kim@chairside.example');
  await addPerson('Kim Ode', 'kim.ode@chairside.example');
  await addOwner('Kim Ode', 'kim@chairside.example');
  await addOwner('Kim Ode', 'kim.ode@chairside.example');
  await addOwner('Kim Ode', 'kim.ode@elsewhere.example');
  await addOwner('Pat Roe', '');
  await addOwner('pat roe', 'pat@elsewhere.example');
  expect(await shown()).toEqual([
    'Kim Ode (kim@chairside.example)',
    'Kim Ode (kim.ode@chairside.example)',
    'Kim Ode (kim.ode@elsewhere.example)',
    expect.stringMatching(/^Pat Roe \(\d+\)$/),
    'pat roe (pat@elsewhere.example)',
  ]);
});

it('do not match a user by name whom the CRM already knows by email address', async () => {
  await addPerson('Jo Ray', 'jo@chairside.example');
  await addOwner('Jo Ray', 'jo@chairside.example');
  await addOwner('Jo Ray', 'jo@elsewhere.example');
  expect(await shown()).toEqual(['Jo Ray', 'Jo Ray (jo@elsewhere.example)']);
});

it('rebuild the customer list only when they change', async () => {
  await addPerson('Ana Pérez', 'ana@chairside.example');
  await addOwner('Ana Pérez', 'ana@chairside.example');
  const before = await version();
  const signIns = test.database.foreground.updateTable('app_user');
  await signIns.set({ name: 'Ana Pérez', last_sign_in_at: new Date() }).execute();
  expect(await version()).toBe(before);
  await signIns.set({ name: 'Ana Díaz' }).execute();
  await test.database.foreground.updateTable('crm_owner').set({ archived: true }).execute();
  expect(await version()).toBe(before + 2);
});
