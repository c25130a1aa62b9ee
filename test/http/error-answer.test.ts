import {expect, it} from 'vitest';
import {errorAnswer} from '../../service/http/error-answer.ts';

it('a part of the service that an update took away is named as that, with the restart', async () => {
	const place = new URL('./gone.ts', import.meta.url).href;
	const error = Object.assign(new Error(`Cannot find module '${place}'`), {code: 'ERR_MODULE_NOT_FOUND'});
	const {status, envelope} = errorAnswer(error, {requestId: 'req_1', userAgent: 'svc/1.0.0'});
	expect(status).toBe(503);
	expect(envelope.error).toMatchObject({
		code: 'UNAVAILABLE',
		message: 'The files of svc were replaced while its service runs.',
		nextAction: 'Stop the service with `svc service stop` and start it again.',
		details: {dependency: 'files'},
	});
	expect(JSON.stringify(envelope)).not.toContain('gone.ts');
});

it('a store whose disk is full says that and nothing else', () => {
	const error = Object.assign(new Error('database or disk is full'), {code: 'SQLITE_FULL'});
	const {status, envelope} = errorAnswer(error, {requestId: 'req_1', userAgent: 'svc/1.0.0'});
	expect(status).toBe(503);
	expect(envelope.error).toMatchObject({
		message: "The disk of the service's store is full, so nothing was stored.",
		nextAction: 'Free some space on the disk of its data directory, then try again.',
		details: {dependency: 'store', reason: 'disk_full'},
	});
});
