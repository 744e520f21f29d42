/** Types of input elements that take no text. */
const controlTypes: ReadonlySet<string> = new Set([
  'checkbox',
  'radio',
  'button',
  'submit',
  'range',
]);

/** Returns `true` when the event target is a text input or contains editable text. */
export const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && controlTypes.has(target.type));
