import { type Ref, useImperativeHandle } from 'react';

/** Stands for an element that is drawn elsewhere, where a menu or popover wants one to open beside. */
export function Stand({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}
