import { type Ref, useImperativeHandle } from 'react';

/**
 * Makes an existing element the target of a Mantine menu or popover. Mantine expects the target as
 * a child component.
 */
export function PopoverAnchor({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}
