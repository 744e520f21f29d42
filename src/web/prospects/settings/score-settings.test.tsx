import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { defaultProspectScoreSettings } from '#shared/prospects/sales-settings.ts';
import { getScoreBackTest } from '#shared/prospects/score/back-test.ts';
import { postScorePreview } from '#shared/prospects/score/preview.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';
import { ScoreSettingsForm } from './ScoreSettingsForm.tsx';

const answer = {
  version: 3,
  settings: { prospectScore: defaultProspectScoreSettings },
  madeBy: null,
  madeAt: null,
  byEnvironment: {},
  whileUnset: {},
  needsSecondPerson: false,
};
const none = { won: 43, lost: 20, withoutScore: 2, days: null, test: null };

let server: TestServer;
const user = userEvent.setup();
beforeEach(() => {
  server = startSignedInServer();
  server.answer(getScoreBackTest, none);
});
const Page = () => <ScoreSettingsForm answer={answer} />;
const render = () => renderApp('/settings', [{ path: '/settings', Component: Page }]);

it('previews edited points, and hides the preview after another edit', async () => {
  server.answer(postScorePreview, ({ weights }) => ({
    raised: weights.type,
    lowered: 1,
    unchanged: 0,
    bands: [0, 1, 2, 3].map((band) => ({ before: band, after: 3 - band })),
    changes: [{ prospectId: 5, placeId: null, name: 'Ash Clinic', before: 40, after: 60 }],
  }));
  render();
  const preview = await screen.findByRole('button', { name: 'Preview scores' });
  expect(preview).toBeDisabled();
  const type = screen.getByRole('textbox', { name: 'Dental or medical type' });
  await user.clear(type);
  await user.type(type, '20');
  expect(preview).toBeDisabled();
  const growth = screen.getByRole('textbox', { name: 'Growing reviews' });
  await user.clear(growth);
  await user.type(growth, '5');
  await user.click(preview);
  expect(
    await screen.findByText(/20 prospects would score higher, 1 lower, and 0 the same/),
  ).toBeVisible();
  const highest = within(screen.getByRole('table', { name: 'Prospects by score' })).getByRole(
    'row',
    { name: /75–100/ },
  );
  expect(
    within(highest)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['75–100', '3', '0']);
  expect(screen.getByRole('link', { name: 'Ash Clinic' })).toHaveAttribute(
    'href',
    '/prospect/prospect-5',
  );
  await user.type(growth, '0');
  expect(screen.queryByText(/would score higher/)).not.toBeInTheDocument();
});

it('says how many won prospects the back-test needs', async () => {
  render();
  expect(await screen.findByText(/^43 of 50 won prospects needed/)).toHaveTextContent(
    '2 won or lost prospects without a stored score are left out.',
  );
});

it.each([
  [0.7, 0.58, 0.82, /a higher score means a better chance to win/],
  [0.5, 0.38, 0.62, /the score does not separate them yet/],
  [0.3, 0.18, 0.42, /prospects with a lower score were won more often/],
])(
  'explains a back-test of %d with the interval from %d to %d',
  async (value, low, high, sentence) => {
    server.answer(getScoreBackTest, {
      won: 50,
      lost: 31,
      withoutScore: 0,
      days: { from: '2026-01-05', to: '2026-11-20' },
      test: {
        bands: [
          { won: 3, lost: 1 },
          { won: 10, lost: 20 },
          { won: 20, lost: 10 },
          { won: 17, lost: 0 },
        ],
        concordance: { value, low, high },
      },
    });
    render();
    expect(await screen.findByText(/of pairs/)).toHaveTextContent(sentence);
    const rows = within(screen.getByRole('table', { name: 'Won prospects by score' }));
    expect(rows.getByRole('row', { name: /0–24/ })).toHaveTextContent('0–2431–');
    expect(rows.getByRole('row', { name: /25–49/ })).toHaveTextContent('33% (19–51%)');
  },
);
