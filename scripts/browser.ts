import { type Browser, chromium } from '@playwright/test';
import { findChromium } from './chromium.ts';

/** What a headless Chromium needs to run as root, without a graphics card, and without calling home. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** Throws when there is no browser and none can be installed. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('No Chromium found, and it could not be installed.');
  return chromium.launch({ executablePath, args: [...chromiumArguments, ...more] });
}
