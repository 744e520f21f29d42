/** Settings that satisfy the production rules. */
export const productionSettings = {
  SEED: 'none',
  APP_ORIGIN: 'https://desk.example.com',
  OIDC_ISSUER: 'https://accounts.example.com',
  OIDC_CLIENT_ID: 'desk',
  OIDC_CLIENT_SECRET: 'secret',
  ALLOWED_EMAIL_DOMAINS: 'example.com',
};
