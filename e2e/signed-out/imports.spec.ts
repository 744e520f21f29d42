import { expect, type Page, test } from '@playwright/test';
import { addDays, dayIn } from '../../src/shared/core/dates.ts';
import { collectPageProblems, expectNoSidewaysScroll } from '../expectations.ts';
import { JourneyStepCounter } from '../journey.ts';
import { startEmptyServer } from '../own-server.ts';

const customers = Array.from({ length: 24 }, (_, index) => `C-${index}`);
const yesterday = addDays(dayIn('America/Los_Angeles', new Date()), -1);
const days = Array.from({ length: 42 }, (_, index) => addDays(yesterday, -index));
/** Name without spaces, in which no line can break. */
const longName = 'www.comprehensiveperiodontalandimplantassociates.example';
const nameOf = (index: number) => (index === 0 ? longName : `Dental ${index}`);
const practices = `Customer ID,Location ID,Practice Name,City,Created\n${customers.map((id, index) => `${id},L-${index},${nameOf(index)},Reno,2024-03-09`).join('\n')}\n`;
const usage = `Customer ID,Date,Payments\n${days.flatMap((day) => customers.map((id, index) => `${id},${day},${1 + index}`)).join('\n')}\n`;

/**
 * Tables that an undo does not restore. They hold logs, the ids that were given, permanent records
 * of official weeks, scores with the time of their computation, and the rules created with the
 * first score.
 */
const history =
  /^(assigned_id|pgboss\.|audit_log|user_session|app_user|auth_event|sign_in_attempt|job_|import_|scoring_turn|list_version|clock_mark|benchmark_version|score_version|product_version|week_version|week_reopening|score_provisional$|rules_version$)/;

let server: Awaited<ReturnType<typeof startEmptyServer>>;
test.beforeAll(async () => {
  server = await startEmptyServer();
});
test.afterAll(() => server.stop());

const factsNow = async () =>
  Object.fromEntries(
    Object.entries(await server.hashes()).filter(([table]) => !history.test(table)),
  );

test('imports practices and usage through the wizard, gets scores, and undo restores everything', async ({
  page,
}) => {
  const problems = collectPageProblems(page);
  const journey = new JourneyStepCounter();
  await page.goto(`${server.origin}/admin?part=imports`);
  await page.getByRole('link', { name: /sign in/i }).click();
  await page.getByRole('button', { name: 'Continue as Avery Admin' }).click();
  const empty = await factsNow();

  await bring(page, journey, 'practices.csv', practices, 24);
  const before = await factsNow();
  expect(before).not.toEqual(empty);
  await page.getByRole('link', { name: 'Open customers' }).click();
  await expect(page.getByRole('link', { name: '24 Customers' })).toBeVisible();
  await expect(averageScore(page)).toHaveCount(0);
  await bring(page, journey, 'usage.csv', usage, usage.split('\n').length - 2);
  // Each file takes three steps: select, check and import.
  journey.expectAtMost(6);
  // Retries, because weeks are scored after the rows are imported.
  await expect(async () => {
    await page.goto(`${server.origin}/dashboard`);
    await expect(averageScore(page)).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 20_000 });

  await expectLongNameToFit(page);

  for (const [file, as] of [
    ['usage.csv', before],
    ['practices.csv', empty],
  ] as const) {
    await page.goto(`${server.origin}/admin?part=imports`);
    await page.getByText(`file ${file}`, { exact: true }).first().click();
    await page.getByRole('button', { name: 'Undo this import' }).click();
    await page.getByRole('button', { name: 'Undo import' }).click();
    await expect(page.getByRole('row', { name: new RegExp(`file ${file}.*Undone`) })).toBeVisible();
    await expect.poll(factsNow, { timeout: 20_000 }).toEqual(as);
  }
  expect(problems).toEqual([]);
});

