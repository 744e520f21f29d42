import type { ComponentType } from 'react';

export interface Page {
  path: string;
  title: string;
  load: () => Promise<ComponentType>;
  /** Seen without signing in. */
  isPublic: boolean;
  hidesNavigation: boolean;
  /** Fills the screen under the floating navigation, without top padding. */
  isMap: boolean;
  /** Its entry in the floating navigation, which keeps the order of this table. */
  menu?: { label: string; subtitle: string };
}

const usual = { isPublic: false, hidesNavigation: false, isMap: false };

const mapHome = {
  ...usual,
  title: 'Map',
  load: async () => (await import('./map/MapPage.tsx')).MapPage,
  isMap: true,
};

/** The one table of pages. Navigation, padding, titles and the not-found page are read from it; an alias is a row. */
export const pages: readonly Page[] = [
  {
    ...usual,
    path: '/',
    title: 'Welcome',
    load: async () => (await import('./shell/WelcomePage.tsx')).WelcomePage,
    isPublic: true,
    hidesNavigation: true,
  },
  { ...mapHome, path: '/app', menu: { label: 'Map', subtitle: 'customer locations' } },
  { ...mapHome, path: '/home' },
  { ...mapHome, path: '/map' },
  { ...mapHome, path: '/search' },
  { ...mapHome, path: '/customer-success' },
  {
    ...usual,
    path: '/institution/:id/overview',
    title: 'Customer overview',
    load: async () => (await import('./institutions/InstitutionOverviewPage.tsx')).InstitutionOverviewPage,
  },
  {
    ...usual,
    path: '*',
    title: 'Page not found',
    load: async () => (await import('./shell/NotFoundPage.tsx')).NotFoundPage,
    isPublic: true,
  },
];
