import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '#shared/core/pages/paths.ts';
import {
  type ProductPageKey,
  productPageKeys,
  productPageProducts,
  productPageTitles,
} from '#shared/core/pages/product-page-products.ts';
import {
  getProductProof,
  type ProductProof,
  type ProductUsageChange,
} from '#shared/products/proof.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';
import { productContents } from './content/all.ts';

// Loads the page's chunk, so that the first test does not wait for its compilation.
beforeAll(() => import('./ProductPage.tsx'));

let server: TestServer;
beforeEach(() => {
  server = startSignedInServer();
});

const measure = (facts: Partial<ProductUsageChange> = {}): ProductUsageChange => ({
  product: 'forms',
  customers: 1212,
  unusedBefore: 10,
  notMeasurableNow: 196,
  result: {
    medianChange: -2.78,
    interval: { low: -4.91, high: -1.16, confidence: 0.9526 },
    medianBefore: 101.25,
    medianNow: 93,
    bands: [
      { from: null, to: -80, customers: 700 },
      { from: -80, to: 100, customers: 500 },
      { from: 100, to: null, customers: 12 },
    ],
  },
  ...facts,
});

const proof = (page: ProductPageKey, facts: Partial<ProductProof> = {}): ProductProof => ({
  page,
  compared: {
    before: { from: '2025-10-19', to: '2025-11-15' },
    now: { from: '2026-10-18', to: '2026-11-14' },
    weeksApart: 52,
  },
  measures: productPageProducts[page].map((product) => measure({ product })),
  systems: {
    named: Array.from({ length: 9 }, (_, index) => ({
      name: `System ${index + 1}`,
      practices: 90 - index,
      customers: 40 - index,
    })),
    otherPractices: 4,
    unknownPractices: 1,
    practices: 800,
  },
  ...facts,
});

async function open(page: ProductPageKey, facts: Partial<ProductProof> = {}) {
  server.answer(getProductProof, proof(page, facts));
  renderApp(paths.product(page));
  await screen.findByRole('heading', { level: 1 });
}
const section = (name: string) => within(screen.getByRole('region', { name }));

describe.each(productPageKeys)('the page of %s', (page) => {
  const content = productContents[page];

  it('describes the product, its use and common questions', async () => {
    await open(page);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(productPageTitles[page]);
    expect(document.title).toBe(`${productPageTitles[page]} · Chairside`);
    expect(screen.getByText(content.promise)).toBeVisible();
    expect(screen.getByText(content.problem)).toBeVisible();
    for (const { title, text } of content.abilities) {
      expect(section('What it does').getByRole('heading', { name: title })).toBeVisible();
      expect(section('What it does').getByText(text)).toBeVisible();
    }
    const steps = section('How practices use it').getAllByRole('listitem');
    expect(steps).toHaveLength(content.steps.length);
    for (const [index, { title, text }] of content.steps.entries()) {
      expect(steps[index]).toHaveTextContent(title);
      expect(steps[index]).toHaveTextContent(text);
    }
    for (const { question, answer } of content.questions) {
      const control = section('Questions and answers').getByRole('button', { name: question });
      await userEvent.click(control);
      expect(control).toHaveAttribute('aria-expanded', 'true');
      expect(section('Questions and answers').getByText(answer)).toBeInTheDocument();
    }
  });

  it('keeps the talk track closed until it is opened', async () => {
    await open(page);
    const { talkTrack } = content;
    expect(screen.queryByText(talkTrack.opening)).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Show talk track' }));
    const track = section('Talk track');
    for (const name of ['Opening', 'Discovery questions', 'Objections and answers', 'Next step'])
      expect(track.getByRole('heading', { name })).toBeVisible();
    for (const text of [talkTrack.opening, ...talkTrack.discovery, talkTrack.nextStep])
      expect(track.getByText(text)).toBeVisible();
    for (const { objection, answer } of talkTrack.objections) {
      expect(track.getByText(objection)).toBeVisible();
      expect(track.getByText(answer)).toBeVisible();
    }
    await userEvent.click(screen.getByRole('button', { name: 'Hide talk track' }));
    expect(screen.queryByText(talkTrack.opening)).not.toBeInTheDocument();
  });

  it('shows figures for each of its products and links to the other pages', async () => {
    await open(page);
    expect(await screen.findAllByRole('article')).toHaveLength(productPageProducts[page].length);
    const links = within(screen.getByRole('navigation', { name: 'Products' })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href')).sort()).toEqual(
      productPageKeys
        .filter((key) => key !== page)
        .map((key) => `/products/${key}`)
        .sort(),
    );
  });
});

