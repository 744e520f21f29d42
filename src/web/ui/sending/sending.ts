import { type FormEvent, useRef } from 'react';

/** Returns a submit handler that prevents the page load and does not submit an enclosing form. */
export const submitHandler = (send: () => void) => (event: FormEvent) => {
  event.preventDefault();
  event.stopPropagation();
  send();
};

/**
 * Provides idempotency ids: the same id for retries with the same content, a new id for other
 * content or after `done`.
 */
export function useIdempotencyId(): { idFor: (content: unknown) => string; done: () => void } {
  const last = useRef<{ content: string; id: string }>(undefined);
  return {
    idFor: (content) => {
      const text = JSON.stringify(content);
      if (last.current?.content !== text) last.current = { content: text, id: crypto.randomUUID() };
      return last.current.id;
    },
    done: () => {
      last.current = undefined;
    },
  };
}
