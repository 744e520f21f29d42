import { type Ref, useImperativeHandle } from 'react';

/**
 * Exposes an existing element as the target of a menu or popover, which expects a child component.
 */
export function PopoverAnchor({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}
