import {describe, expect, it} from 'vitest';
import {ApiError} from '../../../source/errors/api-error.ts';
import {exitCodeOf} from '../../../source/command-line/exit-codes.ts';
import {correctRequest} from '../../../contract/usual-step.ts';
import {createNotes} from '../../../source/output/notes.ts';
import {errorText} from '../../../source/output/error.ts';
import {jsonLine, jsonText} from '../../../source/output/json.ts';

describe('an error in text', () => {
	it('does not say after a refused field that it is to be corrected', () => {
		const error = new ApiError('VALIDATION_ERROR', 'Field `cron` is invalid: it fires twice within 15 minutes.', {
			nextAction: correctRequest,
			requestId: 'req_1',
		});
		expect(errorText(error)).toBe(
			'Error: Field `cron` is invalid: it fires twice within 15 minutes.\nrequestId: req_1\n',
		);
	});

	it('has message, next step and the id of the request', () => {
		const error = new ApiError('NOT_FOUND', 'No such run.', {nextAction: 'svc batch list', requestId: 'req_1'});
		expect(errorText(error)).toBe('Error: No such run.\nsvc batch list\nrequestId: req_1\n');
	});

	it('leaves out what there is nothing to say about', () => {
		expect(errorText(new ApiError('INTERNAL', 'Broken.'))).toBe('Error: Broken.\n');
		const details = {requiredScopes: ['run:tests'], grantedScopes: []};
		expect(errorText(new ApiError('AUTH_FORBIDDEN', 'No.', {details}))).toBe(
			'Error: No.\nrequired scopes: run:tests\n',
		);
	});

	it('is one sentence when the answer is negative, with a command that helps', () => {
		const error = new ApiError('NEGATIVE_RESULT', 'Run r finished: failed.', {nextAction: 'svc test result t'});
		expect(errorText(error)).toBe('Run r finished: failed.\n[hint] svc test result t\n');
	});

	it('of an interrupted wait says how to go on', () => {
		const details = {signal: 'SIGINT', runIds: ['r1', 'r2']};
		expect(errorText(new ApiError('INTERRUPTED', 'Interrupted by SIGINT.', {details}))).toBe(
			'[hint] still running: svc test wait r1 r2\n[hint] stop it: svc test cancel r1 r2\n',
		);
		const ofBatch = {...details, batchId: 'b1'};
		expect(errorText(new ApiError('INTERRUPTED', 'Interrupted by SIGINT.', {details: ofBatch}))).toBe(
			'[hint] still running: svc batch watch b1\n[hint] stop it: svc batch cancel b1\n',
		);
	});

	it('begins no line with what a name holds', () => {
		const error = new ApiError('NOT_FOUND', 'No test "a\n::stop-commands::x" was found.', {nextAction: 'svc a\nsvc b'});
		expect(errorText(error)).toBe('Error: No test "a ::stop-commands::x" was found.\nsvc a\nsvc b\n');
		const notes: string[] = [];
		createNotes(text => notes.push(text)).say('warn', 'a\n::error::b: it checks nothing');
		createNotes(text => notes.push(text)).line('wrote a\r\nb');
		expect(notes).toEqual(['[warn] a ::error::b: it checks nothing\n', 'wrote a b\n']);
	});

	it('lets no control sequence of foreign text through', () => {
		expect(errorText(new ApiError('INTERNAL', 'a\u001B]0;x\u0007'))).toBe('Error: a?]0;x?\n');
	});
});

describe('the exit code', () => {
	it.each([
		['SIGHUP', 129],
		['SIGINT', 130],
		['SIGTERM', 143],
	])('of an interruption by %s is %i', (signal, code) => {
		expect(exitCodeOf(new ApiError('INTERRUPTED', '', {details: {signal}}))).toBe(code);
	});

	it('of every other error is that of its code', () => {
		expect(exitCodeOf(new ApiError('RATE_LIMITED', ''))).toBe(11);
		expect(exitCodeOf(new ApiError('NEGATIVE_RESULT', '', {details: {signal: 'SIGINT'}}))).toBe(1);
	});
});

describe('JSON', () => {
	it('is indented by two, ends with one newline and escapes every control character', () => {
		expect(jsonText({a: ['\u001B\u007F\u009B']})).toBe('{\n  "a": [\n    "\\u001b\\u007f\\u009b"\n  ]\n}\n');
	});

	it('of a stream is one line', () => {
		expect(jsonLine({a: 'x\ny'})).toBe('{"a":"x\\ny"}\n');
	});
});
