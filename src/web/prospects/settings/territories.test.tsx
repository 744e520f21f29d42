import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { getPeople } from '#shared/work/people.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import { TerritoriesForm } from './TerritoriesForm.tsx';

const answer = {
  version: 3,
  settings: {
    // The keys are in the order in which the database returns them.
    salesTerritories: [
      {
        id: '11111111-1111-4111-8111-111111111111',
        name: 'East',
        states: ['CT'],
        ownerId: null,
        zipPrefixes: ['061'],
      },
    ],
  },
  madeBy: null,
  madeAt: null,
  byEnvironment: {},
  whileUnset: {},
  needsSecondPerson: false,
};
const user = userEvent.setup();
beforeEach(() => {
  startSignedInServer().answer(getPeople, { rows: [] });
});
const Page = () => <TerritoriesForm answer={answer} />;

it('can be saved after a change only, and names what is no state or ZIP prefix', async () => {
  renderApp('/settings', [{ path: '/settings', Component: Page }]);
  const area = await screen.findByRole('textbox', { name: 'States and ZIP prefixes' });
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save).toBeDisabled();
  await user.type(area, ', XX, 123456');
  expect(save).toBeEnabled();
  expect(screen.queryByText(/Not a state/)).not.toBeInTheDocument();
  await user.tab();
  expect(screen.getByText(/Not a state or ZIP prefix: XX, 123456\./)).toBeVisible();
  await user.clear(area);
  await user.type(area, 'ct 061');
  await user.tab();
  expect(screen.queryByText(/Not a state/)).not.toBeInTheDocument();
  expect(save).toBeDisabled();
});
