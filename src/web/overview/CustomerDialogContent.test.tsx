import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getBenchmarks } from '#shared/health/benchmarks.ts';
import {
  getFeatureTargets,
  getHealthTrend,
  type InstitutionHealth,
} from '#shared/health/health.ts';
import { getWeeklyComparison } from '#shared/health/weekly-comparison.ts';
import {
  getBio,
  getInstitutionLocations,
  getPractices,
  postDealOwnerLookup,
} from '#shared/institutions/institutions.ts';
import { getFreshness } from '#shared/scoring/freshness.ts';
import {
  createElmDentalPractice,
  createFreshnessResponse,
  createInstitutionHealth,
} from '#test/records.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';
import { tierStyles } from '#web/ui/tier/tiers.ts';

let server: TestServer;

beforeEach(() => {
  // Non-fatal failures are logged as warnings.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  server = startSignedInServer();
  server.answer(getBenchmarks, { benchmarks: [], overall: {} });
  server.answer(getFreshness, createFreshnessResponse());
  server.answer(getWeeklyComparison, {
    weekStartDate: null,
    previousWeekStartDate: null,
    institutions: 0,
    averageScore: null,
    previousAverageScore: null,
    tiers: {
      Healthy: { current: 0, previous: 0 },
      Medium: { current: 0, previous: 0 },
      Critical: { current: 0, previous: 0 },
      Unknown: { current: 0, previous: 0 },
    },
    benchmarks: {},
  });
  server.answer(getFeatureTargets, {
    targetMultiplier: 0.75,
    locationCount: 1,
    measuredLocations: 1,
    featureTargets: {
      onlineBooking: { target: 38, benchmark: 50, isPerLocation: true },
      recalls: { target: 'Combined', benchmark: null, isPerLocation: true },
      forms: { target: '✓', benchmark: 20, isPerLocation: true },
      payments: { target: 900, benchmark: 1200, isPerLocation: true },
    },
  });
  server.answer(getBio(), {
    bio: 'Elm Dental: care for the whole family. A recent review mentioned: kind people',
    website: 'elm.example',
    phone: '(203) 555-0101',
    rating: 4.7,
    totalRatings: 1234,
    openingHours: null,
    attribution: null,
  });
  server.answer(postDealOwnerLookup(), {
    dealOwners: { 1001: { ownerName: 'Ana Pérez', pipeline: 'Renewals' } },
    asOf: null,
    stale: false,
  });
  answerLocations();
  answerHealth();
});

function answerHealth(facts: Partial<InstitutionHealth> = {}) {
  server.answer(getHealthTrend, { data: [createInstitutionHealth(facts)] });
}

function answerLocations(link: string | null = 'book.example.com/elm') {
  const {
    institutionName,
    institutionExternalId,
    healthTier,
    healthScore,
    inGrace,
    numLocations,
    numProducts,
    ...location
  } = createElmDentalPractice({
    onlineBookingLink: link,
  });
  server.answer(getInstitutionLocations, {
    institutionId: 1001,
    institutionName,
    numLocations,
    numProducts,
    healthScore,
    healthTier,
    locations: [location],
  });
}

const open = () => renderApp('/institution/1001/overview');
const row = async (name: string) => {
  const table = await screen.findByRole('table');
  return within(within(table).getByRole('rowheader', { name }).closest('tr') ?? table);
};
const cells = async (name: string) =>
  (await row(name)).getAllByRole('cell').map((cell) => cell.textContent);

