import {batchRerunInput, batchRerunTicket, rerunInput, rerunTicket} from '../rerun.ts';
import {defineRoute} from '../route.ts';

export const rerunTest = defineRoute({
	name: 'rerunTest',
	summary: 'Runs a test again with its producers, its consumers and teardown tests, or alone with earlier captures',
	method: 'POST',
	path: '/tests/{testId}/runs/rerun',
	keyPrefix: 'cli-rerun-',
	scope: 'run:tests',
	status: 202,
	body: rerunInput,
	bodyOptional: true,
	response: rerunTicket,
	trigger: true,
	errors: ['CONFLICT', 'INSUFFICIENT_CREDITS', 'FEATURE_GATED'],
});

export const rerunBatch = defineRoute({
	name: 'rerunBatch',
	summary: 'Runs up to 50 named tests again, or a whole project, as one batch with its closure',
	method: 'POST',
	path: '/tests/batch/rerun',
	keyPrefix: 'cli-rerun-',
	scope: 'run:tests',
	status: 202,
	body: batchRerunInput,
	response: batchRerunTicket,
	trigger: true,
	errors: ['INSUFFICIENT_CREDITS', 'FEATURE_GATED'],
});
