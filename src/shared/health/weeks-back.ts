import { z } from 'zod';
import { createUrlIntegerSchema } from '#shared/core/endpoint.ts';

export const weeksBackSchema = createUrlIntegerSchema(z.int().min(1).max(104)).default(26);
