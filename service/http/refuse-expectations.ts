import type {Server} from 'node:http';
import {errorAnswer} from './error-answer.ts';
import {requestError} from './request-error.ts';

/** Answers an `Expect` that is not `100-continue` in the documented form; Node by itself sends 417 without a word. */
export function refuseExpectations(server: Server, newRequestId: () => string): void {
	server.on('checkExpectation', (_request, response) => {
		const error = requestError({
			message: 'Only `100-continue` can be expected of this service.',
			nextAction: 'Leave the header `expect` out.',
			details: {field: 'expect', reason: 'invalid', accepted: ['100-continue']},
		});
		const {envelope, status} = errorAnswer(error, {requestId: newRequestId()});
		const body = JSON.stringify(envelope);
		response.writeHead(status, {
			'x-request-id': envelope.error.requestId,
			'cache-control': 'no-store',
			'content-type': 'application/json; charset=utf-8',
			'content-length': Buffer.byteLength(body),
			connection: 'close',
		});
		response.end(body);
	});
}
