import {describe} from 'vitest';
import {call, failure} from '../failure.ts';
import {table} from '../rule-table.ts';

describe("the test's own code", () => {
	table([
		[
			'is where a NameError points',
			failure({
				error: "NameError: name 'coupon_id' is not defined",
				at: 'print(coupon_id)',
				calls: [call({to: 'GET /a'})],
			}),
			"The test itself stopped (line 2) with NameError: name 'coupon_id' is not defined.",
			'code',
			'checkout.py:2',
		],
		[
			'is where an exception points that is not called like one',
			failure({
				error: 'CartEmpty: nothing was put in',
				trace:
					'Traceback (most recent call last):\n  File "checkout.py", line 2, in <module>\n    check()\n__main__.CartEmpty: nothing was put in',
				at: 'check()',
				calls: [call({to: 'GET /a'})],
			}),
			'The test itself stopped (line 2) with CartEmpty: nothing was put in.',
			'code',
			'checkout.py:2',
		],
		[
			'asks for no address where the project has no URL',
			failure({
				error: "MissingSchema: Invalid URL '/health': No scheme supplied. Perhaps you meant http:///health?",
				trace: "Traceback (most recent call last):\nrequests.exceptions.MissingSchema: Invalid URL '/health': …",
				at: 'r = requests.get(f"{BASE_URL}/health")',
				targetUrl: null,
			}),
			'The test asks for "/health" (line 2), which is no address: BASE_URL is empty, as the project has no target URL. No request was sent.',
			'env',
			'target URL',
		],
		[
			'asks for no address where it leaves BASE_URL out',
			failure({
				error: "MissingSchema: Invalid URL '/health': No scheme supplied. Perhaps you meant http:///health?",
				trace: "Traceback (most recent call last):\nrequests.exceptions.MissingSchema: Invalid URL '/health': …",
				at: 'r = requests.get("/health")',
			}),
			'The test asks for "/health" (line 2), which is no address (MissingSchema). No request was sent for it.',
			'code',
			'checkout.py:2',
		],
		[
			'names a page by its title, not by its tags',
			failure({
				error: 'JSONDecodeError: Expecting value: line 1 column 1 (char 0)',
				at: 'r.json()',
				testName: 'reads the page',
				calls: [call({to: 'GET /', got: '<!doctype html>\n<html><head><title>Demo shop</title></head></html>'})],
			}),
			'The test reads JSON (line 2), but GET / answered 200 with the page "Demo shop" (text/html), which is not JSON.',
			'code',
			'"reads the page.py":2',
		],
	]);
});

describe('an exception that no answer explains is told as it is', () => {
	table([
		[
			'a KeyError of something no answer ever had',
			failure({error: "KeyError: 'PATH'", at: 'os.environ["PATH"]'}),
			'The test reads `PATH` (line 2) from a dictionary that has no such key.',
			'code',
			'checkout.py:2',
		],
		[
			'a value that was never declared to be needed',
			failure({
				error: "KeyError: 'order_id'",
				at: 'url = variables["order_id"]',
				calls: [call({to: 'GET /a', status: 404})],
			}),
			'The test reads `variables["order_id"]` (line 2), but does not declare that it needs `order_id`, so no other test handed it over.',
			'code',
			'checkout.py:2',
		],
	]);
});

describe('an assertion that no answer explains', () => {
	table([
		[
			'is told as it was compared, when the test had made no call',
			failure({asserted: 'expected 4, got 3', at: 'assert total == 4', calls: []}),
			'The test expected 4 and got 3 (line 2); it had made no call.',
			'unknown',
			'checkout.py:2',
		],
		[
			'is told as it was compared, when calls were answered',
			failure({
				asserted: 'expected a value > 5, got 3',
				at: 'assert total > 5',
				calls: [call({to: 'GET /items', got: {name: 'x'}})],
			}),
			'The test expected a value > 5 and got 3 (line 2); its last call was GET /items, which answered 200.',
			'unknown',
			'checkout.py:2',
		],
	]);
});
