import {expect, it} from 'vitest';
import {errorCodes} from '../../../contract/error.ts';
import {ApiError, invalidField, invalidFlag, isApiError} from '../../../source/errors/api-error.ts';

it.each([
	['AUTH_REQUIRED', 3],
	['AUTH_INVALID', 3],
	['AUTH_FORBIDDEN', 3],
	['NOT_FOUND', 4],
	['VALIDATION_ERROR', 5],
	['PAYLOAD_TOO_LARGE', 5],
	['CONFLICT', 6],
	['PRECONDITION_FAILED', 6],
	['IDEMPOTENCY_BODY_MISMATCH', 6],
	['UNSUPPORTED', 7],
	['REQUEST_TIMEOUT', 7],
	['UNAVAILABLE', 10],
	['RATE_LIMITED', 11],
	['INSUFFICIENT_CREDITS', 12],
	['FEATURE_GATED', 13],
	['CLIENT_TOO_OLD', 14],
	['INTERNAL', 1],
	['NEGATIVE_RESULT', 1],
	['INTERRUPTED', 130],
] as const)('%s exits with %d', (code, exit) => {
	expect(new ApiError(code, 'x').exitCode).toBe(exit);
	expect(Object.keys(errorCodes)).toHaveLength(19);
});

it('has all five keys in its envelope, with the values of a local error by default', () => {
	expect(new ApiError('CONFLICT', 'Busy.').toEnvelope()).toEqual({
		error: {code: 'CONFLICT', message: 'Busy.', nextAction: '', requestId: 'local', details: {}},
	});
});

it('says which flag or field is invalid, and why', () => {
	expect(invalidFlag('type', 'must be one of frontend, backend', ['frontend', 'backend']).toEnvelope().error).toEqual({
		code: 'VALIDATION_ERROR',
		message: 'Invalid request.',
		nextAction: 'Flag `--type` is invalid: must be one of frontend, backend.',
		requestId: 'local',
		details: {field: 'type', reason: 'enum', accepted: ['frontend', 'backend']},
	});
	expect(invalidField('planSteps[0].type', 'must be text').nextAction).toBe(
		'Field `planSteps[0].type` is invalid: must be text.',
	);
});

it.each([
	['is required, or --all', 'Flag `--x` is required, or --all.'],
	['is only allowed with --wait', 'Flag `--x` is only allowed with --wait.'],
	['needs a value', 'Flag `--x` needs a value.'],
	['takes no value', 'Flag `--x` takes no value.'],
])('calls nothing invalid that was never given: %s', (reason, text) => {
	expect(invalidFlag('x', reason).nextAction).toBe(text);
});

it('is told apart from other errors', () => {
	expect(isApiError(new ApiError('INTERNAL', 'x'))).toBe(true);
	expect(isApiError(new Error('x'))).toBe(false);
	expect(isApiError(null)).toBe(false);
});
