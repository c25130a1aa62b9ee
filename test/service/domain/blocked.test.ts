import {describe, expect, it} from 'vitest';
import {blockedReasons} from '../../../contract/enums.ts';
import {type BlockedCause, blockedByOf, blockedText, circularMessage} from '../../../service/domain/blocked.ts';

const create = {testId: 'tst_1', title: 'Create order'};
const login = {testId: 'tst_0', title: 'Log in'};

const cause = (reason: BlockedCause['reason'], more: Partial<BlockedCause> = {}): BlockedCause => ({
	reason,
	variable: 'order_id',
	producer: create,
	root: create,
	didYouMean: null,
	cycle: null,
	...more,
});

describe('the first line of a blocked run', () => {
	it.each<[string, BlockedCause, string]>([
		[
			'a failed producer',
			cause('producer_failed'),
			'Blocked: variable "order_id" was not found because its producer "Create order" failed.',
		],
		[
			'a blocked producer, with the test where the chain stopped',
			cause('producer_blocked', {root: login}),
			'Blocked: variable "order_id" was not found because its producer "Create order" is blocked: the chain stopped at "Log in".',
		],
		[
			'a producer that is blocked itself first',
			cause('producer_blocked'),
			'Blocked: variable "order_id" was not found because its producer "Create order" is blocked.',
		],
		[
			'a cancelled producer',
			cause('producer_cancelled'),
			'Blocked: variable "order_id" was not found because its producer "Create order" was cancelled.',
		],
		[
			'a producer that passed without the value',
			cause('not_captured'),
			'Blocked: variable "order_id" was not found because "Create order" passed without producing it.',
		],
		[
			'a name nobody produces',
			cause('no_producer', {producer: null, root: null}),
			'Blocked: variable "order_id" was not found because no test produces it.',
		],
		[
			'a name that is spelled differently',
			cause('name_mismatch', {didYouMean: 'orderId'}),
			'Blocked: variable "order_id" was not found because no value has that name; did you mean "orderId", produced by "Create order"?',
		],
		[
			'a producer that is unticked',
			cause('producer_unticked'),
			'Blocked: variable "order_id" was not found because its producer "Create order" is unticked in the plan.',
		],
		[
			'an earlier value that is too old',
			cause('stale_capture'),
			'Blocked: variable "order_id" was not found because the value that "Create order" captured earlier can no longer be used; rerun without skipping dependencies.',
		],
		[
			'a circular dependency',
			cause('circular_dependency', {cycle: [login, create]}),
			'the chain cannot be assembled because of a circular dependency between "Log in" and "Create order"',
		],
		[
			'a failing login',
			cause('auth_failing', {variable: null, producer: null, root: null}),
			'Blocked: the login for the API under test failed.',
		],
	])('tells %s', (_, given, line) => {
		const {error, trace, note} = blockedText(given);
		expect(error).toBe(line);
		expect(trace.split('\n')[0]).toBe(line);
		expect(note).not.toBe('');
	});

	it('says Skipped for a teardown test, whose record was never created', () => {
		const {error, trace} = blockedText(cause('producer_failed'), true);
		expect(error).toBe('Skipped: variable "order_id" was not found because its producer "Create order" failed.');
		expect(trace).toContain('no record to remove');
		const absent = blockedText(cause('no_producer'), true);
		expect(absent.error).toContain('its producer "Create order" is not in this batch');
	});

	it('stays one line whatever a test is called', () => {
		const {error} = blockedText(cause('producer_failed', {producer: {testId: 'tst_1', title: 'Create\n  order'}}));
		expect(error).toContain('"Create order"');
	});
});

describe('the trace of a blocked run', () => {
	it('names the variable, the producer with its id, the reason, and what to do', () => {
		expect(blockedText(cause('not_captured')).trace.split('\n').slice(1)).toEqual([
			'variable: order_id',
			'producer: Create order (tst_1)',
			'reason:   not_captured',
			'No call was made.',
			'Publish it in "Create order" with produce("order_id", value), or name it order_id at the top level of the file.',
		]);
	});

	it('exists for every reason the contract knows', () => {
		for (const reason of blockedReasons)
			expect(
				blockedText(cause(reason, {cycle: reason === 'circular_dependency' ? [login, create] : null})).trace,
			).toBeTruthy();
	});
});

describe('blockedBy', () => {
	it('points at the root, not at the nearest producer', () => {
		expect(blockedByOf(cause('producer_blocked', {root: login}))).toEqual({
			variable: 'order_id',
			reason: 'producer_blocked',
			producer: login,
			didYouMean: null,
		});
	});
});

describe('the message of a circular dependency', () => {
	it('is that of the workflow document', () => {
		expect(circularMessage([login, create])).toBe(
			'the chain cannot be assembled because of a circular dependency between "Log in" and "Create order"',
		);
	});
});

it.each([
	['no connection (ECONNREFUSED)', 'start the API or correct the URL'],
	['the login answered 401', 'svc project auto-auth prj_1 --test-login'],
])('a login that ended with "%s" names the next step', (login, step) => {
	expect(
		blockedText(cause('auth_failing', {variable: null, producer: null, root: null, login, projectId: 'prj_1'})).trace,
	).toContain(step);
});
