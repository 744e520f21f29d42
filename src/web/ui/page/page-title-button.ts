import { createContext, type ReactNode } from 'react';

/** Button beside a page's title, provided by the frame around the pages. */
export const PageTitleButtonContext = createContext<ReactNode>(null);
