import type {ServerResponse} from 'node:http';
import {ServiceError} from '../domain/service-error.ts';

/** Aborts when the caller has hung up, or has its answer: nobody waits for the work any more. */
export function callerGone(response: ServerResponse): AbortSignal {
	const controller = new AbortController();
	const abort = () =>
		controller.abort(new ServiceError('CONFLICT', 'The caller has hung up.', {details: {reason: 'caller_gone'}}));
	if (response.destroyed) abort();
	else response.once('close', abort);
	return controller.signal;
}