describe('the header', () => {
  it('has the name, the short bio, rating, id, contacts, owner and booking', async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'Elm Dental' })).toBeVisible();
    expect(await screen.findByText(/^Care for the whole family\./)).toHaveTextContent(
      '4.7 out of 5 (1,234 reviews)',
    );
    expect(screen.queryByText(/kind people/)).toBeNull();
    expect(screen.getByText('ID: 1001')).toBeVisible();
    expect(screen.getByRole('link', { name: '(203) 555-0101' })).toHaveAttribute(
      'href',
      'tel:2035550101',
    );
    expect(screen.getByRole('link', { name: 'Website' })).toHaveAttribute(
      'href',
      'https://elm.example',
    );
    expect(await screen.findByText('Owner: Ana Pérez · Pipeline: Renewals')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Book Online' })).toHaveAttribute(
      'href',
      'https://book.example.com/elm',
    );
  });

  it('counts one review as one', async () => {
    server.answer(getBio(), {
      bio: null,
      website: null,
      phone: null,
      rating: 5,
      totalRatings: 1,
      openingHours: null,
      attribution: null,
    });
    open();
    expect(await screen.findByText(/5\.0 out of 5/)).toHaveTextContent(/\(1 review\)$/);
  });

  it('names the directory whose terms require it', async () => {
    server.answer(getBio(), {
      bio: null,
      website: null,
      phone: '(203) 555-0101',
      rating: null,
      totalRatings: null,
      openingHours: null,
      attribution: 'Google Maps',
    });
    open();
    expect(await screen.findByText('Google Maps')).toBeVisible();
  });

  it('falls back to the generic sentence when the bio fails to load, and reports that the owner failed to load', async () => {
    server.refuse(getBio(), 503, 'down');
    server.refuse(postDealOwnerLookup(), 503, 'The CRM does not answer.');
    open();
    expect(
      await screen.findByText('Elm Dental is a dental practice located in their location'),
    ).toBeVisible();
    const failed = (await screen.findByText('Couldn’t load the owner: The CRM does not answer.'))
      .parentElement;
    expect(screen.queryByText(/^Owner:/)).toBeNull();
    expect(screen.getByRole('table')).toBeVisible();
    server.answer(postDealOwnerLookup(), { dealOwners: {}, asOf: null, stale: false });
    await userEvent.click(within(failed ?? document.body).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Owner: Unassigned')).toBeVisible();
  });

  it('has no booking link without a valid web address', async () => {
    answerLocations('javascript:alert(1)');
    open();
    await screen.findByRole('table');
    expect(screen.queryByRole('link', { name: 'Book Online' })).toBeNull();
  });

  it('says what it is loading', async () => {
    server.answer(getBio(), () => new Promise(() => undefined));
    open();
    expect(await screen.findByText('Loading institution details...')).toBeVisible();
    expect(await screen.findByText('Loading practice information...')).toBeVisible();
  });
});

describe('the product table', () => {
  it('shows previous and current usage, change, score and target', async () => {
    answerHealth({
      healthTier: 'Medium',
      featureEntitlements: { onlineBooking: true, recalls: true, forms: true, payments: true },
      featureUsage: { onlineBooking: 30, recalls: 5, forms: 25, payments: 1500 },
      previousFeatureUsage: { onlineBooking: 40, recalls: 0, forms: 20, payments: 1500 },
      featureChanges: { onlineBooking: -25, recalls: null, forms: 25, payments: 0 },
      featureScores: { onlineBooking: 60, recalls: 120, forms: 125, payments: 49 },
      featureTiers: {
        onlineBooking: 'Medium',
        recalls: 'Healthy',
        forms: 'Healthy',
        payments: 'Critical',
      },
    });
    open();
    await waitFor(async () => expect(await cells('Online Booking')).toContain('38'));
    expect(await cells('Online Booking')).toEqual(['40', '30', '−25%', '■60%', '38']);
    expect(await cells('Recalls')).toEqual(['0', '5', 'new', '▲120%', 'Included above']);
    expect(await cells('Forms')).toEqual(['20', '25', '+25%', '▲125%', 'Goal met']);
    expect(await cells('Payments')).toEqual(['$1,500', '$1,500', '±0%', '▼49%', '$900']);
    expect(screen.getByRole('columnheader', { name: 'Target to Healthy' })).toBeVisible();
  });

  it('shows each product’s tier by the rules of the week', async () => {
    answerHealth({
      featureScores: { onlineBooking: 80, forms: 95 },
      featureTiers: { onlineBooking: 'Medium', forms: 'Healthy' },
    });
    open();
    const scoreOf = async (name: string) =>
      within((await row(name)).getAllByRole('cell')[3] ?? document.body).getByText(/%$/);
    const [medium, healthy] = [await scoreOf('Online Booking'), await scoreOf('Forms')].map(
      (label) => label.parentElement,
    );
    expect(medium).toHaveTextContent('■80%');
    expect(medium).toHaveStyle({ color: tierStyles.Medium.text.light });
    expect(healthy).toHaveTextContent('▲95%');
    expect(healthy).toHaveStyle({ color: tierStyles.Healthy.text.light });
  });

  it('keeps Loading... until targets arrive, and a dash when they fail', async () => {
    server.answer(getFeatureTargets, () => new Promise(() => undefined));
    const first = open();
    expect((await row('Forms')).getByText('Loading...')).toBeVisible();
    first.unmount();
    server.refuse(getFeatureTargets, 500, 'down');
    open();
    const forms = await row('Forms');
    expect(await forms.findByText('–')).toBeVisible();
  });
});