describe('the proof', () => {
  const article = async () =>
    within(await screen.findByRole('article', { name: 'Forms: change in usage' }));

  it('shows a falling median with interval, count, windows and exclusions', async () => {
    await open('forms');
    const shown = await article();
    expect(shown.getByText('−2.8%')).toBeVisible();
    expect(shown.getByText('95% interval −4.9% to −1.2%, from 1,212 customers')).toBeVisible();
    expect(shown.getByText('Down: the whole interval is below zero.')).toBeVisible();
    expect(shown.getByText('101 uses')).toBeVisible();
    expect(shown.getByText('93 uses')).toBeVisible();
    expect(
      shown.getByText(/10 did not use the product in the earlier period.*196 used the product/),
    ).toBeVisible();
    const figures = section('What the figures say');
    expect(figures.getByText(/as of Nov 14, 2026/)).toBeVisible();
    expect(
      figures.getByText(/Half of the customers changed by more than the median.*52 weeks apart/),
    ).toBeVisible();
  });

  it('draws the customers by change, with a table', async () => {
    await open('forms');
    const shown = await article();
    expect(
      shown.getByRole('img', { name: /1212 customers by change in usage; median −2.8%/ }),
    ).toBeVisible();
    await userEvent.click(shown.getByText('Show as table'));
    const rows = within(shown.getByRole('table')).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      'Below −80%700',
      '−80% to +100%500',
      '+100% and more12',
    ]);
  });

  it('hides the figure of 19 customers with a reason', async () => {
    await open('forms', { measures: [measure({ customers: 19, result: null })] });
    const shown = await article();
    expect(shown.getByText(/Only 19 customers can be compared\. With fewer than 20/)).toBeVisible();
    expect(shown.queryByText(/median change/)).not.toBeInTheDocument();
    expect(shown.queryByRole('img')).not.toBeInTheDocument();
  });

  it('shows an empty state without weeks to compare', async () => {
    await open('forms', { compared: null, measures: [], systems: null });
    expect(await section('What the figures say').findByText(/No figures yet/)).toBeVisible();
    expect(section('Works with these EHRs').getByText(/No figures yet/)).toBeVisible();
  });

  it('keeps the page and offers Retry when figures fail to load', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.refuse(getProductProof, 503, 'The database is busy. Please try again in a moment.');
    renderApp(paths.product('forms'));
    expect(await screen.findByRole('alert')).toHaveTextContent('The database is busy.');
    expect(screen.getByText(productContents.forms.promise)).toBeVisible();
    server.answer(getProductProof, proof('forms'));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('−2.8%')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  });
});

it('lists the EHRs, most used first, the rest on demand', async () => {
  await open('forms');
  const systems = section('Works with these EHRs');
  expect(await systems.findByText('System 1')).toBeVisible();
  expect(systems.getByText(/800 practices that used the product/)).toBeVisible();
  expect(systems.getAllByRole('listitem')[0]).toHaveTextContent('90 practices of 40 customers');
  expect(systems.queryByText('System 9')).not.toBeInTheDocument();
  await userEvent.click(systems.getByRole('button', { name: 'Show all 9' }));
  expect(systems.getByText('System 9')).toBeVisible();
  expect(
    systems.getByText(
      'Also 4 practices on EHRs with fewer than 5 customers, which are not named; 1 practice without an EHR on record.',
    ),
  ).toBeVisible();
});

it('closes the talk track on the next page', async () => {
  await open('forms');
  await userEvent.click(screen.getByRole('button', { name: 'Show talk track' }));
  server.answer(getProductProof, proof('payments'));
  await userEvent.click(
    within(screen.getByRole('navigation', { name: 'Products' })).getByRole('link', {
      name: /Payments/,
    }),
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Show talk track' })).toBeVisible();
});
