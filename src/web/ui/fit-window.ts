import type { PopoverProps } from '@mantine/core';

/**
 * Limits a popover with controls to the height that the window has for it, and scrolls its content
 * if needed. Without the limit, pressing a control at the edge makes the browser scroll the page
 * under the pointer, and the click is lost.
 */
export const windowFitMiddlewares: NonNullable<PopoverProps['middlewares']> = {
  size: {
    padding: 5,
    apply({ availableHeight, elements: { floating } }) {
      floating.style.maxHeight = `${availableHeight}px`;
      // A list that opens inside the popover may extend beyond it, unless the popover is cut off.
      floating.style.overflowY = floating.scrollHeight > availableHeight ? 'auto' : '';
    },
  },
};
