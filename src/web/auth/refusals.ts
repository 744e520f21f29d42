import { type SignInRefusal, signInMinutes } from '#shared/auth/auth.ts';

/**
 * Returns messages for refused sign-ins. Anyone can open the address, so the messages reveal
 * nothing about an account.
 */
export function createRefusalTexts(
  provider: string,
): Record<SignInRefusal, { title: string; text: string }> {
  return {
    wrong_domain: {
      title: 'That account has no access',
      text: 'Chairside is for employees. Sign in again and choose your work account.',
    },
    unverified: {
      title: 'The email address is not verified',
      text: `${provider} has not verified the email address of the account that you chose. Verify it there, then sign in again.`,
    },
    disabled: {
      title: 'That account is disabled',
      text: 'This account can’t use Chairside. A Chairside administrator can enable it again.',
    },
    expired: {
      title: 'The sign-in was not completed',
      text: `The sign-in was canceled, took longer than ${signInMinutes} minutes, or was started in another browser. Please sign in again.`,
    },
    provider_down: {
      title: `${provider} is not responding`,
      text: `You sign in with ${provider}, which can’t be reached right now. Try again in a few minutes.`,
    },
  };
}
