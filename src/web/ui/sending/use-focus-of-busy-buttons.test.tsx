import { act, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { useFocusOfBusyButtons } from './use-focus-of-busy-buttons.ts';

function Buttons({ isBusy }: { isBusy: boolean }) {
  useFocusOfBusyButtons();
  return (
    <>
      <button type="button" disabled={isBusy}>
        Test
      </button>
      <button type="button">Close</button>
    </>
  );
}

const button = (name: string) => screen.getByRole('button', { name });

let showBusy: (isBusy: boolean) => void;
beforeEach(async () => {
  const { rerender } = render(<Buttons isBusy={false} />);
  showBusy = (isBusy) => rerender(<Buttons isBusy={isBusy} />);
  act(() => button('Test').focus());
  showBusy(true);
  // A browser takes the focus from a disabled button. The test environment does not.
  act(() => button('Test').blur());
  await waitFor(() => expect(document.body).toHaveFocus());
});

it('returns the focus to a button after its request', async () => {
  showBusy(false);
  await waitFor(() => expect(button('Test')).toHaveFocus());
});

it('leaves the focus where the user moved it meanwhile', async () => {
  act(() => button('Close').focus());
  showBusy(false);
  await act(async () => {});
  expect(button('Close')).toHaveFocus();
});
