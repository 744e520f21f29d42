import { type FormEvent, useRef } from 'react';

/** A form's submit that stays on the page, and inside its own dialog. */
export const submitting = (send: () => void) => (event: FormEvent) => {
  event.preventDefault();
  event.stopPropagation();
  send();
};

/** The id under which this content is sent: the same for each try, another one for other content or after it went through. */
export function useOnceId(): { idFor: (content: unknown) => string; done: () => void } {
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
