import {expect, it} from 'vitest';
import {failureWords} from '../../../source/view-model/failure-words.ts';

it.each([
	[null, 'KeyError: 1', null],
	['network_timeout', null, 'network timeout'],
	['unknown', "KeyError: 'id'", 'KeyError'],
	['unknown', 'requests.exceptions.MissingSchema: Invalid URL', 'MissingSchema'],
	['unknown', 'CartEmpty', 'CartEmpty'],
	['unknown', 'this test checks nothing', null],
	['unknown', 'step 4: "Enter a name" was read as: …', null],
	['unknown', null, null],
])('%s with %s is told as %s', (kind, error, words) => {
	expect(failureWords(kind, error)).toBe(words);
});
