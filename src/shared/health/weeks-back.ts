import { z } from 'zod';
import { urlIntegerSchema } from '#shared/core/endpoint.ts';

export const weeksBackSchema = urlIntegerSchema(z.int().min(1).max(104)).default(26);
