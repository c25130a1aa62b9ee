import * as z from 'zod/mini';
import {cursor, pageSize} from '../fields.ts';
import {acceptedHeal, heal, healPage, healStatuses} from '../heal.ts';
import {defineRoute} from '../route.ts';

export const listHeals = defineRoute({
	name: 'listHeals',
	summary: 'Repairs that reruns of a test have made, newest first',
	method: 'GET',
	path: '/tests/{testId}/heals',
	scope: 'read:tests',
	query: z.object({status: z.optional(z.enum(healStatuses)), pageSize, cursor}),
	response: healPage,
});

export const acceptHeal = defineRoute({
	name: 'acceptHeal',
	summary: 'Writes a repair into the script; 412 when the step has changed since',
	method: 'POST',
	path: '/tests/{testId}/heals/{healId}/accept',
	keyPrefix: 'cli-heal-accept-',
	scope: 'write:tests',
	response: acceptedHeal,
	errors: ['CONFLICT', 'PRECONDITION_FAILED'],
});

export const refuseHeal = defineRoute({
	name: 'refuseHeal',
	summary: 'Refuses a repair: it is never made again',
	method: 'POST',
	path: '/tests/{testId}/heals/{healId}/refuse',
	keyPrefix: 'cli-heal-refuse-',
	scope: 'write:tests',
	response: heal,
	errors: ['CONFLICT'],
});
