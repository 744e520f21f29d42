/** Account of the demo's identity provider. */
export interface DemoAccount {
  subject: string;
  name: string;
  email: string;
  emailVerified: boolean;
}

export const demoAdmin: DemoAccount = {
  subject: 'avery-admin',
  name: 'Avery Admin',
  email: 'avery.admin@chairside.example',
  emailVerified: true,
};

export const demoMember: DemoAccount = {
  subject: 'morgan-member',
  name: 'Morgan Member',
  email: 'morgan.member@chairside.example',
  emailVerified: true,
};

/**
 * Path of the demo's provider. It uses the app's own port, because a container or a tunnel may
 * forward no other port.
 */
export const demoIdentityPath = '/demo-identity';
