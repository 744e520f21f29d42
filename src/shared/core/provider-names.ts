export const providerNames = ['identity', 'crm', 'places'] as const;
export type ProviderName = (typeof providerNames)[number];
