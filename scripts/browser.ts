import { type Browser, chromium } from '@playwright/test';
import { findOrInstallChromium } from './chromium.ts';

/**
 * Arguments for a headless Chromium that runs as root, without a graphics card and without requests
 * in the background.
 */
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

/** Starts Chromium. Throws when Chromium is missing and cannot be installed. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findOrInstallChromium();
  if (executablePath === undefined)
    throw new Error('No Chromium found, and it could not be installed.');
  return chromium.launch({ executablePath, args: [...chromiumArguments, ...more] });
}
