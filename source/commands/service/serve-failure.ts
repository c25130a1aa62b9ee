import type {ServeFailure} from '../../../contract/service-process.ts';
import {ApiError} from '../../errors/api-error.ts';

/** The error of a command for what the service's bundle has thrown; anything unexpected as it is. */
export function serveFailure(error: unknown): unknown {
	if (!isServeFailure(error)) return error;
	const {code, message, nextAction, details} = error.failure;
	return new ApiError(code, message, {nextAction, details, cause: error});
}

const isServeFailure = (error: unknown): error is Error & {failure: ServeFailure} =>
	error instanceof Error && 'failure' in error;
