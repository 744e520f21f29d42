import { createContext, type ReactNode } from 'react';

/** Button shown beside the title of every page, such as the guide button. */
export const PageTitleButtonContext = createContext<ReactNode>(null);
