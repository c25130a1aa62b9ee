import {expect, it} from 'vitest';
import {nextLook} from '../../../source/commands/outcome.ts';

const member = (runId: string, status: string, isCleanup = false) => ({
	runId,
	testId: `t${runId}`,
	status,
	isCleanup,
});

it.each([
	[
		'the bundle of the first failed run',
		[member('r1', 'passed'), member('r2', 'failed')],
		'svc test artifact get r2\nsvc test failure summary tr2',
	],
	[
		'the bundle of the first blocked run, where none failed',
		[member('r1', 'passed'), member('r2', 'blocked'), member('r3', 'blocked')],
		'svc test artifact get r2\nsvc test failure summary tr2',
	],
	['members that were cancelled', [member('r1', 'cancelled')], 'svc batch get b1 --status cancelled'],
	[
		'both, where both are there',
		[member('r1', 'cancelled'), member('r2', 'blocked')],
		'svc batch get b1 --status blocked,cancelled',
	],
	[
		'an example, where nothing but an example is missing',
		[
			member('r1', 'blocked'),
			{...member('r2', 'failed'), neededHelp: {endpoint: 'POST /a', said: '422', command: 'help'}},
		],
		'help',
	],
	[
		'what looks for an example by itself, as long as that has not been tried',
		[
			{
				...member('r2', 'failed'),
				neededHelp: {endpoint: 'POST /a', said: '422', command: 'help', settle: 'svc plan settle --project p1'},
			},
		],
		'svc plan settle --project p1',
	],
	[
		'what failed, before what lacks an example',
		[
			{...member('r1', 'failed'), neededHelp: {endpoint: 'POST /a', said: '422', command: 'help'}},
			member('r2', 'failed'),
		],
		'svc test artifact get r2\nsvc test failure summary tr2',
	],
	['nothing, where only cleanup failed', [member('r1', 'failed', true)], ''],
])('the next look is at %s', (_, members, command) => {
	expect(nextLook('b1', members)).toBe(command);
});
