export const providerKinds = ['identity', 'crm', 'places', 'llm'] as const;
export type ProviderKind = (typeof providerKinds)[number];
