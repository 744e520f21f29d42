import type { FormEvent } from 'react';

/** A form's submit that stays on the page, and inside its own dialog. */
export const submitting = (send: () => void) => (event: FormEvent) => {
  event.preventDefault();
  event.stopPropagation();
  send();
};
