import * as z from 'zod';
import {operation} from '../operation.ts';

export const healthOperations = [
	operation({
		method: 'GET',
		path: '/health',
		operationId: 'getHealth',
		summary: 'Whether the shop is open',
		tag: 'health',
		isPublic: true,
		success: {status: 200, description: 'The shop answers', schema: z.object({status: z.literal('ok')})},
		handle: () => ({status: 200, body: {status: 'ok'}}),
	}),
];
