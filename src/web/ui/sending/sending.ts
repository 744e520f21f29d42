import { type FormEvent, useRef } from 'react';

/**
 * Returns a form's submit handler. The handler prevents the page load and keeps the event from an
 * enclosing form.
 */
export const createSubmitHandler = (send: () => void) => (event: FormEvent) => {
  event.preventDefault();
  event.stopPropagation();
  send();
};

/**
 * Provides idempotency ids for a form. Retries with the same content get the same id. Other
 * content, or any content after `done`, gets a new id.
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
