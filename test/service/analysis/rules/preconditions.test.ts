import {describe} from 'vitest';
import {call, failure, unanswered} from '../failure.ts';
import {table} from '../rule-table.ts';

describe('what keeps a test from running', () => {
	table([
		[
			'a runner that could not start the file is the environment',
			failure({status: 'blocked', failureKind: 'infra', error: 'no Python interpreter was found'}),
			'The test could not be run to its end: no Python interpreter was found',
			'env',
			null,
		],
		[
			'a syntax error is the line that Python cannot read',
			failure({error: "SyntaxError: '(' was never closed (checkout.py, line 2)", at: 'print('}),
			"Python cannot read the test (line 2): '(' was never closed (SyntaxError). No statement of it was executed.",
			'code',
			'checkout.py:2',
		],
		[
			'a missing module is installed, not repaired',
			failure({
				error:
					"ModuleNotFoundError: No module named 'yaml'; /usr/bin/python3 does not have it; install it with: apt-get install -y python3-yaml",
				at: 'import yaml',
			}),
			'The test imports `yaml` (line 2), which the Python of the service does not have.',
			'env',
			'yaml',
		],
		[
			'a missing module of which nobody knows whether it is a package is looked at in the test first',
			failure({
				error:
					"ModuleNotFoundError: No module named 'helpers_local'; /usr/bin/python3 does not have it: a package is installed into that Python; a test is one file, and modules beside it are not sent with it: put what it uses into the test itself",
				at: 'import helpers_local',
			}),
			'The test imports `helpers_local` (line 2), which the Python of the service does not have.',
			'code',
			'checkout.py:2',
		],
		[
			'a module beside the test is no package to install',
			failure({
				error:
					"ModuleNotFoundError: No module named 'helpers'; helpers is no package: a test is one file, and modules beside it are not sent with it: put what it uses into the test itself",
				at: 'import helpers',
			}),
			'The test imports `helpers` (line 2), a module of its own: a test is one file, and modules beside it are not sent with it.',
			'code',
			'checkout.py:2',
		],
		[
			'a test that checks nothing says nothing about the API',
			failure({error: 'this test checks nothing', code: 'def check(client):\n    pass\n'}),
			'The test made no HTTP call and executed no assertion, so it says nothing about the API.',
			'code',
			'checkout.py',
		],
	]);
});

describe("the test's own time limit", () => {
	const timeout = {failureKind: 'timeout', error: 'the test ran longer than its limit of 60 s', at: 'x = 1'} as const;
	table([
		[
			'reached in a call names the call that had not answered',
			failure({...timeout, calls: [call({to: 'GET /health'}), unanswered('GET /reports/sales', null, null)]}),
			'The test reached its limit of 60 s while it waited for the answer to GET /reports/sales (line 2).',
			'code',
			'GET /reports/sales',
		],
		[
			'used up by slow calls names the slowest',
			failure({...timeout, calls: [call({to: 'GET /a', latencyMs: 9000}), call({to: 'GET /b', latencyMs: 41_000})]}),
			'The test reached its limit of 60 s (line 2): its 2 calls took 50 s together, the slowest was GET /b with 41 s.',
			'code',
			'GET /b',
		],
		[
			'used up by the test itself names the line',
			failure({...timeout, calls: [call({to: 'GET /a'})]}),
			'The test reached its limit of 60 s at line 2; its 1 call took only 12 ms, so the time went by in the test itself.',
			'code',
			'checkout.py:2',
		],
	]);
});