test('brings 300 practices with strange headers and values to owners and scores in ten steps', async ({
  page,
}) => {
  const problems = collectPageProblems(page);
  const journey = new JourneyStepCounter();
  const kinds = ['General', 'Family', 'Orthodontics', 'n/a'];
  const owners = ['AVERY.ADMIN@CHAIRSIDE.EXAMPLE', 'avery  admin', 'J. Smith'];
  const strange = `\uFEFFKundennr;Bezeichnung;Specialty;CSM;Ort;Customer since\r\n${Array.from(
    { length: 300 },
    (_, index) =>
      `K-${1000 + index};Praxis ${nameWords(index)};${kinds[index % kinds.length]};${owners[index % owners.length]};Reno;2024-03-09`,
  ).join('\r\n')}\r\n`;
  const monthOfUse = `Customer ID,Date,Payments\n${days
    .flatMap((day) =>
      Array.from({ length: 300 }, (_, index) => `K-${1000 + index},${day},${1 + index}`),
    )
    .join('\n')}\n`;
  await page.goto(`${server.origin}/admin?part=imports`);
  await page.getByRole('link', { name: /sign in/i }).click();
  await page.getByRole('button', { name: 'Continue as Avery Admin' }).click();

  await choose(page, journey, 'practices.csv', strange);
  await journey.step('check it', () => page.getByRole('button', { name: 'Check file' }).click());
  await expect(page.getByRole('button', { name: /^Import / })).toHaveCount(0);
  await journey.step('choose the name', () =>
    page.getByRole('button', { name: /^Bezeichnung: / }).click(),
  );
  await journey.step('choose the ID', () =>
    page.getByRole('button', { name: /^Kundennr: / }).click(),
  );
  await journey.step('use the suggested practice types', () =>
    page.getByRole('button', { name: 'Use 2 suggestions for Practice type' }).click(),
  );
  await journey.step('check again', () =>
    page.getByRole('button', { name: 'Check again' }).click(),
  );
  await expect(
    page.getByText('Owners: 200 customers to Avery Admin, 100 to “J. Smith” (no such user).'),
  ).toBeVisible();
  await page.reload();
  await journey.step('import 300 practices', () =>
    page.getByRole('button', { name: 'Import 300 rows' }).click(),
  );
  await expect(
    page.getByText('Next: import entitlements, the products that customers may use.'),
  ).toBeVisible();
  await bring(page, journey, 'usage.csv', monthOfUse, 300 * days.length);
  journey.expectAtMost(10);

  await expect(async () => {
    await page.goto(`${server.origin}/dashboard`);
    await expect(averageScore(page)).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await page.goto(`${server.origin}/portfolio?f.ownerName=~me&f.practiceType=General+Dentistry`);
  await expect(page.getByText('50 of 300 customers')).toBeVisible();
  expect(problems).toEqual([]);
});

/** Returns a name of words that differ for each index. */
const nameWords = (index: number) =>
  [index % 7, Math.floor(index / 7)]
    .map((part) => `Haus${String.fromCharCode(97 + (part % 26))}${part}`)
    .join(' ');

const averageScore = (page: Page) => page.getByRole('link', { name: /^\d+\.\d% Average score$/ });

/** Expects the long name to fit on a phone, in the customer's row, dialog and page. */
async function expectLongNameToFit(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`${server.origin}/portfolio?q=comprehensive`);
  await page.getByText(longName).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: longName })).toBeVisible();
  await expectNoSidewaysScroll(page, 'The dialog');
  await dialog.getByRole('link', { name: 'Full View' }).click();
  await expect(page.getByRole('heading', { name: longName, level: 1 })).toBeVisible();
  await expectNoSidewaysScroll(page, 'The overview');
  if (size !== null) await page.setViewportSize(size);
}

async function bring(
  page: Page,
  journey: JourneyStepCounter,
  name: string,
  text: string,
  rows: number,
): Promise<void> {
  await page.goto(`${server.origin}/admin?part=imports`);
  await choose(page, journey, name, text);
  await journey.step('check it', () => page.getByRole('button', { name: 'Check file' }).click());
  await journey.step('import it', () =>
    page.getByRole('button', { name: `Import ${rows.toLocaleString('en-US')} rows` }).click(),
  );
  await expect(page.getByText('Imported.', { exact: true })).toBeVisible();
}

const choose = (page: Page, journey: JourneyStepCounter, name: string, text: string) =>
  journey.step(`choose ${name}`, () =>
    page
      .getByLabel('CSV file')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) }),
  );
