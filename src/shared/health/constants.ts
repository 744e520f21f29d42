export const newCustomerMonths = 3;

export const longTermMonths = 12;

export const minimumUpsellScoreRise = 5;
