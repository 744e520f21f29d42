export const providerKinds = ['identity', 'crm', 'places', 'llm'] as const;
export type ProviderKind = (typeof providerKinds)[number];

export const placesProviderNames = ['local', 'nppes', 'google'] as const;
export type PlacesProviderName = (typeof placesProviderNames)[number];
