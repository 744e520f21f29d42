import { z } from 'zod';
import { inAddress } from '#shared/core/endpoint.ts';

export const weeksBackSchema = inAddress(z.int().min(1).max(104)).default(26);
