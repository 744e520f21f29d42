import { createContext, type ReactNode } from 'react';

/** The button beside a page's name; the frame of the pages gives it. */
export const PageTitleButtonContext = createContext<ReactNode>(null);
