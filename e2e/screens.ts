import { expect, type Page } from '@playwright/test';

// Texts that the specification prescribes verbatim.

const notFoundTexts = [
  "We couldn't find that page. Let's get you back on track.",
  'Need help? Contact your Customer Success Manager or visit our support center.',
];

export async function expectNotFound(page: Page): Promise<void> {
  await expect(
    page.getByRole('heading', { name: 'Oops! Page Not Found', exact: true }),
  ).toBeVisible();
  for (const text of notFoundTexts)
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Dashboard', exact: true })).toBeVisible();
}

export async function expectCrash(page: Page): Promise<void> {
  await expect(
    page.getByRole('heading', { name: 'Oops! Something went wrong', exact: true }),
  ).toBeVisible();
  await expect(
    page.getByText("We encountered an unexpected error. Don't worry, your data is safe.", {
      exact: true,
    }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload Page', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Home', exact: true })).toHaveAttribute(
    'href',
    '/',
  );
  await expect(
    page.getByText('If this problem persists, please contact support', { exact: true }),
  ).toBeVisible();
}

/** Expects the sign-in screen instead of a protected page. */
export async function expectLogin(page: Page, address: string): Promise<void> {
  const link = page.getByRole('link', { name: /sign in/i });
  await expect(link).toBeVisible();
  await expect(link).toHaveAttribute(
    'href',
    `/auth/google?returnTo=${encodeURIComponent(address)}`,
  );
}

const landingHeadings = [
  'Experience Our Product. Get Reimbursed $500.',
  '$500 Annual Benefit',
  'Build Empathy',
  'Drive Innovation',
  'How It Works',
  'Book Your Visit',
  'Experience',
  'Get $500 Back',
  'Be the Connection That Matters',
];
const signInWords = [
  'Sign In',
  'Sign In to Claim Your $500 Benefit',
  'Claim Your $500 Benefit Today',
];

export async function expectLanding(
  page: Page,
  { isSignedIn }: { isSignedIn: boolean },
): Promise<void> {
  for (const name of landingHeadings)
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  const isWide = (page.viewportSize()?.width ?? 0) > 1000;
  await expect(page.getByText('EXCLUSIVE EMPLOYEE BENEFIT', { exact: true })).toBeVisible({
    visible: isWide,
  });
  await expect(page.getByText('$500 BENEFIT', { exact: true })).toBeVisible({ visible: !isWide });
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  if (isSignedIn) {
    await expect(page.getByRole('link', { name: 'Open the app' }).first()).toHaveAttribute(
      'href',
      '/app',
    );
    await expect(page.locator('a[href^="/auth/"]')).toHaveCount(0);
    return;
  }
  for (const name of signInWords) {
    const links = page.getByRole('link', { name, exact: true });
    for (const link of await links.all())
      await expect(link).toHaveAttribute('href', '/auth/google');
    await expect(links.first()).toBeVisible();
  }
}

/** Items of the navigation menu, in order. */
export const menuItems = [
  ['Map', '/app', 'customer locations'],
  ['Portfolio', '/portfolio', 'health overview'],
  ['Churn Analysis', '/churn', 'lost customers'],
  ['Onboarding', '/onboarding-comparison', 'performance metrics'],
  ['Success Ops', '/customer-success-ops', 'team operations'],
  ['AI Assistant', '/ai-chat', 'data analysis'],
] as const;

/** Waits until the content of the page is shown. */
export async function expectSettled(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0);
}