describe('health', () => {
  it('has badges for problems and the reason in one sentence', async () => {
    answerHealth({
      healthTier: 'Critical',
      adoptionScore: 41.4,
      scoreChange: -7.4,
      whyItMoved: '41, down 7.4 points: own usage −7.4.',
      consecutiveWeeksAtRisk: 2,
      consecutiveWeeksDeclining: 1,
      hasZeroUsage: true,
      totalTicketCount: 1,
    });
    open();
    for (const text of [
      'At risk for 2 weeks',
      '↘ Declining for 1 week',
      'Not active',
      '1 ticket in total',
      'Own usage −7.4.',
    ]) {
      expect(await screen.findByText(text)).toBeVisible();
    }
    expect(screen.getByText('Critical')).toBeVisible();
    // The change is stated once.
    expect(document.body.textContent.match(/7\.4 points/g)).toHaveLength(1);
  });

  it('shows the three smallest steps to the next tier', async () => {
    const step = {
      extraPer28Days: 18,
      extraPerOpenDay: 0.9,
      productScoreAfter: 75,
      adoptionScoreAfter: 70.2,
      healthTierAfter: 'Medium',
    } as const;
    answerHealth({
      improvements: (['onlineBooking', 'forms', 'payments', 'reviews'] as const).map((product) => ({
        ...step,
        product,
      })),
    });
    open();
    const heading = await screen.findByRole('heading', { name: 'What would raise the score' });
    const steps = within(
      heading.closest<HTMLElement>('[data-guide]') ?? document.body,
    ).getAllByRole('listitem');
    expect(steps.map((item) => item.textContent)).toEqual([
      'Online Booking: +18 in 28 days (0.9 per open day) brings it to 75% and the score to 70% ■ Medium',
      'Forms: +18 in 28 days (0.9 per open day) brings it to 75% and the score to 70% ■ Medium',
      'Payments: +$18 in 28 days ($1 per open day) brings it to 75% and the score to 70% ■ Medium',
    ]);
  });

  it('opens both weeks behind the change', async () => {
    answerHealth({ scoreChange: -2.5 });
    const { router } = open();
    await userEvent.click(await screen.findByRole('link', { name: '−2.5 points in a week' }));
    expect(router.state.location).toMatchObject({
      pathname: '/institution/1001/overview',
      search: '?tab=comparison',
    });
  });

  it('copies the way to Healthy as a text for the customer', async () => {
    const user = userEvent.setup();
    const step = {
      product: 'forms',
      extraPer28Days: 40,
      extraPerOpenDay: 2,
      productScoreAfter: 88,
    } as const;
    answerHealth({ wayToHealthy: { steps: [step], adoptionScoreAfter: 75.3 } });
    open();
    expect(await screen.findByRole('heading', { name: 'Path to Healthy' })).toBeVisible();
    expect(screen.getByText('Together, these steps bring the score to 75%:')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy text for the customer' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toContain(
      '• Forms: 40 more forms in four weeks, about 2 per open day',
    );
  });

  it('falls back to the locations without a health record', async () => {
    server.answer(getHealthTrend, { data: [] });
    open();
    expect(await screen.findByText('No health data yet for this practice')).toBeVisible();
    expect(screen.getByText(/1 location · 2 products/)).toBeVisible();
  });

  it('falls back to the practice list when the institution’s own requests fail', async () => {
    server.refuse(getHealthTrend, 500, 'down');
    server.refuse(getInstitutionLocations, 500, 'down');
    server.answer(getPractices, {
      practices: [createElmDentalPractice({ institutionName: 'Elm from the list' })],
      tierLimits: null,
    });
    open();
    expect(await screen.findByRole('heading', { name: 'Elm from the list' })).toBeVisible();
    expect(screen.getByText(/1 location · 2 products/)).toBeVisible();
    expect(screen.queryByText('No health data yet for this practice')).toBeNull();
    expect(screen.getByText('Couldn’t load the locations of Elm from the list')).toBeVisible();
    const failed = screen.getByRole('alert', {
      name: 'Couldn’t load the health of Elm from the list',
    });
    answerHealth();
    answerLocations();
    await userEvent.click(within(failed).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('table')).toBeVisible();
    await waitFor(() =>
      expect(screen.queryByText(/^Couldn’t load the (health|locations) of/)).toBeNull(),
    );
  });

  it('reports an unknown institution and can retry', async () => {
    server.refuse(getHealthTrend, 404, 'This institution was not found.');
    server.refuse(getInstitutionLocations, 404, 'This institution was not found.');
    open();
    expect(await screen.findByRole('heading', { name: 'Customer not found' })).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
    answerHealth();
    answerLocations();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Elm Dental' })).toBeVisible();
  });
});

it("leads from each product's name to its page", async () => {
  answerHealth({
    featureUsage: { onlineBooking: 40, recalls: 5, insurance: 3 },
    featureEntitlements: { onlineBooking: true, recalls: true, insurance: true },
  });
  open();
  const link = async (name: string) =>
    (await row(name)).getByRole('link', { name }).getAttribute('href');
  expect(await link('Online Booking')).toBe('/products/scheduling');
  expect(await link('Recalls')).toBe('/products/scheduling');
  expect(await link('Insurance Verification')).toBe('/products/verification');
});
