// Loads the customers of the other benchmarks, and fills the columns that the questions use.
// Customers and owners get names of several words, as in a CRM.
import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { loadPortfolio, now } from '../portfolio-world.ts';

/** Number of official weeks. The lists show only the last week and its change. */
const officialWeeks = 3;

/** Words of the customers' names: a name has one of each. */
const nameParts = [
  'Amber Aspen Autumn Bay Birch Blue Bridge Briar Bright Brook Canyon Cedar Chestnut Clear Cliff Clover Copper Coral Crest Crystal Cypress Dawn Desert Dogwood Eagle East Elm Emerald Evergreen Falcon Fern Forest Fox Garden Gentle Glen Golden Grand Granite Green Grove Harbor Hazel Heron Hickory Highland Hill Holly Ironwood Ivy Jade Juniper Lake Laurel Liberty Lilac Linden Magnolia Maple Meadow Mill Mission Mountain Noble North Oak Ocean Olive Orchard Park Pearl Pine Pioneer Prairie Quail Rain Raven Redwood Ridge River Rose Sage Sandy Silver Spring Spruce Star Stone Summit Sun Sycamore Timber Trillium Union Valley Violet West Willow Wood Wren'.split(
    ' ',
  ),
  'Bend Bluff Bay Cove Creek Crossing Dale Falls Field Flats Gate Glade Hollow Heights Hills Island Junction Knoll Landing Lane Lakes Meadows Mesa Mills Park Pass Peak Place Plains Point Pointe Pond Run Shore Springs Square Terrace Trail View Village Vista Walk Way Woods Yard'.split(
    ' ',
  ),
  'Dental|Family Dentistry|Dental Group|Dental Care|Orthodontics|Smiles|Dental Arts|Pediatric Dentistry|Dental Studio|Dentistry|Eye Care|Vision Center|Dental Associates|Endodontics|Oral Surgery'.split(
    '|',
  ),
] as const;

const cities =
  'Austin Dallas Houston El_Paso Fresno Oakland San_Diego Sacramento Buffalo Albany Rochester Yonkers Portland Eugene Salem Bend Seattle Tacoma Spokane Everett Denver Boulder Phoenix Mesa Tampa Orlando'
    .split(' ')
    .map((city) => city.replace('_', ' '));

export const ownerNames =
  'Avery Quinn|Blake Moreno|Casey Nguyen|Dana Whitfield|Elliot Park|Frankie Osei|Gray Castillo|Harper Lindqvist|Indra Patel|Jordan Abara|Kai Yamada|Logan Ferreira|Micah Stone|Noor Haddad|Oakley Brandt|Peyton Ruiz|Quincy Adair|Reese Kowalski|Sasha Ibarra|Taylor Okafor|Uma Reddy|Val Jensen|Wren Caldwell|Yael Stern'.split(
    '|',
  );

const textArray = (values: readonly string[]) => sql`array[${sql.join(values)}]::text[]`;
const pick = (values: readonly string[], at: ReturnType<typeof sql>) =>
  sql`(${textArray(values)})[1 + ${at} % ${sql.lit(values.length)}]`;

export async function loadAssistantWorld(database: Queries, institutions: number): Promise<void> {
  await loadPortfolio(database, { institutions, officialWeeks });
  const [first, second, kind] = nameParts;
  const id = sql`institution_id::integer`;
  // Prime steps, so that few names repeat, as in a real list of customers.
  await sql`update institution set name = concat_ws(' ', ${pick(first, sql`(${id} * 7)`)}, ${pick(second, sql`(${id} / 3)`)}, ${pick(kind, sql`(${id} / 11)`)})`.execute(
    database,
  );
  await sql`update location set city = ${pick(cities, sql`(${id} / 5)`)}`.execute(database);
  await sql`update crm_owner set name = (${textArray(ownerNames)})[owner_id::integer]`.execute(
    database,
  );
  // One in twelve customers went live in the last year and is being onboarded.
  await sql`update institution set go_live_on = ${now.toISOString()}::date - ${id} % 360 where institution_id % 12 = 0`.execute(
    database,
  );
  await sql`update crm_ticket set subject = 'Reminders for ' || institution_id, closed_at = case when institution_id % 6 = 0 then created_at + interval '1 day' end,
    created_at = ${now.toISOString()}::timestamptz - ${id} % 400 * interval '6 hours', priority = (array['low', 'medium', 'high'])[1 + ${id} % 3]`.execute(
    database,
  );
  await sql`analyze`.execute(database);
}
