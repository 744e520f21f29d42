export const providerNames = ['identity', 'crm', 'places', 'llm'] as const;
export type ProviderName = (typeof providerNames)[number];
